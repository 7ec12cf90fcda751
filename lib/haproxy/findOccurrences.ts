/** A stretch of a text: from `start`, up to and without `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** An automaton over all patterns at once (Aho and Corasick), its nodes numbered by depth. */
interface Automaton {
  /** From node × 65536 + code unit to the node after it. */
  readonly steps: ReadonlyMap<number, number>;
  /** The node of the longest proper suffix. */
  readonly fallback: readonly number[];
  /** Length of the longest pattern that ends here; 0 for none. */
  readonly ends: readonly number[];
}

const keyOf = (node: number, unit: number): number => node * 65_536 + unit;

function stepFrom(steps: ReadonlyMap<number, number>, fallback: readonly number[], from: number, unit: number): number {
  let node = from;
  for (;;) {
    const next = steps.get(keyOf(node, unit));
    if (next !== undefined) return next;
    if (node === 0) return 0;
    node = fallback[node] ?? 0;
  }
}

/** All patterns grow by one unit at a time, so whatever a fallback leads to is there already. */
function build(patterns: readonly string[]): Automaton {
  const steps = new Map<number, number>();
  const fallback = [0];
  const ends = [0];
  let growing = patterns.map((pattern) => ({ pattern, node: 0 }));
  for (let depth = 0; growing.length > 0; depth += 1) {
    growing = growing.map(({ pattern, node }) => {
      const unit = pattern.charCodeAt(depth);
      let next = steps.get(keyOf(node, unit));
      if (next === undefined) {
        const suffix = node === 0 ? 0 : stepFrom(steps, fallback, fallback[node] ?? 0, unit);
        next = fallback.push(suffix) - 1;
        ends.push(ends[suffix] ?? 0);
        steps.set(keyOf(node, unit), next);
      }
      if (pattern.length === depth + 1) ends[next] = depth + 1;
      return { pattern, node: next };
    });
    growing = growing.filter(({ pattern }) => pattern.length > depth + 1);
  }
  return { steps, fallback, ends };
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
  const wanted = [...new Set(patterns)].filter((pattern) => pattern !== '' && pattern.length <= text.length);
  if (wanted.length === 0) return [];
  const { steps, fallback, ends } = build(wanted);
  const spans: Span[] = [];
  let node = 0;
  for (let at = 0; at < text.length; at += 1) {
    node = stepFrom(steps, fallback, node, text.charCodeAt(at));
    const length = ends[node] ?? 0;
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
