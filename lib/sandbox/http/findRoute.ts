import { ApiError } from './ApiError.js';
import type { Route } from './Route.js';

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** @param path Below the base path. Throws 404 for an unknown path, 405 with `Allow` for an unknown method of a known one. */
export function findRoute(routes: readonly Route[], method: string, path: string): FoundRoute {
  const candidates = routes.flatMap((route) => {
    const params = matchPath(route.path, path);
    return params === undefined ? [] : [{ route, params }];
  });
  const found = candidates.find(({ route }) => route.method === method);
  if (found !== undefined) return found;
  if (candidates.length === 0) throw new ApiError(404, `path ${path} was not found`);
  const allowed = [...new Set(candidates.map(({ route }) => route.method))];
  throw new ApiError(405, `method ${method} is not allowed, but [${allowed.join(',')}] are`, { headers: { Allow: allowed.join(',') } });
}

function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('{')) {
      const decoded = decode(value);
      if (decoded === undefined || decoded === '') return undefined;
      params[part.slice(1, -1)] = decoded;
    } else if (part !== value) {
      return undefined;
    }
  }
  return params;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
