import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { lastValueFrom, take, tap, toArray, type Observable } from 'rxjs';
import { readEvents } from '../../bin/readEvents.js';
import { inputSchemas } from '../../lib/events/inputSchemas.js';
import type { EventRejectedEvent, InputEvent } from '../../lib/events/types.js';

const pause = '{"type":"PauseRequestedEvent"}';
type Outcome = InputEvent | EventRejectedEvent;
const all = (events$: Observable<Outcome>): Promise<Outcome[]> => lastValueFrom(events$.pipe(toArray()), { defaultValue: [] });
const read = (chunks: readonly (Buffer | string)[], maxLineBytes = 1024): Promise<Outcome[]> =>
  all(readEvents(Readable.from(chunks, { objectMode: false }), { maxLineBytes }));

const rejected = (line: number, reason: RegExp, field?: string): object => ({
  type: 'EventRejectedEvent',
  line,
  reason: expect.stringMatching(reason),
  ...(field !== undefined && { field }),
});
const paused = { type: 'PauseRequestedEvent' };

describe('readEvents', () => {
  it('design 6: emits one event a line, blank lines counted, the last one without an end', async () => {
    expect(await read([`${pause}\n\n \t\r\n{"type":"Resu`, 'meRequestedEvent"}\r\n', pause])).toEqual([
      paused,
      { type: 'ResumeRequestedEvent' },
      paused,
    ]);
  });

  it('drops a byte order mark at the start, also one that comes in pieces, and only there', async () => {
    const mark = Buffer.from('\ufeff');

    expect(await read([mark.subarray(0, 1), mark.subarray(1), `${pause}\n`])).toEqual([paused]);
    expect(await read([`${pause}\n`, mark, pause])).toEqual([paused, rejected(2, /no JSON/)]);
  });

  it.each([
    ['nonsense', /^is no JSON/],
    [pause.slice(0, -1), /cut off|no JSON/],
    [`${pause}${pause}`, /more than one JSON value.*column 31/],
    [`${pause} ${pause}`, /more than one JSON value/],
    ['[]', /JSON object/],
    ['1', /JSON object/],
    ['null', /JSON object/],
    [Buffer.from([0x7b, 0xff, 0x7d]), /not UTF-8/],
    ['x'.repeat(1025), /longer than 1024 bytes/],
  ])('design 6: rejects %j with its line and goes on', async (line, reason) => {
    expect(await read(['\n', line, `\n${pause}\n`])).toEqual([rejected(2, reason), paused]);
  });

  it('names the field at fault', async () => {
    expect(await read(['{"type":"ValidationFailedEvent"}'])).toEqual([rejected(1, /missing/, 'errors')]);
  });

  it('design 6: quotes nothing of a line that it rejects', async () => {
    const secret = 'hunter42';
    const lines = [secret, `{"password":"${secret}"`, `{"password":${secret}}`, `{"a":1}"${secret}"`, `{"type":"x ${secret}"}`, `"${secret}\\x"`];

    expect(JSON.stringify(await read([lines.join('\n')]))).not.toContain(secret);
  });

  it('gives exactly one outcome for every line that is not blank, for any bytes', async () => {
    const type = fc.constantFrom(...Object.keys(inputSchemas)).map((name) => Buffer.from(`{"type":"${name}","errors":[]}`));
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a))),
      fc.json().map((json) => Buffer.from(json.replaceAll('\n', ''))),
      type,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 64 }), async (lines, size) => {
        const bytes = Buffer.concat(lines.flatMap((each) => [each, Buffer.from('\n')]));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
        const blank = (each: Buffer, index: number): boolean =>
          /^[ \t\r]*$/.test(each.toString('latin1').replace(index === 0 ? /^\xef\xbb\xbf/ : '', ''));

        expect(await read(chunks, 50)).toHaveLength(lines.filter((each, index) => !blank(each, index)).length);
      }),
    );
  });

  it('design 6: reads no more than two chunks ahead while the gate is shut', async () => {
    const input = new PassThrough();
    let open: () => void = () => undefined;
    const gate = jest.fn<() => Promise<void> | undefined>();
    gate.mockReturnValueOnce(new Promise((resolve) => (open = resolve)));
    const seen: string[] = [];
    readEvents(input, { maxLineBytes: 100, gate }).subscribe(({ type }) => seen.push(type));
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

    input.write(`${pause}\n${pause}\n`);
    await settled();
    expect(seen).toHaveLength(2);
    for (const chunk of [pause, '\n', `${pause}\n`]) {
      input.write(chunk);
      await settled();
    }
    expect(seen).toHaveLength(2);
    expect(input.isPaused()).toBe(true);
    expect(input.readableLength).toBe(pause.length + 1);

    open();
    for (let turn = 0; turn < 10; turn += 1) await settled();
    expect(seen).toHaveLength(4);
  });

  it('design 6: gives requests and signals their turn after some hundreds of short lines', async () => {
    const turns: number[] = [];
    let seen = 0;
    const gate = (): undefined => {
      turns.push(seen);
      seen = 0;
    };

    const input = Readable.from([Buffer.from(`${pause}\n`.repeat(1_200)), Buffer.from(`${pause}\n`)], { objectMode: false });
    await all(readEvents(input, { maxLineBytes: 100, gate }).pipe(tap(() => (seen += 1))));

    expect(turns).toEqual([500, 500, 200, 1]);
  });

  it('errors when the gate or the input does', async () => {
    const broken = new Readable({ read: () => undefined });
    const result = all(readEvents(broken, { maxLineBytes: 100 }));
    broken.destroy(new Error('disk gone'));

    await expect(result).rejects.toThrow('disk gone');
    const gate = (): Promise<void> => Promise.reject(new Error('gate'));
    const input = new PassThrough();
    input.write('\n');
    await expect(all(readEvents(input, { maxLineBytes: 9, gate }))).rejects.toThrow('gate');
  });

  it('errors after what was read before', async () => {
    const input = new PassThrough();
    const seen: string[] = [];
    const result = all(readEvents(input, { maxLineBytes: 100 }).pipe(tap(({ type }) => seen.push(type))));
    input.write(`${pause}\n`);
    setImmediate(() => {
      input.write(`${pause}\n`);
      setImmediate(() => input.destroy(new Error('gone')));
    });

    await expect(result).rejects.toThrow('gone');
    expect(seen).toHaveLength(2);
  });

  it('completes when the input is closed or has ended before', async () => {
    const input = new PassThrough();
    const result = all(readEvents(input, { maxLineBytes: 100 }));
    input.write(pause);
    setImmediate(() => input.destroy());

    expect(await result).toEqual([paused]);
    expect(await all(readEvents(input, { maxLineBytes: 100 }))).toEqual([]);
  });

  it('stops reading when unsubscribed, in the middle of a chunk too', async () => {
    const input = new PassThrough();
    const result = all(readEvents(input, { maxLineBytes: 100 }).pipe(take(1)));
    input.write(`${pause}\n${pause}\n`);

    expect(await result).toEqual([paused]);
    expect(input.isPaused()).toBe(true);
    expect(input.listenerCount('data')).toBe(0);
    expect(input.destroyed).toBe(false);
  });

  it('stops reading when unsubscribed while other chunks wait, and leaves the rest unread', async () => {
    const input = new PassThrough();
    const result = all(readEvents(input, { maxLineBytes: 100 }).pipe(take(1)));
    for (let chunk = 0; chunk < 4; chunk += 1) {
      input.write(`${pause}\n`);
      await new Promise((resolve) => process.nextTick(resolve));
    }

    expect(await result).toEqual([paused]);
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    input.write(`${pause}\n`);
    expect(input.isPaused()).toBe(true);
    expect(input.readableLength).toBeGreaterThan(pause.length);
  });

  it('stops reading when unsubscribed before the first turn', async () => {
    const input = new PassThrough();
    const seen: string[] = [];
    const reading = readEvents(input, { maxLineBytes: 100 }).subscribe(({ type }) => seen.push(type));
    input.write(`${pause}\n`);
    await new Promise((resolve) => process.nextTick(resolve));
    reading.unsubscribe();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));

    expect(seen).toEqual([]);
    expect(input.isPaused()).toBe(true);
  });

  it('hears errors of the input after it was unsubscribed: they end nothing', async () => {
    const input = new PassThrough();
    readEvents(input, { maxLineBytes: 100 }).subscribe().unsubscribe();
    const closed = new Promise((resolve) => input.once('close', resolve));
    input.destroy(new Error('reset'));

    await closed;
    expect(input.errored).toEqual(new Error('reset'));
  });
});
