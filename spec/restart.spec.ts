import { afterEach, describe, expect, it } from '@jest/globals';
import { from, lastValueFrom, toArray } from 'rxjs';
import type { InputEvent } from '../lib/events/types.js';
import { contentChecksum } from '../lib/haproxy/contentChecksum.js';
import { withFingerprint } from '../lib/haproxy/fingerprint.js';
import { runPipeline } from '../lib/runPipeline.js';
import type { Sandbox } from '../lib/sandbox/Sandbox.js';
import type { Clock } from '../lib/sandbox/Clock.js';
import { realClock } from '../lib/sandbox/realClock.js';
import { startSandbox } from '../lib/sandbox/startSandbox.js';

const user = { name: 'admin', password: 'restart-spec' };

describe('a process without memory', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  /** One process: deploys the text and ends. */
  const deploy = async (maxconn: number, port = 9001, more = ''): Promise<readonly string[]> => {
    const haproxyConfig = configOf(maxconn, port, more);
    const events: readonly InputEvent[] = [
      { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: sandbox.url }] },
      { type: 'TemplateRenderedEvent', haproxyConfig },
      { type: 'ValidationCompletedEvent' },
    ];
    const told = await lastValueFrom(runPipeline(from(events), { credentials: { username: user.name, password: user.password }, drainTimeoutMs: 0, pollMs: 10 }).pipe(toArray()), { defaultValue: [] });
    return told.flatMap((event) => (event.type === 'InstanceDeployedEvent' ? [event.strategy] : []));
  };

  it('D8 reloads nothing where a worker runs that started after the write, be it in the same second', async () => {
    const clock = steppingClock();
    sandbox = await startSandbox({ users: [user], clock });
    clock.step(10_000);
    await deploy(1);
    const { reloads } = sandbox.state;

    const second = await deploy(1);

    expect(second).toEqual(['noop']);
    expect(sandbox.state.reloads).toBe(reloads);
  });

  it('D8 does not take a worker from before the write for the proof, be it as young as the write', async () => {
    const clock = steppingClock();
    sandbox = await startSandbox({ users: [user], clock });
    clock.step(10_000);
    await deploy(1);
    // The write gets through, its answer is lost, and the reload never takes place.
    sandbox.faults = { silentReloadFailures: 1, rules: [{ method: 'POST', times: 1, effect: { kind: 'drop', when: 'after' } }] };
    await deploy(2);
    expect(sandbox.state.runningText).toContain('maxconn 1');

    const second = await deploy(2);

    expect(second).toEqual(['raw']);
    expect(sandbox.state.runningText).toContain('maxconn 2');
  });

  describe.each(['2.9', '3.0', '3.2'] as const)('at API %s', (apiVersion) => {
    const startAndDeploy = async (): Promise<void> => {
      const clock = steppingClock();
      sandbox = await startSandbox({ users: [user], clock, apiVersion });
      clock.step(10_000);
      await deploy(1);
    };

    it('D5 goes on at run time from what the process before wrote, once and again', async () => {
      await startAndDeploy();
      const { reloads } = sandbox.state;

      expect(await deploy(1, 9002)).toEqual(['runtime']);
      expect(await deploy(1, 9003)).toEqual(['runtime']);
      expect(sandbox.state.reloads).toBe(reloads);
      expect((await sandbox.running()).backends).toMatchObject([{ servers: [{ port: 9003 }] }]);
    });

    it('D5 reloads after a run-time change that the process does not show any more', async () => {
      await startAndDeploy();
      await deploy(1, 9002);
      await sandbox.haproxy.execute('set server app/one addr 127.0.0.1 port 9009');

      expect(await deploy(1, 9003)).toEqual(['raw']);
    });

    it.each([
      ['', 'noop'],
      [' check port 82', 'raw'],
    ])('D8 takes the values for the proof of a run-time write, but not of one that they do not show all of: "%s"', async (more, strategy) => {
      await startAndDeploy();
      const haproxyConfig = configOf(1, 9001, more);
      const checksum = contentChecksum(haproxyConfig, {});
      // As a process leaves it that is killed before it hears of its commands.
      sandbox.foreignCommit(withFingerprint(haproxyConfig, { checksum, name: 'default', at: Math.floor(Date.now() / 1_000) + 60, by: 'runtime', version: sandbox.state.version + 1, ...(more === '' ? {} : { unseen: true }) }));

      expect(await deploy(1, 9001, more)).toEqual([strategy]);
    });

    it('D8 does not take an edit for what runs because it is wanted now', async () => {
      await startAndDeploy();
      sandbox.editDisk(sandbox.state.diskText.replace('maxconn 1', 'maxconn 2'));

      expect(await deploy(2)).toEqual(['raw']);
      expect(sandbox.state.runningText).toContain('maxconn 2');
    });

    it('D8 goes on at run time only where the process shows the values of the text, which may be an older one that came back', async () => {
      await startAndDeploy();
      const older = sandbox.state.diskText;
      await deploy(1, 9002);
      sandbox.editDisk(older);
      sandbox.restart();

      expect(await deploy(2, 9001)).toEqual(['raw']);
      expect((await sandbox.running()).backends).toMatchObject([{ servers: [{ port: 9001 }] }]);
    });

    it('D8 proves two deployments within one second by the worker, which is another one each time', async () => {
      sandbox = await startSandbox({ users: [user], apiVersion });
      await deploy(1);
      await deploy(2);
      const { reloads } = sandbox.state;

      expect(await deploy(2)).toEqual(['noop']);
      expect(await deploy(2, 9002)).toEqual(['runtime']);
      expect(sandbox.state.reloads).toBe(reloads);
    });

    it('D8a knows the text that it has put back after a failed reload', async () => {
      await startAndDeploy();
      const { reloads } = sandbox.state;
      sandbox.faults = { failReloads: 1 };
      await deploy(2);

      expect(await deploy(1)).toEqual(['noop']);
      expect(await deploy(1, 9002)).toEqual(['runtime']);
      expect(sandbox.state.reloads).toBe(reloads);
    });

    it('D5a reloads where somebody edited the file since, for the process does not run that', async () => {
      await startAndDeploy();
      sandbox.editDisk(sandbox.state.diskText.replace('maxconn 1', 'maxconn 2'));

      expect(await deploy(2, 9002)).toEqual(['raw']);
      expect(sandbox.state.runningText).toContain('maxconn 2');
    });

    it('D5a reloads where somebody wrote through the API since, for nobody knows how', async () => {
      await startAndDeploy();
      sandbox.foreignCommit(sandbox.state.diskText.replace('maxconn 1', 'maxconn 2'));

      expect(await deploy(2, 9002)).toEqual(['raw']);
      expect(sandbox.state.runningText).toContain('maxconn 2');
    });
  });
});

function configOf(maxconn: number, port: number, more: string): string {
  return `global\n  stats socket /var/run/haproxy.sock level admin\n  maxconn ${maxconn}\n\nbackend app\n  server one 127.0.0.1:${port}${more}\n`;
}

/** The machine's time, which can be put forward. */
function steppingClock(): Clock & { step(ms: number): void } {
  let ahead = 0;
  return { ...realClock, now: () => realClock.now() + ahead, step: (ms) => (ahead += ms) };
}
