import type { ApiContext } from '../ApiContext.js';
import { versionOf, withHead } from '../config/head.js';
import { ApiError } from '../http/ApiError.js';
import { invalid, type Query } from '../http/Query.js';
import { services, type ApiRequest, type Reply, type Route } from '../http/Route.js';
import { checkVersion, commitConfig, foreignCommit, validateOnly } from '../state/commitConfig.js';
import { runRuntimeActions } from './runRuntimeActions.js';

/** `configuration/version` and `configuration/raw` (facts 2). */
export function rawRoutes(context: ApiContext): readonly Route[] {
  const { profile, store, transactions } = context;
  const raw = { path: `${services}/configuration/raw`, errorsAsText: profile.rawErrorsAsText, produces: profile.v2Shapes ? 'application/json' : 'text/plain' } as const;
  return [
    {
      method: 'GET',
      path: `${services}/configuration/version`,
      handle: ({ query }) => {
        const id = query.text('transaction_id');
        const transaction = id === undefined ? undefined : transactions.find(id);
        if (id !== undefined && transaction === undefined) throw new ApiError(400, `transaction ${id} does not exist`);
        return { status: 200, body: transaction?.version ?? store.version };
      },
    },
    { ...raw, method: 'GET', handle: ({ query }) => readRaw(context, query) },
    { ...raw, method: 'POST', consumes: profile.router === 'swagger' ? ['text/plain', 'application/json'] : ['text/plain'], handle: (request) => pushRaw(context, request) },
  ];
}

function readRaw({ profile, store, transactions }: ApiContext, query: Query): Reply {
  const id = query.text('transaction_id');
  const backup = query.whole('version');
  if (id !== undefined && backup !== 0) throw new ApiError(400, 'both version and transaction specified, specify only one');
  if (backup !== 0) throw new ApiError(404, `backup of version ${backup} does not exist`);
  const transaction = id === undefined ? undefined : transactions.find(id);
  if (id !== undefined && transaction === undefined) throw new ApiError(400, `transaction ${id} does not exist`);
  const text = transaction === undefined ? store.diskText : withHead(transaction.text, transaction.version);
  const headers = store.checksum === undefined ? {} : { 'Configuration-Checksum': store.checksum };
  return { status: 200, headers, body: profile.v2Shapes ? { _version: versionOf(text), data: text } : text };
}

async function pushRaw(context: ApiContext, request: ApiRequest): Promise<Reply> {
  const { profile, store, reloads, commits } = context;
  const { query } = request;
  const text = textOf(request);
  if (text === '') throw invalid(profile.router, 602, 'data in body is required');
  const [version, skipVersion, onlyValidate] = [query.whole('version'), query.flag('skip_version'), query.flag('only_validate')];
  const [skipReload, forceReload] = [query.flag('skip_reload'), query.flag('force_reload')];
  if (onlyValidate) {
    await validateOnly(context, text);
    return written(context, 202);
  }
  await commits.run(async () => {
    if (version === 0 && !skipVersion) throw new ApiError(400, 'version or transaction not specified: at least one of them has to be given');
    if (!text.includes('\n')) throw new ApiError(400, 'invalid configuration: no newline character found');
    if (context.faults.take('conflicts')) foreignCommit(context);
    if (!skipVersion) checkVersion(context, version);
    // Without a check the version is not counted on, but taken from the text, and is 1 without one there.
    await commitConfig(context, { text, version: skipVersion ? versionOf(text) : version + 1, transactionId: context.newId(), baseVersion: store.version });
  });
  if (skipReload) {
    await runRuntimeActions(context, request.header('x-runtime-actions') ?? '');
    return written(context, 201);
  }
  if (forceReload) {
    const result = await reloads.force();
    if (!result.ok) throw new ApiError(400, `Reload failed: exit status 1, ${result.output}`);
    return written(context, 201);
  }
  const id = await reloads.schedule();
  return written(context, 202, { 'Reload-Id': id });
}

function textOf({ body, header }: ApiRequest): string {
  const text = body.toString('utf8');
  if (!/^application\/json/i.test(header('content-type') ?? '')) return text;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string') return value;
  } catch {
    // Answered below, like any other JSON than a string.
  }
  throw new ApiError(400, 'parsing data body from "" failed: a JSON string is expected');
}

function written({ store }: ApiContext, status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...headers, ...(store.checksum === undefined ? {} : { 'Configuration-Checksum': store.checksum }) }, body: store.diskText };
}
