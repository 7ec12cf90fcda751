import type { ReloadResult } from '../process/HaproxyProcess.js';

/** A reload as the API shows it; zero and empty fields are left out. */
export interface ReloadEntry {
  readonly id?: string;
  readonly status: 'in_progress' | 'succeeded' | 'failed';
  /** Seconds since the epoch. */
  readonly reload_timestamp?: number;
  readonly response?: string;
}

interface Recorded extends ReloadEntry {
  readonly id: string;
  readonly reload_timestamp: number;
}

/** How long a failure is kept at least, in seconds: `reload_retention` of one day. */
const retentionSeconds = 24 * 60 * 60;

/** Reload ids of one API process and what became of them (facts 4). */
export class ReloadHistory {
  #minted = 0;
  #failures: readonly Recorded[] = [];
  #lastSuccess: Recorded | undefined;

  /** `YYYY-MM-DD-<n>`: the local date, and a number that counts from 0. */
  mint(nowMs: number): string {
    const date = new Date(nowMs);
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}-${this.#minted++}`;
  }

  /** A failure drops the older ones that are past their time; a success replaces the one before. */
  record(id: string, { ok, output }: ReloadResult, nowMs: number): void {
    const seconds = Math.floor(nowMs / 1_000);
    const entry = { id, reload_timestamp: seconds, ...(output === '' ? {} : { response: output }) };
    if (ok) this.#lastSuccess = { ...entry, status: 'succeeded' };
    else this.#failures = [...this.#failures.filter((failure) => seconds - failure.reload_timestamp < retentionSeconds), { ...entry, status: 'failed' }];
  }

  /** What is older than the last success counts as succeeded; `undefined` for what is not known. */
  find(id: string): ReloadEntry | undefined {
    const known = [...this.#failures, ...(this.#lastSuccess === undefined ? [] : [this.#lastSuccess])].find((entry) => entry.id === id);
    if (known !== undefined) return known;
    return this.#lastSuccess !== undefined && isOlder(id, this.#lastSuccess.id) ? { id, status: 'succeeded' } : undefined;
  }

  list(): readonly ReloadEntry[] {
    return [...this.#failures, ...(this.#lastSuccess === undefined ? [] : [this.#lastSuccess])];
  }
}

function isOlder(id: string, than: string): boolean {
  const [, date, number] = /^(\d{4}-\d{2}-\d{2})-(\d+)$/.exec(id) ?? [];
  const [, thanDate = '', thanNumber] = /^(.*)-(\d+)$/.exec(than) ?? [];
  if (date === undefined) return false;
  return date < thanDate || (date === thanDate && Number(number) < Number(thanNumber));
}
