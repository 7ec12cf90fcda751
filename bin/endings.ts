import { map, merge, take, tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { exitCodes } from './exitCodes.js';

/** What may end a command before it has done its work. */
export interface EndingSources {
  /** Emits each signal that asks for an end; hot. */
  readonly signal$: Observable<'SIGINT' | 'SIGTERM'>;
  /** Emits when nobody reads the output any more. */
  readonly gone$: Observable<unknown>;
  /** Told of the signal, to log it. */
  readonly onSignal: (signal: 'SIGINT' | 'SIGTERM') => void;
}

/** Emits the exit code of the first thing that ends the command, and completes (design 8); share it among all that heed it. */
export function endings({ signal$, gone$, onSignal }: EndingSources): Observable<number> {
  const signalled$ = signal$.pipe(tap(onSignal), map((signal): number => exitCodes[signal]));
  return merge(signalled$, gone$.pipe(map(() => exitCodes.SIGPIPE))).pipe(take(1));
}
