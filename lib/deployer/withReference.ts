import type { ErrorInfo } from '../events/types.js';

/** Adds to the hints where the handbook tells of the code; an error without hints needs none. */
export function withReference(error: ErrorInfo): ErrorInfo {
  return error.hints.length === 0 ? error : { ...error, hints: [...error.hints, `More in docs/operations.md#${error.code}.`] };
}
