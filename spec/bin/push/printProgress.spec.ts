import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../bin/print/paint.js';
import { beginPush, foldPush } from '../../../bin/push/foldPush.js';
import type { PushState } from '../../../bin/push/foldPush.js';
import { endLine, progressLines } from '../../../bin/push/printProgress.js';
import { printSummary } from '../../../bin/push/printSummary.js';
import { instanceDeployed as deployed, instanceFailed as failed, scheduled } from '../../support/events.js';

const urls = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `http://h${index}:1`);
const began = (count: number): PushState => beginPush(scheduled({ targets: urls(count).map((url) => ({ endpoint: { url }, contentChecksum: 'c' })) }));
const begin = (state: PushState, url: string): PushState => foldPush(state, { type: 'begun', url }, 1_000);

describe('the progress of a push', () => {
  it('counts what has ended, runs and waits, and names those that run, with their time', () => {
    const running = urls(2).reduce(begin, began(5));
    const state = foldPush(running, deployed({ endpoint: { url: 'http://h0:1' }, strategy: 'noop' }), 2_000);

    expect(progressLines(state, 4_500, plain)).toEqual(['1 of 5 done, 1 unchanged, 1 running, 3 waiting', '  http://h1:1 3s']);
  });

  it('stays small, however many run', () => {
    const state = urls(200).reduce(begin, began(200));

    const lines = progressLines(state, 1_000, plain);

    expect(lines).toHaveLength(10);
    expect([lines[0], lines.at(-1)]).toEqual(['0 of 200 done, 200 running', '  and 192 more']);
  });

  it('shows the first line of a failure, and no control character of it', () => {
    const error = { code: 'rejected', message: 'line one\u001b[2J\nline two', stage: 'apply', hints: [] } as const;

    expect(endLine(failed({ endpoint: { url: 'http://h0:1' }, error }), plain)).toBe('http://h0:1 failed (rejected: line one\\u001b[2J)');
  });
});

describe('the summary of a push', () => {
  it('tells of twenty failures in full and counts the others, but has a row for each', () => {
    const error = { code: 'rejected', message: 'no', stage: 'apply', hints: ['do this'] } as const;
    const state = urls(25).reduce((before, url) => foldPush(before, failed({ endpoint: { url }, error }), 1), began(25));

    const text = printSummary(state, { paint: plain, width: undefined });

    expect(text.match(/^rejected: no\n/gm)).toHaveLength(20);
    expect(text.match(/^ {2}do this\n/gm)).toHaveLength(20);
    expect(text).toContain('\nand 5 more failures; --json has them all\n');
    expect(text.match(/^http:/gm)).toHaveLength(25);
  });

  it('D5b lists what the API stored with another meaning', () => {
    const state = foldPush(began(1), deployed({ endpoint: { url: 'http://h0:1' }, strategy: 'raw', fidelity: 'altered', altered: ['option lost'] }), 1);

    expect(printSummary(state, { paint: plain, width: undefined })).toContain('http://h0:1: the API stored it with another meaning\n  option lost\n');
  });
});
