/** Runs pieces of work one after another, in the order in which they were given. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as `work` does; a rejection does not keep the next piece from running. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
