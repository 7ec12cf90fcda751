import { afterAll, afterEach } from '@jest/globals';

type Undo = () => Promise<void> | void;

/** What was started, undone in reverse order, each once, whatever the others do. */
export interface Cleanup {
  defer(undo: Undo): void;
}

function cleanup(hook: (run: () => Promise<void>) => void): Cleanup {
  const undos: Undo[] = [];
  hook(async () => {
    const failures: unknown[] = [];
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'cleaning up failed');
  });
  return { defer: (undo) => void undos.push(undo) };
}

/** Undoes after every single spec of the surrounding `describe`. */
export const cleanupAfterEach = (): Cleanup => cleanup(afterEach);

/** Undoes once, after the last spec of the surrounding `describe`. */
export const cleanupAfterAll = (): Cleanup => cleanup(afterAll);
