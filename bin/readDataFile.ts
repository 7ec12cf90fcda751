import { readFileSync } from 'node:fs';
import { UsageError } from './UsageError.js';

/**
 * What a file that an option names holds: JSON where it begins with `{` or `[`, YAML 1.2 else.
 *
 * @throws UsageError with the place of the mistake; nothing of the file is quoted, since it may hold a password.
 */
export async function readDataFile(option: string, path: string): Promise<unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return /^\s*[{[]/.test(text) ? parseJson(option, path, text) : await parseYaml(option, path, text);
}

/** They stay texts as they were written: version 3.10 is not 3.1, and a password may be all digits. */
const numbers: ReadonlySet<string> = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);

function parseJson(option: string, path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${option} ${path} is no JSON`);
  }
}

async function parseYaml(option: string, path: string, text: string): Promise<unknown> {
  // Only with such a file: it takes as long to load as all the options to read.
  const { parseDocument } = await import('yaml');
  const parsed = parseDocument(text, { customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !numbers.has(tag.tag)) });
  const [error] = parsed.errors;
  if (error) throw new UsageError(`${option} ${path} is no YAML: line ${error.linePos?.[0].line ?? 1}, column ${error.linePos?.[0].col ?? 1} (${error.code})`);
  try {
    return parsed.toJS({ maxAliasCount: 100 });
  } catch {
    throw new UsageError(`${option} ${path} is no YAML that can be read: it has too many aliases`);
  }
}
