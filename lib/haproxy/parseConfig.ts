import { afterDirective, unconditional, type Condition } from './conditions.js';
import { proxyKinds, sectionKinds } from './sectionKinds.js';
import { isBlank, splitWords } from './splitWords.js';

/** A run of lines that belongs to a section. */
export interface Body {
  /** Offsets into the text: after the section line, and up to the next one. */
  readonly start: number;
  readonly end: number;
  /** Number of the first line of the run, from 1. */
  readonly line: number;
  /** What `.if` blocks are open where the run starts. */
  readonly condition: Condition;
}

/** One section; its lines are read by `readLines` when somebody asks. */
export interface Section {
  /** The word that opens it; empty for lines before the first section. */
  readonly kind: string;
  /** The word after `kind`; empty for none. */
  readonly name: string;
  /** Name after `from`, where it is written. */
  readonly from?: string | undefined;
  /** Further words of the section line. */
  readonly extra: readonly string[];
  /**
   * What identifies it in a configuration: kind and name, unnamed `defaults` by the name that the
   * API gives them (facts 2.1), a repeated name by its turn, and the `.if` block around it.
   */
  readonly key: string;
  /** Key of the `defaults` section that it inherits from, by `from` or by place (facts "Defaults"); empty for none. */
  readonly parent: string;
  /** Number of the section line, from 1. */
  readonly line: number;
  /** Offset of the section line. */
  readonly start: number;
  /** One run of lines; several for a `global` that is written more than once, since those merge. */
  readonly bodies: readonly Body[];
}

/** A configuration as its sections. */
export interface ParsedConfig {
  /** What was read. */
  readonly text: string;
  /** In the order of the text. */
  readonly sections: readonly Section[];
  /** The same by {@link Section.key}. */
  readonly byKey: ReadonlyMap<string, Section>;
}

interface Header {
  readonly words: readonly string[];
  readonly line: number;
  readonly start: number;
  readonly bodyStart: number;
  readonly condition: Condition;
}

/** First letters of the section words, and what may spell one with quotes or escapes. */
const mayOpen = new Uint8Array(128);
for (const kind of sectionKinds) mayOpen[kind.charCodeAt(0)] = 1;
for (const char of '"\'\\') mayOpen[char.charCodeAt(0)] = 1;

/**
 * Cuts a configuration into its sections, in one pass over its lines. Any text is fine: what is no
 * section line belongs to the section before it. Words are not read until they are asked for.
 *
 * @example The sections of a configuration
 * ```ts
 * import { parseConfig } from 'haproxy-deployer';
 *
 * const { sections, byKey } = parseConfig('global\ndefaults base\nfrontend web from base\n  bind :80\n');
 * console.log(sections.slice(1).map(({ key }) => key));
 * // → [ 'global', 'defaults base', 'frontend web' ]
 * console.log(byKey.get('frontend web')?.parent);
 * // → defaults base
 * ```
 */
export function parseConfig(text: string): ParsedConfig {
  const headers: Header[] = [];
  const begin = text.startsWith('\uFEFF') ? 1 : 0;
  let condition = unconditional;
  let line = 0;
  for (let at = begin; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    let first = at;
    while (first < end && isBlank(text.charCodeAt(first))) first += 1;
    const code = first < end ? text.charCodeAt(first) : 35;
    if (code === 46) {
      condition = afterDirective(condition, splitWords(text.slice(first, end)), line) ?? condition;
    } else if (code < 128 && mayOpen[code] === 1 && opensSection(text, first, end)) {
      headers.push({ words: splitWords(text.slice(first, end)), line, start: at, bodyStart: Math.min(end + 1, text.length), condition });
    }
    at = end + 1;
  }
  return assemble(text, begin, headers);
}

function opensSection(text: string, first: number, end: number): boolean {
  let at = first;
  for (; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isBlank(code) || code === 35) break;
    if (code === 34 || code === 39 || code === 92) return sectionKinds.has(splitWords(text.slice(first, end))[0] ?? '');
    // The longest of them has 11 letters.
    if (at - first > 11) return false;
  }
  return sectionKinds.has(text.slice(first, at));
}

function assemble(text: string, begin: number, headers: readonly Header[]): ParsedConfig {
  const sections: Section[] = [];
  const byKey = new Map<string, Section>();
  const globalBodies: Body[] = [];
  const turns = new Map<string, number>();
  const defaultsByName = new Map<string, string>();
  let unnamed = 0;
  let reaching = '';

  const preamble: Body = { start: begin, end: headers[0]?.start ?? text.length, line: 1, condition: unconditional };
  add({ kind: '', name: '', extra: [], key: '', parent: '', line: 1, start: begin, bodies: [preamble] });
  headers.forEach((header, index) => {
    const body: Body = { start: header.bodyStart, end: headers[index + 1]?.start ?? text.length, line: header.line + 1, condition: header.condition };
    const { kind, name, from, extra } = readHeader(header.words);
    if (kind === 'global') {
      globalBodies.push(body);
      if (globalBodies.length > 1) return;
    }
    const identity = kind === 'defaults' && name === '' ? `unnamed_defaults_${(unnamed += 1)}` : name;
    const base = (identity === '' ? kind : `${kind} ${identity}`) + (header.condition.mark === '' ? '' : ` .if ${header.condition.mark}`);
    const turn = (turns.get(base) ?? 0) + 1;
    turns.set(base, turn);
    const key = turn === 1 ? base : `${base} #${turn}`;
    const inherits = proxyKinds.has(kind);
    const named = from === undefined ? undefined : (defaultsByName.get(from) ?? `defaults ${from}`);
    const parent = named ?? (inherits ? reaching : '');
    if (kind === 'defaults') {
      defaultsByName.set(identity, key);
      reaching = key;
    }
    const bodies = kind === 'global' ? globalBodies : [body];
    add({ kind, name, ...(from === undefined ? {} : { from }), extra, key, parent, line: header.line, start: header.start, bodies });
  });
  return { text, sections, byKey };

  function add(section: Section): void {
    sections.push(section);
    byKey.set(section.key, section);
  }
}

function readHeader(words: readonly string[]): Pick<Section, 'kind' | 'name' | 'from' | 'extra'> {
  const kind = words[0] ?? '';
  if (kind !== 'defaults' && !proxyKinds.has(kind)) return { kind, name: words[1] ?? '', extra: words.slice(2) };
  const named = !(kind === 'defaults' && words[1] === 'from' && words.length === 3);
  const name = named ? (words[1] ?? '') : '';
  const rest = words.slice(named ? 2 : 1);
  const fromAt = rest.indexOf('from');
  if (fromAt < 0 || rest[fromAt + 1] === undefined) return { kind, name, extra: rest };
  return { kind, name, from: rest[fromAt + 1], extra: [...rest.slice(0, fromAt), ...rest.slice(fromAt + 2)] };
}
