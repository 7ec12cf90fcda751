import { ApiError } from './ApiError.js';

/** Throws 400 for a body that is no JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ApiError(400, 'parsing body from "" failed, because it is no JSON');
  }
}
