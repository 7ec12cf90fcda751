import type { ErrorCode, FailureOutcome, Stage } from '../events/types.js';

/** What a {@link DataPlaneError} is made of. */
export interface DataPlaneErrorFields {
  /** Tells what follows (design 7). */
  readonly code: ErrorCode;
  /** URL without credentials. */
  readonly endpoint: string;
  /** How far the attempt had come. */
  readonly stage: Stage;
  /** Whether the same may succeed later by itself. */
  readonly retryable: boolean;
  /** What an operator can do about it. */
  readonly hints?: readonly string[];
  /** Set where the one who threw it knows better than the stage tells. */
  readonly outcome?: FailureOutcome;
  /** HTTP status, where an answer came. */
  readonly status?: number;
  /** `Configuration-Version` of the answer, where it came: the version that the next write must give. */
  readonly version?: number;
  /** Id of the failed transaction that a refused push leaves (design D9). */
  readonly transactionId?: string;
  /** What it was made of; never shown. */
  readonly cause?: unknown;
}

/**
 * The one class of errors in talking to an endpoint (design 7).
 *
 * `message` says what was being done and to which endpoint. Quotes of the API's answer in it are
 * masked by whoever makes the error.
 *
 * @example What a client of your own ends with
 * ```ts
 * import { DataPlaneError } from 'haproxy-deployer';
 *
 * const endpoint = 'http://a.example:5555';
 * const error = new DataPlaneError(`reading the version of ${endpoint}: no answer`, { code: 'timeout', endpoint, stage: 'read', retryable: true });
 * console.log(error.code, error.withOutcome('untouched').outcome);
 * // → timeout untouched
 * ```
 */
export class DataPlaneError extends Error {
  /** Tells it apart where `instanceof` cannot. */
  override readonly name = 'DataPlaneError';
  /** Tells what follows (design 7). */
  readonly code: ErrorCode;
  /** URL without credentials. */
  readonly endpoint: string;
  /** How far the attempt had come. */
  readonly stage: Stage;
  /** Whether the same may succeed later by itself. */
  readonly retryable: boolean;
  /** What an operator can do about it. */
  readonly hints: readonly string[];
  /** What became of the endpoint, where that is known better than the stage tells. */
  readonly outcome: FailureOutcome | undefined;
  /** HTTP status, where an answer came. */
  readonly status: number | undefined;
  /** The version that the next write must give, where the answer told it. */
  readonly version: number | undefined;
  /** Id of the failed transaction that a refused push leaves (design D9). */
  readonly transactionId: string | undefined;

  constructor(message: string, fields: DataPlaneErrorFields) {
    super(message, { cause: fields.cause });
    this.code = fields.code;
    this.endpoint = fields.endpoint;
    this.stage = fields.stage;
    this.retryable = fields.retryable;
    this.hints = fields.hints ?? [];
    this.outcome = fields.outcome;
    this.status = fields.status;
    this.version = fields.version;
    this.transactionId = fields.transactionId;
  }

  /** The same error with what became of the endpoint afterwards. */
  withOutcome(outcome: FailureOutcome, hints: readonly string[] = []): DataPlaneError {
    const { code, endpoint, stage, retryable, cause, status, version, transactionId } = this;
    return new DataPlaneError(this.message, {
      code,
      endpoint,
      stage,
      retryable,
      hints: [...this.hints, ...hints],
      outcome,
      cause,
      ...(status === undefined ? {} : { status }),
      ...(version === undefined ? {} : { version }),
      ...(transactionId === undefined ? {} : { transactionId }),
    });
  }
}
