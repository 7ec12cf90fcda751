import { Observable, share } from 'rxjs';
import { exitCodes } from './exitCodes.js';

type Signal = 'SIGINT' | 'SIGTERM';

/**
 * Emits the first SIGINT or SIGTERM; the second one ends the process at once, as that signal would
 * (design 8): a shell sees 130 or 143. Hot while subscribed.
 */
export function signals(process: NodeJS.Process): Observable<Signal> {
  return new Observable<Signal>((subscriber) => {
    let seen = false;
    const onSignal = (signal: Signal): void => {
      if (seen) endAtOnce(process, signal);
      seen = true;
      subscriber.next(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    // The listeners stay: a second signal during the orderly end must still be heard.
  }).pipe(share());
}

/**
 * An exit waits for threads, and one that reads from a share that hangs never ends: the signal's own
 * action waits for nothing.
 */
function endAtOnce(process: NodeJS.Process, signal: Signal): never {
  // What shows the cursor again waits for it.
  process.emit('exit', exitCodes[signal]);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container does not die of its own signals.
  process.exit(exitCodes[signal]);
}
