import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { writeEvents, type EventWriter } from '../../bin/writeEvents.js';

/** An output whose reader takes a chunk only when told to. */
const slowOutput = (): { readonly output: Writable; readonly taken: string[]; readonly take: (error?: Error) => void } => {
  const taken: string[] = [];
  let done: ((error?: Error | null) => void) | undefined;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, callback) => {
      taken.push(chunk.toString());
      done = callback;
    },
  });
  return { output, taken, take: (error) => done?.(error) };
};
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('writeEvents', () => {
  it('writes the lines of one turn at once, in order', async () => {
    const { output, taken } = slowOutput();
    const writer = writeEvents(output);

    writer.write('a\n');
    writer.write('b\n');
    await settled();

    expect(taken).toEqual(['a\nb\n']);
  });

  it('counts the bytes that are not taken yet', async () => {
    const { output, take } = slowOutput();
    const writer = writeEvents(output);

    writer.write('ä\n');
    expect(writer.unreadBytes()).toBe(3);
    await settled();
    expect(writer.unreadBytes()).toBe(3);
    take();
    await settled();
    expect(writer.unreadBytes()).toBe(0);
  });

  it('design 6: lets wait until the reader has caught up', async () => {
    const { output, take } = slowOutput();
    const writer = writeEvents(output);
    let below = false;

    expect(writer.whenBelow(0)).toBeUndefined();
    writer.write('abc\n');
    expect(writer.whenBelow(4)).toBeUndefined();
    void writer.whenBelow(3)?.then(() => (below = true));
    await settled();
    expect(below).toBe(false);
    take();
    await settled();
    expect(below).toBe(true);
  });

  it('design 6: flushes until all is written', async () => {
    const { output, taken, take } = slowOutput();
    const writer = writeEvents(output);
    writer.write('x'.repeat(70_000));
    writer.write('y');
    let flushed = false;

    void writer.flush().then(() => (flushed = true));
    await settled();
    take();
    await settled();
    expect(flushed).toBe(false);
    take();
    await settled();

    expect(flushed).toBe(true);
    expect(taken.join('')).toHaveLength(70_001);
  });

  it('design 8: tells once when the output is gone, lets nobody wait for it, and drops what comes later', async () => {
    const { output, take } = slowOutput();
    const writer = writeEvents(output);
    const gone = lastValueFrom(writer.gone$.pipe(toArray()), { defaultValue: [] });
    writer.write('a\n');
    const flushed = writer.flush();
    const epipe = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    await settled();

    take(epipe);
    await flushed;
    writer.write('b\n');

    expect(await gone).toEqual([epipe]);
    expect(writer.unreadBytes()).toBe(0);
    await writer.flush();
  });

  it('takes an output that was closed from the start or without an error', async () => {
    const { output } = slowOutput();
    const writer = writeEvents(output);
    output.destroy();

    const gone = ({ gone$ }: EventWriter): Promise<unknown[]> => lastValueFrom(gone$.pipe(toArray()), { defaultValue: [] });

    expect(await gone(writer)).toEqual([undefined]);
    expect(await gone(writeEvents(output))).toEqual([undefined]);
  });
});
