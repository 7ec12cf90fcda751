import type { Observable } from 'rxjs';
import type { RunningMapEntry } from '../haproxy/diffMapEntries.js';

/**
 * The maps of the running process (facts 7), on every version alike. What is changed here, a reload
 * takes back: the stored file is changed along.
 *
 * Same terms as for `DataPlaneClient`: cold, one value, nothing but `DataPlaneError`s, no retries.
 */
export interface MapClient {
  /**
   * All entries of a map, in order; `undefined` for one that the process has not loaded.
   *
   * @param map As the storage names its file, e.g. `hosts.map`; so for all methods.
   */
  entries(map: string): Observable<readonly RunningMapEntry[] | undefined>;
  /** Adds an entry; errors where the key is there (`conflict`). */
  add(map: string, entry: RunningMapEntry): Observable<void>;
  /** Gives every entry of a key another value; errors where there is none. */
  set(map: string, entry: RunningMapEntry): Observable<void>;
  /** Takes every entry of a key away; errors where there is none. */
  remove(map: string, key: string): Observable<void>;
}
