import { Readable } from 'node:stream';
import type { ServerResponse } from 'node:http';
import type { ApiError } from './ApiError.js';
import type { MediaType, Reply } from './Route.js';

/** @param as What the client asked for; text is put into a JSON string where that is JSON. */
export function sendReply(response: ServerResponse, { status, headers = {}, body }: Reply, as: MediaType): void {
  response.writeHead(status, { ...headers, ...(body === undefined ? {} : { 'Content-Type': as }) });
  if (body === undefined) response.end();
  else if (as === 'application/json') response.end(`${JSON.stringify(body)}\n`);
  else if (typeof body === 'string') response.end(body, as === 'application/octet-stream' ? 'latin1' : 'utf8');
  else throw new TypeError(`a body of type ${as} must be text`);
}

export function sendError(response: ServerResponse, { status, code, message, headers }: ApiError, asText = false): void {
  response.writeHead(status, { ...headers, 'Content-Type': asText ? 'text/plain' : 'application/json' });
  response.end(`${JSON.stringify({ code, message })}\n`);
}

/** Bytes that are neither JSON nor UTF-8 nor a configuration. */
export function sendGarbage(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x22, 0x80]));
}

/** Text that goes on as long as somebody reads it. */
export function sendEndless(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/plain' });
  const chunk = '# and so on\n'.repeat(1_000);
  const endless = new Readable({ read: () => void endless.push(chunk) });
  response.on('close', () => endless.destroy());
  endless.pipe(response);
}
