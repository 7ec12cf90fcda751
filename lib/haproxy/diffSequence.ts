/** One entry of a sequence that is compared. */
export interface Entry {
  /** What makes two entries the same thing, e.g. a server's name; `form` where things have no name. */
  readonly identity: string;
  /** Equal for entries that mean the same. */
  readonly form: string;
}

export interface SequenceDiff<T> {
  readonly created: readonly T[];
  readonly deleted: readonly T[];
  readonly updated: readonly (readonly [before: T, after: T])[];
  /** The first pair of entries in both that stand in another order; `undefined` when none do. */
  readonly reordered?: readonly [before: T, after: T];
}

/**
 * Compares two sequences in linear time: entries are matched by form, then by identity. With
 * `pairRest`, for things without names, what is left over is paired in order, as a changed line
 * usually stays in its place.
 */
export function diffSequence<T extends Entry>(
  before: readonly T[],
  after: readonly T[],
  { ordered = true, pairRest = false }: { readonly ordered?: boolean; readonly pairRest?: boolean } = {},
): SequenceDiff<T> {
  const [keptBefore, restBefore, restAfter, keptAfter] = match(before, after, ({ form }) => form);
  const [sameBefore, goneBefore, newAfter, sameAfter] = match(restBefore, restAfter, ({ identity }) => identity);
  const pairs = pairRest ? Math.min(goneBefore.length, newAfter.length) : 0;
  const updated = [...zip(sameBefore, sameAfter), ...zip(goneBefore.slice(0, pairs), newAfter.slice(0, pairs))];
  const reordered = ordered ? firstMoved() : undefined;
  return { created: newAfter.slice(pairs), deleted: goneBefore.slice(pairs), updated, ...(reordered === undefined ? {} : { reordered }) };

  function firstMoved(): readonly [T, T] | undefined {
    const partners = new Map<T, T>([...zip(keptBefore, keptAfter), ...zip(sameBefore, sameAfter)]);
    const common = new Set(partners.values());
    const inOrder = after.filter((entry) => common.has(entry));
    let at = 0;
    for (const entry of before) {
      const partner = partners.get(entry);
      if (partner === undefined) continue;
      if (partner !== inOrder[at]) return [entry, partner];
      at += 1;
    }
    return undefined;
  }
}

/** Splits both into entries with a partner, in `before`'s order, and entries without one. */
function match<T>(before: readonly T[], after: readonly T[], key: (entry: T) => string): [T[], T[], T[], T[]] {
  const waiting = new Map<string, T[]>();
  for (let at = after.length - 1; at >= 0; at -= 1) {
    const entry = after[at];
    if (entry === undefined) continue;
    const name = key(entry);
    const list = waiting.get(name);
    if (list === undefined) waiting.set(name, [entry]);
    else list.push(entry);
  }
  const found: T[] = [];
  const partners: T[] = [];
  const rest: T[] = [];
  for (const entry of before) {
    const partner = waiting.get(key(entry))?.pop();
    if (partner === undefined) {
      rest.push(entry);
    } else {
      found.push(entry);
      partners.push(partner);
    }
  }
  const taken = new Set(partners);
  return [found, rest, after.filter((entry) => !taken.has(entry)), partners];
}

function zip<T>(left: readonly T[], right: readonly T[]): [T, T][] {
  const pairs: [T, T][] = [];
  left.forEach((entry, index) => {
    const other = right[index];
    if (other !== undefined) pairs.push([entry, other]);
  });
  return pairs;
}
