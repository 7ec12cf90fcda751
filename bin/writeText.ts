import type { Writable } from 'node:stream';
import { defer, firstValueFrom, map, race } from 'rxjs';
import { exitCodes } from './exitCodes.js';
import { writeEvents } from './writeEvents.js';
import type { EventWriter } from './writeEvents.js';

/**
 * Writes a whole result to an output.
 *
 * @param code The exit code of the command.
 * @returns That code once all is written, or that of an output which nobody reads any more.
 */
export async function writeText(output: Writable, text: string, code: number): Promise<number> {
  const writer = writeEvents(output);
  writer.write(text);
  return codeOnceWritten(writer, code);
}

/** The exit code of a command once all that it wrote is taken, or that of an output which nobody reads any more. */
export async function codeOnceWritten({ flush, gone$ }: Pick<EventWriter, 'flush' | 'gone$'>, code: number): Promise<number> {
  const left$ = gone$.pipe(map((): number => exitCodes.SIGPIPE));
  return firstValueFrom(race(left$, defer(flush).pipe(map(() => code))), { defaultValue: code });
}
