import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../bin/print/paint.js';
import { beginPush, foldPush } from '../../../bin/push/foldPush.js';
import type { PushState } from '../../../bin/push/foldPush.js';
import type { InstanceDeploymentFailedEvent } from '../../../lib/events/types.js';
import { createEndLine, progressLines } from '../../../bin/push/printProgress.js';
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

    expect(createEndLine(plain)(failed({ endpoint: { url: 'http://h0:1' }, error }))).toBe('http://h0:1 failed (rejected: line one\\u001b[2J)');
  });
});

describe('the lines of a push', () => {
  const failedWith = (url: string, message: string): InstanceDeploymentFailedEvent => failed({ endpoint: { url }, error: { code: 'rejected', message, stage: 'plan', hints: [] } });

  it('tell a cause once, and after that whose it was first', () => {
    const endLine = createEndLine(plain);

    expect(urls(2).map((url) => endLine(failedWith(url, `nothing was sent to ${url}: no socket`)))).toEqual([
      'http://h0:1 failed (rejected: nothing was sent to http://h0:1: no socket)',
      'http://h1:1 failed (rejected, as http://h0:1)',
    ]);
    expect(endLine(failedWith('http://h2:1', 'another'))).toBe('http://h2:1 failed (rejected: another)');
  });

  it("show HAProxy's alert, not the notices before it", () => {
    const message = 'HAProxy did not start: [NOTICE]   (1) : Reloading HAProxy\n[ALERT]    (1) : cannot bind\n[NOTICE] more';

    expect(createEndLine(plain)(failedWith('http://h0:1', message))).toBe('http://h0:1 failed (rejected: HAProxy did not start: [ALERT]    (1) : cannot bind)');
  });
});

describe('the summary of a push', () => {
  it('tells an equal cause once, with its endpoints, and does not speak of the library', () => {
    const errorAt = (url: string) => ({ code: 'rejected', message: `nothing was sent to ${url}: no socket`, stage: 'plan', hints: ['Or --allow-lockout (library: allowLockout).'] }) as const;
    const state = urls(12).reduce((before, url) => foldPush(before, failed({ endpoint: { url }, error: errorAt(url) }), 1), began(12));

    const text = printSummary(state, { paint: plain, width: undefined });

    expect(text).toContain('\nrejected: http://h0:1\n          http://h1:1\n');
    expect(text).toContain('\n          and 7 more\n  nothing was sent to the endpoint: no socket\n  Or --allow-lockout.\n\n');
    expect(text.match(/no socket/g)).toHaveLength(1);
  });

  it('tells of twenty causes in full and counts the others, but has a row for each endpoint', () => {
    const errorAt = (url: string) => ({ code: 'rejected', message: `no ${url.length} ${url.slice(8)}`, stage: 'apply', hints: ['do this'] }) as const;
    const state = urls(25).reduce((before, url) => foldPush(before, failed({ endpoint: { url }, error: errorAt(url) }), 1), began(25));

    const text = printSummary(state, { paint: plain, width: undefined });

    expect(text.match(/^ {2}no .*\n/gm)).toHaveLength(20);
    expect(text.match(/^ {2}do this\n/gm)).toHaveLength(20);
    expect(text).toContain('\nand 5 more causes; --json has them all\n');
    expect(text.match(/^http:/gm)).toHaveLength(25);
  });

  it('D5b lists what the API stored with another meaning', () => {
    const state = foldPush(began(1), deployed({ endpoint: { url: 'http://h0:1' }, strategy: 'raw', fidelity: 'altered', altered: ['option lost'] }), 1);

    expect(printSummary(state, { paint: plain, width: undefined })).toContain('http://h0:1: the API stored it with another meaning\n  option lost\n');
  });
});
