import type { ApiProfile } from '../ApiProfile.js';
import { ApiError } from './ApiError.js';

/** Query parameters, checked as the version at hand does: 422 with a code of its own, or 400. */
export class Query {
  readonly #values: URLSearchParams;
  readonly #router: ApiProfile['router'];

  constructor(search: string, router: ApiProfile['router']) {
    this.#values = new URLSearchParams(search);
    this.#router = router;
  }

  text(name: string): string | undefined {
    return this.#values.get(name) ?? undefined;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw this.#error(602, `${name} in query is required`);
    return value;
  }

  /** False when absent. */
  flag(name: string): boolean {
    const value = this.text(name) ?? 'false';
    if (value !== 'true' && value !== 'false') throw this.#error(601, `${name} in query must be of type boolean: "${value}"`);
    return value === 'true';
  }

  /** 0 when absent, as Go has it. */
  whole(name: string): number {
    const value = this.text(name) ?? '0';
    if (!/^-?\d+$/.test(value)) throw this.#error(601, `${name} in query must be of type int64: "${value}"`);
    return Number(value);
  }

  #error(code: number, message: string): ApiError {
    return invalid(this.#router, code, message);
  }
}

/** What fails the checks that come before the work: 422 with a code in the 600s, or 400 (facts 1). */
export function invalid(router: ApiProfile['router'], code: number, message: string): ApiError {
  return router === 'swagger' ? new ApiError(422, message, { code }) : new ApiError(400, message);
}
