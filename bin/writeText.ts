import type { Writable } from 'node:stream';
import { defer, firstValueFrom, map, race } from 'rxjs';
import { exitCodes } from './exitCodes.js';
import { writeEvents } from './writeEvents.js';

/**
 * Writes a whole result to an output.
 *
 * @param code The exit code of the command.
 * @returns That code once all is written, or that of an output which nobody reads any more.
 */
export async function writeText(output: Writable, text: string, code: number): Promise<number> {
  const writer = writeEvents(output);
  writer.write(text);
  const gone$ = writer.gone$.pipe(map((): number => exitCodes.SIGPIPE));
  return firstValueFrom(race(gone$, defer(() => writer.flush()).pipe(map(() => code))), { defaultValue: code });
}
