import type { Writable } from 'node:stream';
import type { Screen, Paint } from '../print/paint.js';
import { createEndLine, progressLines } from './printProgress.js';
import { outcomeOf } from './foldPush.js';
import type { End, PushState } from './foldPush.js';

/** Tells people how a push goes on. */
export interface Progress {
  /** An endpoint has ended. */
  readonly ended: (end: End) => void;
  /** To be called on each event, and now and then. */
  readonly draw: (state: PushState, nowMs: number) => void;
  /** Takes away what is drawn anew. */
  readonly done: () => void;
}

/** One line for each endpoint that has ended: for logs, and for screens that cannot draw anew. */
export function plainProgress(output: Writable, paint: Paint): Progress {
  const endLine = createEndLine(paint);
  return { ended: (end) => void output.write(`${endLine(end)}\n`), draw: () => undefined, done: () => undefined };
}

/** Above this many endpoints those that have the content pass without a line: the counts tell. */
const maxLines = 20;

/** Counts and running endpoints, drawn anew below the lines of those that have ended. */
export async function drawnProgress(output: NodeJS.WritableStream & Screen, paint: Paint, total: number): Promise<Progress> {
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(output);
  const endLine = createEndLine(paint);
  return {
    ended: (end) => {
      const outcome = outcomeOf(end);
      if (total <= maxLines || outcome === 'failed') update.persist(endLine(end));
    },
    draw: (state, nowMs) => update(progressLines(state, nowMs, paint).join('\n')),
    done: () => {
      update.clear();
      update.done();
    },
  };
}
