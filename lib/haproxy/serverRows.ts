import { digest } from './digest.js';
import type { Entry } from './diffSequence.js';
import { plainForm, type ConfigLine } from './readLines.js';
import { readServerOptions, type ServerSettings } from './serverLine.js';
import { isPlain, splitWords } from './splitWords.js';

/** A line about servers, with what `default-server` lines before it say. */
export interface ServerRow extends Entry {
  readonly kind: 'server' | 'default-server' | 'server-template';
  readonly name: string;
  /** Tells servers of one name apart by their turn, too. */
  readonly identity: string;
  readonly source: ConfigLine;
  /** Equal for rows under equal `default-server` lines. */
  readonly reach: string;
  /** How many `default-server` lines of the section reach it. */
  readonly reachCount: number;
}

/** The lines about servers of one section, and what they mean. */
export interface ServerRows {
  readonly rows: readonly ServerRow[];
  /** Reads one row with all that it inherits; the address of a `default-server` is empty. */
  readonly settings: (row: ServerRow) => ServerSettings;
}

type Options = ReadonlyMap<string, string>;

/** The kind of line about servers, by its first word; `undefined` for any other line. */
export function serverKind(text: string): ServerRow['kind'] | undefined {
  if (text.startsWith('server')) {
    const after = text.charAt(6);
    if (after === ' ' || after === '\t') return 'server';
    return after === '-' && /^server-template(?:\s|$)/.test(text) ? 'server-template' : undefined;
  }
  return text.startsWith('default-server') && /^default-server(?:\s|$)/.test(text) ? 'default-server' : undefined;
}

/**
 * Reads the lines about servers of one section, in order.
 *
 * @param lines Only such lines.
 * @param inherited Words of `default-server` lines of the `defaults` sections that reach here, outermost first.
 */
export function serverRows(lines: readonly ConfigLine[], inherited: () => readonly (readonly string[])[] = () => []): ServerRows {
  const defaults: ConfigLine[] = [];
  const turns = new Map<string, number>();
  let reach = '';
  const rows = lines.map((source): ServerRow => {
    const mark = source.condition === '' ? '' : `.if ${source.condition} `;
    const form = mark + plainForm(source.text);
    const kind = serverKind(source.text) ?? keywordOf(source.text);
    if (kind === 'default-server') {
      defaults.push(source);
      reach = digest(`${reach}\n${form}`);
      return { kind, name: '', identity: `${mark}${kind}`, form, source, reach, reachCount: defaults.length };
    }
    const name = nameOf(source.text);
    const identity = `${mark}${kind} ${name}`;
    const turn = (turns.get(identity) ?? 0) + 1;
    turns.set(identity, turn);
    return { kind, name, identity: turn === 1 ? identity : `${identity} #${turn}`, form, source, reach, reachCount: defaults.length };
  });

  // Rows are asked for in order, so what they inherit is built up once.
  let built: { readonly count: number; readonly options: Options } | undefined;
  const optionsAt = (count: number): Options => {
    const from = built !== undefined && built.count <= count ? built : { count: 0, options: inherited().reduce<Options>((options, words) => readServerOptions(words, options), new Map()) };
    const added = defaults.slice(from.count, count).flatMap(({ text }) => splitWords(text).slice(1));
    built = { count, options: added.length === 0 ? from.options : readServerOptions(added, from.options) };
    return built.options;
  };
  return {
    rows,
    settings: ({ kind, source, reachCount }) => {
      if (kind === 'default-server') return { address: '', options: optionsAt(reachCount) };
      const words = splitWords(source.text);
      const lead = kind === 'server' ? 3 : 4;
      return { address: words.slice(2, lead).join(' '), options: readServerOptions(words.slice(lead), optionsAt(reachCount)) };
    },
  };
}

function keywordOf(text: string): ServerRow['kind'] {
  const keyword = splitWords(text)[0];
  return keyword === 'default-server' || keyword === 'server-template' ? keyword : 'server';
}

function nameOf(text: string): string {
  if (!isPlain(text)) return splitWords(text)[1] ?? '';
  const start = text.indexOf(' ') + 1;
  const end = text.indexOf(' ', start);
  return start === 0 ? '' : text.slice(start, end < 0 ? text.length : end);
}
