/**
 * Makes a function that runs jobs one after another, at once where none is running: one that is given
 * by another job waits until that one, and all that were given before it, are done.
 *
 * Where events are answered by events, this is what gives all readers one order.
 *
 * What a job throws goes to whoever gave the job that ran first; those that wait then are done, in
 * their order, with the next that is given.
 */
export function createTurns(): (job: () => void) => void {
  const waiting: (() => void)[] = [];
  let running = false;
  return (job) => {
    waiting.push(job);
    if (running) return;
    running = true;
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
    } finally {
      running = false;
    }
  };
}
