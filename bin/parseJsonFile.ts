import { readFileSync } from 'node:fs';
import { UsageError } from './UsageError.js';

/** What a JSON file that an option names holds. Throws a `UsageError` that quotes nothing of it: it may hold a password. */
export function parseJsonFile(option: string, path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${option} ${path} is no JSON`);
  }
}
