import type { IncomingMessage } from 'node:http';
import { ApiError } from './ApiError.js';

/** Largest body that is read, in bytes. */
const maxBodyBytes = 256 * 1024 * 1024;

/** The whole body; throws 413 for one that is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a request without encoding gives bytes');
    size += chunk.length;
    // Read on: who stops reading cuts the connection, and the client would never see the answer.
    if (size > maxBodyBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw new ApiError(413, 'request body too large');
  return Buffer.concat(chunks);
}
