import type { ErrorCode, FailureOutcome, Stage } from '../events/types.js';
import { maskMessage } from '../haproxy/maskMessage.js';
import { DataPlaneError } from './errors.js';

/** What a request is for: goes into every error that it may end in. */
export interface Doing {
  /** E.g. `reading the configuration`. */
  readonly what: string;
  /** URL without credentials. */
  readonly endpoint: string;
  readonly stage: Stage;
  /** Whether the request changes the endpoint, so that a lost one leaves it unknown (design D8). */
  readonly writes: boolean;
  /** Masked wherever they are quoted. */
  readonly secrets: () => readonly string[];
}

/** Codes after which trying the same thing again can help (design 7). */
const retryable: ReadonlySet<ErrorCode> = new Set(['unreachable', 'timeout', 'api_error', 'conflict', 'unexpected']);

/** What an error is, apart from what was being done. */
export interface Problem {
  readonly code: ErrorCode;
  /** Ends the message; may quote, at any length, for it is masked and then cut. */
  readonly problem: string;
  readonly hints?: readonly string[];
  /** Where it differs from that of what was being done. */
  readonly stage?: Stage;
  readonly outcome?: FailureOutcome;
  readonly status?: number;
  readonly version?: number;
  readonly transactionId?: string;
  readonly cause?: Error;
}

/** A `DataPlaneError` whose message says what was being done, where, and what went wrong, the last masked and cut. */
export function dataPlaneError(doing: Doing, { problem, ...fields }: Problem): DataPlaneError {
  const { what, endpoint, stage, secrets } = doing;
  return new DataPlaneError(`${what} at ${endpoint}: ${maskMessage(problem, secrets())}`, {
    endpoint,
    stage,
    retryable: retryable.has(fields.code),
    ...fields,
  });
}
