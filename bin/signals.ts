import { Observable, share } from 'rxjs';
import { exitCodes } from './exitCodes.js';

type Signal = 'SIGINT' | 'SIGTERM';

/**
 * Emits the first SIGINT or SIGTERM; the second one ends the process at once, with the code of that
 * signal (design 8). Hot while subscribed.
 */
export function signals(process: NodeJS.Process): Observable<Signal> {
  return new Observable<Signal>((subscriber) => {
    let seen = false;
    const onSignal = (signal: Signal): void => {
      if (seen) process.exit(exitCodes[signal]);
      seen = true;
      subscriber.next(signal);
    };
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
    // The listeners stay: a second signal during the orderly end must still be heard.
  }).pipe(share());
}
