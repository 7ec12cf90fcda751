import { readFileSync } from 'node:fs';
import { fileProblem } from './fileProblem.js';
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
    throw new UsageError(`${option} ${path} ${fileProblem(error)}`);
  }
  return /^\s*[{[]/.test(text) ? await parseJson(option, path, text) : await parseYaml(option, path, text);
}

/** They stay texts as they were written: version 3.10 is not 3.1, and a password may be all digits. */
const numbers: ReadonlySet<string> = new Set(['tag:yaml.org,2002:int', 'tag:yaml.org,2002:float']);

async function parseJson(option: string, path: string, text: string): Promise<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${option} ${path} is no JSON`);
  }
  // A fleet may be long, and YAML takes its time; options are few.
  if (option === '--config') await refuseTwins(option, path, text);
  return value;
}

/** The last of two keys would win in silence. JSON is YAML, which knows better. */
async function refuseTwins(option: string, path: string, text: string): Promise<void> {
  const { parseDocument } = await import('yaml');
  const twin = parseDocument(text).errors.find(({ code }) => code === 'DUPLICATE_KEY');
  if (twin) throw new UsageError(`${option} ${path}: line ${twin.linePos?.[0].line ?? 1}, column ${twin.linePos?.[0].col ?? 1}: ${explain(twin.code, text.slice(twin.pos[0]))}`);
}

async function parseYaml(option: string, path: string, text: string): Promise<unknown> {
  // Only with such a file: it takes as long to load as all the options to read.
  const { parseDocument } = await import('yaml');
  const parsed = parseDocument(text, { logLevel: 'error', customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !numbers.has(tag.tag)) });
  const [error] = parsed.errors;
  if (error) throw new UsageError(`${option} ${path} is no YAML: line ${error.linePos?.[0].line ?? 1}, column ${error.linePos?.[0].col ?? 1}: ${explain(error.code, text.slice(error.pos[0]))}`);
  try {
    return parsed.toJS({ maxAliasCount: 100 });
  } catch {
    throw new UsageError(`${option} ${path} is no YAML that can be read: it has too many aliases`);
  }
}

/** In words, since the parser's own may quote the file. */
function explain(code: string, rest: string): string {
  if (code !== 'DUPLICATE_KEY') return explanations.get(code) ?? 'something is not as YAML has it; quotes around a value often help';
  const [, key] = /^"?([\w-]+)"?\s*:/.exec(rest) ?? [];
  return `${key === undefined ? 'a key' : `the key "${key}"`} is there twice in one mapping`;
}

const explanations: ReadonlyMap<string, string> = new Map([
  ['BAD_INDENT', 'the line is indented unlike those it belongs to'],
  ['BLOCK_AS_IMPLICIT_KEY', 'a value goes on as a mapping; the next line may be indented too far, or the value lacks quotes'],
  ['MISSING_CHAR', 'a colon, a quote, a bracket or a blank is missing'],
  ['MULTILINE_IMPLICIT_KEY', 'a key goes on in the next line; a colon may be missing'],
  ['TAB_AS_INDENT', 'a tab indents the line; use blanks'],
  ['UNEXPECTED_TOKEN', 'this cannot stand here; quotes around the value may help'],
]);
