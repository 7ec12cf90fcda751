import { Readable, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Subject } from 'rxjs';
import { runService } from '../../bin/runService.js';
import { defaults } from '../../lib/defaults.js';
import { runArguments } from '../support/runInProcess.js';

/** Rejected, with a longer line of output. */
const line = `${JSON.stringify({ type: 'Unknown'.repeat(9) })}\n`;
const [chunks, linesOfChunk] = [100, 400];
/** So many turns without a read mean that it has stopped: it takes one turn from part to part. */
const idleTurns = 500;

describe('run behind a slow reader', () => {
  it('design 6: reads no input while more than 4 MiB of output are unread, and goes on when they are', async () => {
    let given = 0;
    let written = 0;
    let release = (): void => undefined;
    let isStuck = true;
    const stdin = new Readable({
      highWaterMark: 1,
      read() {
        this.push(given === chunks ? null : line.repeat(linesOfChunk));
        given = Math.min(chunks, given + 1);
      },
    });
    const stdout = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.length;
        release = done;
        if (!isStuck) done();
      },
    });
    const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });

    const code = runService(runArguments(['--log-level', 'fatal']), { stdin, stdout, stderr, signal$: new Subject() });
    for (let idle = 0; idle < idleTurns; idle += 1) {
      const before = given;
      await turn();
      if (given !== before) idle = 0;
    }
    const readWhenStuck = given;
    isStuck = false;
    release();

    expect(await code).toBe(2);
    expect(readWhenStuck).toBeLessThan(chunks);
    expect(written).toBeGreaterThan(defaults.maxUnreadOutputBytes * 1.5);
    expect(given).toBe(chunks);
  });
});
