import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Program {
  /** Major and minor, e.g. `2.8`; for a dataplaneapi built without its version also `3.2-unversioned`. */
  readonly version: string;
  readonly path: string;
}

const folder = join(process.env['HAPROXY_DEPLOYER_E2E_DIR'] ?? join(homedir(), '.cache', 'haproxy-deployer-e2e'), 'bin');

/** HAProxy versions that `npm run e2e:install` brings from the package registries everywhere. */
const expectedHAProxys = ['2.6', '2.8'];

function find(kind: 'haproxy' | 'dataplaneapi'): readonly Program[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.startsWith(`${kind}-`))
    .sort()
    .map((name) => ({ version: name.slice(kind.length + 1), path: join(folder, name) }));
}

/**
 * The HAProxys that are installed, oldest first.
 *
 * @throws Error where `CI` is set and one of the two that the install script brings is missing: a
 * green run that ran nothing would say nothing.
 */
export function installedHAProxys(): readonly Program[] {
  const found = find('haproxy');
  const missing = expectedHAProxys.filter((version) => !found.some((program) => program.version === version));
  if (process.env['CI'] !== undefined && missing.length > 0) {
    throw new Error(`HAProxy ${missing.join(' and ')} missing in ${folder}: run npm run e2e:install before npm run test:e2e`);
  }
  return found;
}

/** The dataplaneapi builds that are installed. None is no error, in CI neither: not every module proxy serves it. */
export function installedApis(): readonly Program[] {
  return find('dataplaneapi');
}

/** Path of Prometheus' promtool, where it is installed. None is no error: it comes from a Debian package. */
export function installedPromtool(): string | undefined {
  const path = join(folder, 'promtool');
  return existsSync(path) ? path : undefined;
}

export const howToInstall = {
  haproxy: 'skipped: no HAProxy; npm run e2e:install brings it',
  dataplaneapi: 'skipped: no dataplaneapi; npm run e2e:install -- --with-api tries to build it',
  promtool: 'skipped: no promtool; npm run e2e:install brings it where there are Debian packages',
} as const;
