import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggedRequest } from '../Sandbox.js';

const maxEntries = 10_000;

/** The last requests and how they ended. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** Adds the request once it has ended, with an answer or without. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => {
      const entry = { method: request.method ?? '', path: request.url ?? '', status: response.headersSent ? response.statusCode : 0 };
      if (this.#entries.push(entry) > maxEntries) this.#entries.shift();
    });
  }
}
