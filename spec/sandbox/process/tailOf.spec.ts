import { describe, expect, it } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { tailOf } from '../../../lib/sandbox/process/tailOf.js';

describe('tailOf', () => {
  it('tells what came since a mark, from all streams', async () => {
    const [one, two] = [new PassThrough(), new PassThrough()];
    const tail = tailOf([one, two]);
    one.write('a');
    await setImmediate();
    const mark = tail.mark();

    two.write('b');
    await setImmediate();

    expect([tail.all(), tail.since(mark)]).toEqual(['ab', 'b']);
  });

  it('forgets the oldest, and marks stay true', async () => {
    const stream = new PassThrough();
    const tail = tailOf([stream]);
    stream.write('x'.repeat(200 * 1024));
    await setImmediate();
    const mark = tail.mark();

    stream.write(`${'y'.repeat(100 * 1024)}z`);
    await setImmediate();

    expect(tail.all()).toHaveLength(256 * 1024);
    expect(tail.since(mark)).toBe(`${'y'.repeat(100 * 1024)}z`);
    expect(tail.since(0)).toBe(tail.all());
  });
});
