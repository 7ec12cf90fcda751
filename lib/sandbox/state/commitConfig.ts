import type { ApiContext } from '../ApiContext.js';
import { validationMessage } from '../check/validationMessage.js';
import type { Alert } from '../check/Validator.js';
import { withoutHead } from '../config/head.js';
import { ApiError } from '../http/ApiError.js';

/** Where the API keeps the files of transactions; only seen in messages. */
const transactionDirectory = '/tmp/haproxy';

export interface Commit {
  readonly text: string;
  /** What the text will be stored under. */
  readonly version: number;
  /** Of the transaction that stays behind, failed, when HAProxy refuses the text. */
  readonly transactionId: string;
  readonly baseVersion: number;
}

/** Throws 409 unless `version` is the one in memory (facts 2). */
export function checkVersion({ store }: ApiContext, version: number): void {
  if (version !== store.version) throw new ApiError(409, `version mismatch: version in configuration file is ${store.version}, given version is ${version}`);
}

/** A raw push of somebody else's, without a reload; without `text` it changes the version alone. */
export function foreignCommit({ store }: ApiContext, text = store.memoryText): void {
  store.commit(store.prepare(text, store.version + 1));
}

/** Re-serialises, checks and writes (facts 2.1, 11); call it under the context's lock. Throws 400 for a text that HAProxy refuses. */
export async function commitConfig(context: ApiContext, { text, version, transactionId, baseVersion }: Commit): Promise<void> {
  const { store, transactions } = context;
  const prepared = store.prepare(text, version);
  const alerts = await alertsOf(context, prepared);
  if (alerts.length > 0) {
    transactions.put({ id: transactionId, version: baseVersion, status: 'failed', text: withoutHead(prepared) });
    throw new ApiError(400, validationMessage(alerts, `${transactionDirectory}/haproxy.cfg.${transactionId}`, transactionId));
  }
  store.commit(prepared);
}

/** Judges a text as it was sent, and writes nothing (facts 2). */
export async function validateOnly(context: ApiContext, text: string): Promise<void> {
  const alerts = await alertsOf(context, text);
  if (alerts.length === 0) return;
  throw new ApiError(400, context.profile.validateOnlyDetail ? validationMessage(alerts, '/tmp/onlyvalidate1') : 'validation error: exit status 1');
}

async function alertsOf({ faults, validate, files }: ApiContext, text: string): Promise<readonly Alert[]> {
  const refusal = faults.takeRefusal();
  return refusal === undefined ? validate(text, files) : refusal.split('\n').map((line) => ({ text: line }));
}
