import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { outputSchemas } from '../../lib/events/outputSchemas.js';
import { runInProcess, runOn } from '../support/runInProcess.js';
import { discovery, sandboxes, validated } from '../support/sandboxes.js';

const fleet = sandboxes();
afterEach(fleet.closeAll);

/** An address at which nobody listens any more. */
async function goneUrl(): Promise<string> {
  const [{ url }] = await fleet.start(1);
  await fleet.closeAll();
  return url;
}

describe('exit codes of run', () => {
  it('design 8: 0 when the input has ended and all is deployed', async () => {
    const apis = await fleet.start(2);

    const { code, out } = await runOn([discovery(apis), ...validated('one')]);

    expect(code).toBe(0);
    expect(apis.map(({ state }) => state.runningText.includes('X-Mark one'))).toEqual([true, true]);
    expect(out.items.at(-1)).toMatchObject({ type: 'DeploymentCompletedEvent', total: 2, succeeded: 2 });
  });

  it('design 8: 1 when an endpoint cannot be reached', async () => {
    const { code, out } = await runOn([discovery([{ url: await goneUrl() }]), ...validated('one')], '--drain-timeout', '0');

    expect(code).toBe(1);
    expect(out.items).toContainEqual(expect.objectContaining({ type: 'InstanceDeploymentFailedEvent', error: expect.objectContaining({ code: 'unreachable' }) }));
  });

  it('design 8: 1 when an endpoint refuses the configuration, and the others have it', async () => {
    const [good, bad] = await fleet.start(2);
    bad!.faults = { refuseConfig: 'no' };

    const { code, out } = await runOn([discovery([good, bad!]), ...validated('one')]);

    expect(code).toBe(1);
    expect(good.state.runningText).toContain('X-Mark one');
    expect(out.items).toContainEqual(expect.objectContaining({ type: 'EndpointParkedEvent', code: 'rejected' }));
  });

  it.each([
    ['never validated', [discovery([{ url: 'http://127.0.0.1:1' }]), validated('one')[0]!]],
    ['found not valid', [discovery([{ url: 'http://127.0.0.1:1' }]), validated('one')[0]!, { type: 'ValidationFailedEvent', correlationId: 'one', errors: ['no'] }]],
    ['validated, but no endpoint was ever named', validated('one')],
  ])('design 8: 2 when a configuration was %s', async (_, lines) => {
    expect((await runOn(lines)).code).toBe(2);
  });

  it('design 8: 2 under --strict when any event was rejected, though all is deployed', async () => {
    const apis = await fleet.start(1);
    const lines = [discovery(apis), 'nonsense', ...validated('one')];

    expect((await runOn(lines, '--strict')).code).toBe(2);
    expect((await runOn(lines)).code).toBe(0);
    expect(apis[0].state.runningText).toContain('X-Mark one');
  });

  it.each([
    ['lines that are no events', ['nonsense', '{}']],
    ['a validation of an unknown render', [{ type: 'ValidationCompletedEvent', correlationId: 'nobody' }]],
  ])('design 8: 2 when the input holds %s and nothing else, with endpoints named by flag or not', async (_, lines) => {
    expect((await runOn(lines)).code).toBe(2);
    expect((await runOn(lines, '--endpoint', 'http://127.0.0.1:1')).code).toBe(2);
  });

  it.each([
    ['an empty input', [], []],
    ['an empty input with an endpoint', [], ['--endpoint', 'http://127.0.0.1:1']],
    ['blank lines', ['', '  '], []],
    ['a fleet of none', [discovery([]), ...validated('one')], []],
    ['a rejected line beside an event', ['nonsense', discovery([])], []],
  ])('design 8: 0 for %s', async (_, lines, words) => {
    expect((await runOn(lines, ...words)).code).toBe(0);
  });

  it('S10 a follower ends at once with 0 and asks no endpoint anything', async () => {
    const apis = await fleet.start(1);

    expect((await runOn([discovery(apis), ...validated('one')], '--wait-for-leadership')).code).toBe(0);
    expect(apis[0].requests).toEqual([]);
  });

  it('S10 a follower that becomes the leader deploys', async () => {
    const apis = await fleet.start(1);

    expect((await runOn([discovery(apis), ...validated('one'), { type: 'BecameLeaderEvent' }], '--wait-for-leadership')).code).toBe(0);
    expect(apis[0].state.runningText).toContain('X-Mark one');
  });
});

describe('input and output of run', () => {
  it('design 6: writes nothing but events that its schema knows, and logs on stderr', async () => {
    const [good, bad] = await fleet.start(2);
    bad!.faults = { refuseConfig: 'no' };
    const wire = z.union(Object.values(outputSchemas));

    const { out, log } = await runOn(['nonsense', discovery([good, bad!]), ...validated('one'), ...validated('two')], '--log-format', 'json', '--min-deployment-interval', '50ms');

    expect(out.items.length).toBeGreaterThan(5);
    for (const event of out.items) expect(wire.parse(event)).toEqual(event);
    expect(out.items.every(({ timestamp }) => typeof timestamp === 'string')).toBe(true);
    expect(log.items.length).toBeGreaterThan(2);
    for (const line of log.items) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
  });

  it('design 8: logs for people with --log-format pretty, and not at all with --log-level silent', async () => {
    const pretty = await runOn(['nonsense'], '--log-format', 'pretty');
    const silent = await runOn(['nonsense'], '--log-level', 'silent');

    expect(pretty.log.text()).toMatch(/WARN.*: event rejected/);
    expect(pretty.out.items).toHaveLength(1);
    expect(silent.log.text()).toBe('');
    expect(silent.out.items).toHaveLength(1);
  });

  it('design 8: --events results shows what became of endpoints, and rejections', async () => {
    const apis = await fleet.start(1);

    const { out } = await runOn(['nonsense', discovery(apis), ...validated('one')], '--events', 'results');

    expect(out.items.map(({ type }) => type)).toEqual(['EventRejectedEvent', 'InstanceDeployedEvent', 'DeploymentCompletedEvent']);
  });

  it('design 8: takes endpoints named by flag as if they had been discovered first', async () => {
    const [api] = await fleet.start(1);
    process.env['RUN_SERVICE_SPEC'] = 'correct horse 42';

    const { code } = await runOn(validated('one'), '--endpoint', api.url, '--username', 'admin', '--password-env', 'RUN_SERVICE_SPEC');

    delete process.env['RUN_SERVICE_SPEC'];
    expect(code).toBe(0);
    expect(api.state.runningText).toContain('X-Mark one');
  });

  it('design 8: 2, and no bug, when standard input cannot be read', async () => {
    const { stdin, log, code } = runInProcess(['--log-format', 'json']);
    while (stdin.listenerCount('data') === 0) await new Promise((resolve) => setImmediate(resolve));
    stdin.destroy(new Error('EIO: i/o error, read'));

    expect(await code).toBe(2);
    expect(log.items.join('\n')).toMatch(/EIO.*standard input cannot be read/);
    expect(log.items.join('\n')).not.toContain('bug');
  });

  it('design 6: reads no more while a slow reader leaves too much unread, and loses nothing', async () => {
    const stdout = new PassThrough();
    const { stdin, out, code } = runInProcess(['--log-level', 'silent'], { stdout });
    stdout.pause();
    const lines = 100_000;
    const chunk = 'x\n'.repeat(1_000);
    let written = 0;
    const writeAll = async (): Promise<void> => {
      for (; written < lines; written += 1_000) {
        if (!stdin.write(chunk)) await new Promise<void>((resolve) => stdin.once('drain', resolve));
      }
      stdin.end();
    };
    const done = writeAll();
    await new Promise<void>((resolve) => stdin.once('pause', resolve));
    // Whatever could still be read would be by now.
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const readAhead = written;

    stdout.resume();
    await done;

    // 4 MiB of rejections, and what the two streams hold.
    expect(readAhead).toBeLessThan(75_000);
    expect(await code).toBe(2);
    expect(out.items).toHaveLength(lines);
    expect(out.items.at(-1)).toMatchObject({ line: lines });
  }, 60_000);
});

describe('the end of run', () => {
  it('S12 --keep-running stays after the end of input and puts drift right until a signal', async () => {
    const [api] = await fleet.start(1);
    const { stdin, out, code, signal } = runInProcess(['--keep-running', '--drift-prevention-interval', '50ms', '--min-deployment-interval', '0']);
    stdin.end([discovery([api]), ...validated('one')].map((event) => `${JSON.stringify(event)}\n`).join(''));
    await out.until(({ type }) => type === 'DeploymentCompletedEvent');

    api.foreignCommit(api.state.diskText.replace('X-Mark one', 'X-Mark other'));
    const drift = await out.until(({ type }) => type === 'DriftDetectedEvent');
    await out.until(({ type, deploymentId }) => type === 'InstanceDeployedEvent' && deploymentId === drift['deploymentId']);
    signal('SIGTERM');

    expect(await code).toBe(143);
    expect(api.state.runningText).toContain('X-Mark one');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('design 8: %s lets what runs end within the grace, starts nothing new, and ends with %i', async (name, expected) => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ method: 'POST', effect: { kind: 'delay', ms: 100 } }] };
    const { stdin, out, code, signal } = runInProcess(['--min-deployment-interval', '0']);
    stdin.write([discovery([api]), ...validated('one')].map((event) => `${JSON.stringify(event)}\n`).join(''));
    await out.until(({ type }) => type === 'DeploymentStartedEvent');

    signal(name);
    stdin.write(validated('two').map((event) => `${JSON.stringify(event)}\n`).join(''));

    expect(await code).toBe(expected);
    expect(out.items.at(-1)).toMatchObject({ type: 'DeploymentCompletedEvent', succeeded: 1 });
    expect(api.state.runningText).toContain('X-Mark one');
  });

  it('design 8: what does not end within the grace is cancelled, and its results are written', async () => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ method: 'POST', effect: { kind: 'hang' } }] };
    const { stdin, out, code, signal } = runInProcess(['--shutdown-grace', '10ms']);
    stdin.write([discovery([api]), ...validated('one')].map((event) => `${JSON.stringify(event)}\n`).join(''));
    await out.until(({ type }) => type === 'DeploymentStartedEvent');

    signal('SIGTERM');

    expect(await code).toBe(143);
    expect(out.items).toContainEqual(expect.objectContaining({ type: 'InstanceDeploymentFailedEvent', error: expect.objectContaining({ code: 'cancelled' }) }));
    expect(out.items.at(-1)).toMatchObject({ type: 'DeploymentCompletedEvent', cancelled: 1 });
  });

  it('design 8: an output that is closed ends it as a signal does, with 141', async () => {
    const stdout = new PassThrough();
    const { stdin, out, code } = runInProcess([], { stdout });
    stdin.write('nonsense\n');
    await out.until(() => true);

    stdout.destroy();

    expect(await code).toBe(141);
  });
});

describe('run on a terminal', () => {
  it('says that it reads events, which it would seem to hang for', async () => {
    const [onTerminal, inPipe] = [runInProcess(['--log-level', 'silent']), runInProcess(['--log-level', 'silent'])];
    Object.assign(onTerminal.stdin, { isTTY: true });

    for (const { stdin } of [onTerminal, inPipe]) stdin.end();
    await Promise.all([onTerminal.code, inPipe.code]);

    expect(onTerminal.log.text()).toMatch(/^Reading events from standard input, one JSON object a line, .*"push FILE" deploys a file\.\n$/);
    expect(inPipe.log.text()).toBe('');
  });
});
