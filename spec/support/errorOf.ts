import type { Observable } from 'rxjs';
import { DataPlaneError } from '../../lib/dataplane/errors.js';
import { oneValue } from './oneValue.js';

/** Resolves with the `DataPlaneError` of a stream; a value, or any other error, is an error. */
export async function errorOf(source: Observable<unknown>): Promise<DataPlaneError> {
  try {
    await oneValue(source);
  } catch (error) {
    if (error instanceof DataPlaneError) {
      return error;
    }
    throw error;
  }
  throw new Error('expected an error, got a value');
}
