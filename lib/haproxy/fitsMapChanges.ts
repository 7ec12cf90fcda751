import type { MapEntryChange } from './diffMapEntries.js';

/** Most entries that are changed one by one, a request each: a reload is cheaper than more (design D5). */
const most = 100;
/** What can be an argument of the API's path and of HAProxy's command line, which knows no quotes. */
const safeKey = /^[A-Za-z0-9_~][\w.~:-]{0,254}$/;
const safeValue = /^(?!<<)[\x21\x23-\x26\x28-\x3a\x3c-\x5b\x5d-\x7e]{1,1000}$/;

/**
 * Whether changes can be made entry by entry; others, such as one of a key with a slash, take a reload.
 *
 * @param maxChanges How many there may be, of the 100 at most.
 */
export function fitsMapChanges(changes: readonly MapEntryChange[], maxChanges: number): boolean {
  return changes.length <= Math.min(most, maxChanges) && changes.every(isSendable);
}

function isSendable(change: MapEntryChange): boolean {
  return safeKey.test(change.key) && (change.action === 'delete' || safeValue.test(change.value));
}
