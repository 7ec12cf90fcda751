/** One transaction of the API, open or dead (facts 5). */
export interface Transaction {
  /** As its URL has it. */
  readonly id: string;
  /** The version on which it rests. */
  readonly version: number;
  /** Whether it can still be committed. */
  readonly status: 'in_progress' | 'failed' | 'outdated';
  /** The configuration as it would be after its commit, without the two lines on top. */
  readonly text: string;
}

/** How many may be open at a time (facts 5). */
export const maxOpenTransactions = 20;

/** Open, failed and outdated transactions by id; they outlive a restart of the API (facts 5). */
export class Transactions {
  readonly #byId = new Map<string, Transaction>();

  get all(): readonly Transaction[] {
    return [...this.#byId.values()];
  }

  get open(): readonly Transaction[] {
    return this.all.filter(({ status }) => status === 'in_progress');
  }

  find(id: string): Transaction | undefined {
    return this.#byId.get(id);
  }

  put(transaction: Transaction): void {
    this.#byId.set(transaction.id, transaction);
  }

  remove(id: string): boolean {
    return this.#byId.delete(id);
  }

  /** After a commit: all that still rest on that version or an older one are dead (facts 5). */
  outdate(version: number): void {
    for (const transaction of this.open) {
      if (transaction.version <= version) this.put({ ...transaction, status: 'outdated' });
    }
  }
}
