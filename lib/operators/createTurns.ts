/**
 * Makes a function that runs jobs one after another, at once where none is running: one that is given
 * by another job waits until that one, and all that were given before it, are done.
 *
 * Where events are answered by events, this is what gives all readers one order.
 *
 * A job must not throw: those that wait would be lost.
 */
export function createTurns(): (job: () => void) => void {
  let waiting: (() => void)[] = [];
  let running = false;
  return (job) => {
    if (running) {
      waiting.push(job);
      return;
    }
    running = true;
    try {
      job();
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        for (const next of batch) next();
      }
    } finally {
      running = false;
    }
  };
}
