/** One entry of a running map. */
export interface RunningMapEntry {
  /** What is looked up. */
  readonly key: string;
  /** What is found. */
  readonly value: string;
}

/** How one entry of a running map is changed. */
export type MapEntryChange =
  | (RunningMapEntry & { readonly action: 'add' | 'set' })
  | { readonly action: 'delete'; readonly key: string };

/**
 * Plans the way from the entries that a process has to the wanted ones: what goes in the order of the
 * process, then what comes or changes in that of the wanted ones.
 */
export function diffMapEntries(running: readonly RunningMapEntry[], wanted: ReadonlyMap<string, string>): readonly MapEntryChange[] {
  const present = new Map(running.map(({ key, value }) => [key, value]));
  // A key that is there twice, the later one never found: all of its entries go at once, and it comes anew.
  const twice = findRepeated(running);
  return [
    ...[...present.keys()].filter((key) => twice.has(key) || !wanted.has(key)).map((key): MapEntryChange => ({ action: 'delete', key })),
    ...[...wanted].flatMap(([key, value]): readonly MapEntryChange[] => {
      const shown = twice.has(key) ? undefined : present.get(key);
      return shown === value ? [] : [{ action: shown === undefined ? 'add' : 'set', key, value }];
    }),
  ];
}

function findRepeated(entries: readonly RunningMapEntry[]): ReadonlySet<string> {
  const [seen, twice] = [new Set<string>(), new Set<string>()];
  for (const { key } of entries) (seen.has(key) ? twice : seen).add(key);
  return twice;
}
