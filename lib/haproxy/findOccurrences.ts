import { possiblePatterns } from './possiblePatterns.js';

/** A stretch of a text: from `start`, up to and without `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * An automaton over all patterns at once (Aho and Corasick), its nodes numbered by depth, 0 the root.
 *
 * The steps from node to node stand in one open hash table of typed arrays: a `Map` of so many
 * numbers takes twenty times as long for a configuration with thousands of users.
 */
class Automaton {
  private readonly from: Int32Array;
  private readonly unit: Uint16Array;
  private readonly to: Int32Array;
  /** The node of the longest proper suffix. */
  private readonly fallback: Int32Array;
  private readonly ends: Int32Array;
  private readonly depths: Int32Array;
  private nodes = 1;

  constructor(patterns: readonly string[]) {
    const size = patterns.reduce((sum, { length }) => sum + length, 1);
    const capacity = 2 ** Math.ceil(Math.log2(2 * size));
    this.from = new Int32Array(capacity);
    this.unit = new Uint16Array(capacity);
    this.to = new Int32Array(capacity);
    this.fallback = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.depths = new Int32Array(size);
    this.grow(patterns);
  }

  /** The node after `node` on reading `unit`. */
  step(node: number, unit: number): number {
    for (let at = node; ; at = this.fallback[at] ?? 0) {
      const next = this.to[this.slot(at, unit)] ?? 0;
      if (next !== 0 || at === 0) return next;
    }
  }

  /** Length of the longest pattern that ends at this node; 0 for none. */
  matched(node: number): number {
    return this.ends[node] ?? 0;
  }

  /** How much of some pattern has been read at this node. */
  begun(node: number): number {
    return this.depths[node] ?? 0;
  }

  /** All patterns grow by one unit at a time, so whatever a fallback leads to is there already. */
  private grow(patterns: readonly string[]): void {
    const at = new Int32Array(patterns.length);
    let growing = patterns.map((_, index) => index);
    for (let depth = 0; growing.length > 0; depth += 1) {
      growing = growing.filter((index) => {
        const pattern = patterns[index] ?? '';
        const node = this.child(at[index] ?? 0, pattern.charCodeAt(depth));
        at[index] = node;
        const complete = pattern.length === depth + 1;
        if (complete) this.ends[node] = depth + 1;
        return !complete;
      });
    }
  }

  private child(node: number, unit: number): number {
    const slot = this.slot(node, unit);
    const known = this.to[slot] ?? 0;
    if (known !== 0) return known;
    const suffix = node === 0 ? 0 : this.step(this.fallback[node] ?? 0, unit);
    const created = this.nodes++;
    this.from[slot] = node;
    this.unit[slot] = unit;
    this.to[slot] = created;
    this.fallback[created] = suffix;
    this.ends[created] = this.matched(suffix);
    this.depths[created] = this.begun(node) + 1;
    return created;
  }

  /** Where the step is kept or would be: no step leads to the root, so a 0 in `to` is a free slot. */
  private slot(node: number, unit: number): number {
    const last = this.to.length - 1;
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & last;
    while (this.to[slot] !== 0 && (this.from[slot] !== node || this.unit[slot] !== unit)) slot = (slot + 1) & last;
    return slot;
  }
}

/**
 * Finds where any of the patterns occurs, overlaps included, as stretches in order that neither
 * overlap nor touch.
 *
 * Takes time in proportion to the text and the patterns together, however many there are.
 *
 * @param patterns Empty ones are passed over.
 */
export function findOccurrences(text: string, patterns: readonly string[]): Span[] {
  const wanted = possiblePatterns(text, patterns).filter((pattern) => pattern.length <= text.length);
  if (wanted.length === 0) return [];
  const automaton = new Automaton(wanted);
  const spans: Span[] = [];
  let node = 0;
  for (let at = 0; at < text.length; at += 1) {
    node = automaton.step(node, text.charCodeAt(at));
    const length = automaton.matched(node);
    if (length === 0) continue;
    let start = at + 1 - length;
    for (let last = spans.at(-1); last !== undefined && last.end >= start; last = spans.at(-1)) {
      start = Math.min(start, last.start);
      spans.pop();
    }
    spans.push({ start, end: at + 1 });
  }
  return spans;
}

/** What may stand behind a value that was cut off. */
const closing = ' \t\r.…"\')]}';
/** Shortest beginning of a pattern that counts, at the end of the text and of any other line. */
const leastCut = { text: 4, line: 8 } as const;

/**
 * Finds where a line, or the text, ends in the beginning of a pattern, as texts do that were cut to
 * a length; dots, quotes and brackets may follow. Beginnings of fewer than 4 characters at the end
 * of the text, of 8 at that of a line, are passed over: they would be those of ordinary words.
 */
export function findCutOff(text: string, patterns: readonly string[]): Span[] {
  const wanted = possiblePatterns(text, patterns);
  if (wanted.length === 0) return [];
  const automaton = new Automaton(wanted);
  const spans: Span[] = [];
  let start = 0;
  const lines = text.trimEnd().split('\n');
  lines.forEach((line, index) => {
    let end = line.length;
    while (end > 0 && closing.includes(line.charAt(end - 1))) end -= 1;
    let node = 0;
    for (let at = 0; at < end; at += 1) node = automaton.step(node, line.charCodeAt(at));
    const length = automaton.begun(node);
    if (length >= (index === lines.length - 1 ? leastCut.text : leastCut.line)) spans.push({ start: start + end - length, end: start + end });
    start += line.length + 1;
  });
  return spans;
}
