import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiContext } from '../ApiContext.js';
import type { Clock } from '../Clock.js';
import type { FaultEffect } from '../faults/SandboxFaults.js';
import { ApiError } from './ApiError.js';
import { findRoute } from './findRoute.js';
import { authenticate, refuseBrowsers, type SandboxUser } from './guard.js';
import { checkContentType, negotiate } from './mediaTypes.js';
import { Query } from './Query.js';
import { readBody } from './readBody.js';
import { sendEndless, sendError, sendGarbage, sendReply } from './respond.js';
import type { MediaType, Reply, Route } from './Route.js';

export interface RequestHandlerParts {
  readonly context: ApiContext;
  readonly users: readonly SandboxUser[];
  readonly allowNonLoopback: boolean;
  /** Aborts when the sandbox is closed. */
  readonly closing: AbortSignal;
  /** Below the API's base path. */
  readonly routes: readonly Route[];
  /** By whole path; answered whatever faults there are. */
  readonly controlRoutes: readonly Route[];
}

/** Where the sandbox itself is told what to do. */
const controlPath = '/sandbox/';

/** Answers one request, faults included. Never rejects. */
export async function handleRequest(parts: RequestHandlerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { context, allowNonLoopback } = parts;
  const [path = '', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const query = new Query(search, context.profile.router);
  response.setHeader('Date', new Date(context.clock.now()).toUTCString());
  try {
    refuseBrowsers(request, allowNonLoopback);
    const effects = path.startsWith(controlPath) ? [] : context.faults.takeEffects(request.method ?? '', path);
    // Read first: a delayed write is done even when its client has given up meanwhile, as behind any slow server.
    const body = await readBody(request);
    if (!(await misbehave(parts, effects, request, response))) return;
    const { reply, as, route } = await dispatch(parts, request, path, query, body);
    if (effects.some((effect) => effect.kind === 'drop')) request.socket.destroy();
    else if (reply instanceof ApiError) sendErrorReply(context, query, response, reply, route?.errorsAsText);
    else {
      setVersion(context, query, response);
      sendReply(response, reply, as);
    }
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(500, error instanceof Error ? error.message : String(error));
    sendErrorReply(context, query, response, known);
  }
}

/** False when the request is done with. */
async function misbehave({ context, closing }: RequestHandlerParts, effects: readonly FaultEffect[], request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  for (const effect of effects) {
    if (effect.kind === 'delay') {
      await pause(context.clock, effect.ms, closing);
      if (closing.aborted) return false;
    } else if (effect.kind === 'hang') return false;
    else if (effect.kind === 'status') throw new ApiError(effect.status, effect.message ?? 'told to fail');
    else if (effect.kind === 'drop') {
      if (effect.when === 'after') continue;
      request.socket.destroy();
      return false;
    } else {
      if (effect.kind === 'garbage') sendGarbage(response);
      else sendEndless(response);
      return false;
    }
  }
  return true;
}

/** Ends early with the sandbox, so that no timer outlives it. */
function pause(clock: Clock, ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => {
      closing.removeEventListener('abort', end);
      resolve();
    });
    const end = (): void => {
      cancel();
      resolve();
    };
    closing.addEventListener('abort', end, { once: true });
  });
}

interface Dispatched {
  readonly reply: Reply | ApiError;
  readonly as: MediaType;
  readonly route?: Route;
}

async function dispatch(parts: RequestHandlerParts, request: IncomingMessage, path: string, query: Query, body: Buffer): Promise<Dispatched> {
  const { context: { profile }, users, routes, controlRoutes } = parts;
  const find = (): ReturnType<typeof findRoute> => {
    if (path.startsWith(controlPath)) return findRoute(controlRoutes, request.method ?? '', path);
    if (!path.startsWith(`${profile.basePath}/`)) throw new ApiError(404, `path ${path} was not found`);
    return findRoute(routes, request.method ?? '', path.slice(profile.basePath.length));
  };
  let found: ReturnType<typeof findRoute> | undefined;
  try {
    if (profile.router === 'swagger') found = find();
    authenticate(request, users, profile);
    found ??= find();
    const { route, params } = found;
    const produced = route.produces ?? 'application/json';
    const as = profile.router === 'swagger' ? negotiate(request.headers.accept, produced) : produced;
    // How a sandbox is told what to do need not name the type of nothing.
    const isBare = body.length === 0 && path.startsWith(controlPath);
    if (route.consumes !== undefined && !isBare) checkContentType(request.headers, route.consumes);
    const header = (name: string): string | undefined => request.headersDistinct[name]?.at(-1);
    return { reply: await route.handle({ params, query, header, body }), as, route };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { reply: error, as: 'application/json', ...(found === undefined ? {} : { route: found.route }) };
  }
}

function sendErrorReply(context: ApiContext, query: Query, response: ServerResponse, error: ApiError, asText?: boolean): void {
  if (response.headersSent || response.destroyed) return;
  setVersion(context, query, response);
  sendError(response, error, asText);
}

/** On every answer: the version in memory after the operation, or that of the open transaction that the query names (facts 1). */
function setVersion({ store, transactions }: ApiContext, query: Query, response: ServerResponse): void {
  const id = query.text('transaction_id');
  const version = id === undefined ? store.version : (transactions.open.find((open) => open.id === id)?.version ?? 0);
  response.setHeader('Configuration-Version', version);
}
