import type { ErrorCode } from '../events/types.js';
import { DataPlaneError } from './errors.js';

/** Codes that are true of the endpoint as a whole. */
const wholeEndpoint: ReadonlySet<ErrorCode> = new Set(['unreachable', 'timeout', 'unauthorized']);

/** Whether an error is about one request alone: where its answer is only good to have, the attempt can go on. */
export function isOfOneRequest(error: unknown): boolean {
  return error instanceof DataPlaneError && !wholeEndpoint.has(error.code);
}
