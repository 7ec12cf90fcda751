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

/** Plans the way from the entries that a process has to the wanted ones, in the order of the wanted ones. */
export function diffMapEntries(running: readonly RunningMapEntry[], wanted: ReadonlyMap<string, string>): readonly MapEntryChange[] {
  const present = new Map(running.map(({ key, value }) => [key, value]));
  // A key that is there twice, the later one never found: all of its entries go at once, and it comes anew.
  const twice = new Set(present.size === running.length ? [] : running.map(({ key }) => key).filter((key, at, all) => all.indexOf(key) !== at));
  return [
    ...[...present.keys()].filter((key) => twice.has(key) || !wanted.has(key)).map((key): MapEntryChange => ({ action: 'delete', key })),
    ...[...wanted].flatMap(([key, value]): readonly MapEntryChange[] => {
      const shown = twice.has(key) ? undefined : present.get(key);
      return shown === value ? [] : [{ action: shown === undefined ? 'add' : 'set', key, value }];
    }),
  ];
}

/** Most entries that are changed one by one, a request each: a reload is cheaper than more (design D5). */
const maxChanges = 100;
/** What can be an argument of the API's path and of HAProxy's command line, which knows no quotes. */
const safeKey = /^[A-Za-z0-9_~][\w.~:-]*$/;
const safeValue = /^(?!<<$)[\x21\x23-\x26\x28-\x3a\x3c-\x5b\x5d-\x7e]{1,4096}$/;

/**
 * Whether changes can be made entry by entry; others, such as one of a key with a slash, take a reload.
 *
 * @param spare How many there may be, of the 100 at most.
 */
export function fitsMapChanges(changes: readonly MapEntryChange[], spare: number): boolean {
  return changes.length <= Math.min(maxChanges, spare) && changes.every(isSendable);
}

function isSendable(change: MapEntryChange): boolean {
  return safeKey.test(change.key) && (change.action === 'delete' || safeValue.test(change.value));
}
