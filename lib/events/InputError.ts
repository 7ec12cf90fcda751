/** What an {@link InputError} may tell besides its message. */
export interface InputErrorFields {
  /** Path of the field at fault, e.g. `endpoints[1].url`. */
  readonly field?: string;
  /** Line of the input, from 1, blank lines included. */
  readonly line?: number;
}

/**
 * Something given from outside that can't be used: an event, a line, a URL.
 *
 * `message` says what is wrong and what would be right. It quotes nothing of the input that may be
 * a secret.
 *
 * @example Say what was wrong, and where
 * ```ts
 * import { InputError, parseEvent } from 'haproxy-deployer';
 *
 * const event = parseEvent({ type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: 'a.example' }] });
 * if (event instanceof InputError) console.log(`${event.field} ${event.message}`);
 * // → endpoints[0].url takes a URL that begins with http:// or https://
 * ```
 */
export class InputError extends Error {
  /** Tells it apart where `instanceof` cannot. */
  override readonly name = 'InputError';
  /** The same for all of them. */
  readonly code = 'invalid_input';
  /** Path of the field at fault, e.g. `endpoints[1].url`. */
  readonly field: string | undefined;
  /** Line of the input, from 1. */
  readonly line: number | undefined;

  constructor(message: string, { field, line }: InputErrorFields = {}) {
    super(message);
    this.field = field;
    this.line = line;
  }
}
