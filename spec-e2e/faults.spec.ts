import { expect, it } from '@jest/globals';
import type { ErrorCode } from '../lib/events/types.js';
import type { PipelineOptions } from '../lib/runPipeline.js';
import { cleanupAfterEach, type Cleanup } from './support/cleanup.js';
import type { Variation } from './support/configuration.js';
import { deploy, only } from './support/deploy.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import { eventually } from './support/eventually.js';
import { commitBeforePushes, killBeforeNextReload, loseNextReload, slowReloads } from './support/foreignHand.js';
import { startHAProxySandbox, type HAProxySandbox, type HAProxySandboxOptions } from './support/haproxySandbox.js';
import { ask, startOrigin } from './support/origin.js';
import { occupiedPort } from './support/ports.js';
import { smallDisk } from './support/smallDisk.js';

/** What goes wrong around one deployment. */
interface Fault {
  readonly what: string;
  readonly sandbox?: HAProxySandboxOptions;
  readonly pipeline?: PipelineOptions;
  /** Lets it go wrong from now on; gives what is wanted beside the new server. */
  readonly arrange?: (instance: HAProxySandbox, cleanup: Cleanup) => Promise<Partial<Variation>> | Partial<Variation>;
  /** Absent where the deployment succeeds all the same. */
  readonly ends?: { readonly code: ErrorCode; readonly words: string; readonly outcome: 'untouched' | 'reverted' | 'unknown' };
}

const scheduled: PipelineOptions = { reload: 'scheduled' };
// HAProxy is silent while it tries for 2 seconds to bind a port that another process has: the limits are well above.
const hasty: PipelineOptions = { ...scheduled, reloadTimeoutMs: 5_000, requestTimeoutMs: 5_000 };
const portInUse = async ({ port }: HAProxySandbox, cleanup: Cleanup): Promise<Partial<Variation>> => ({ ports: [port, (await occupiedPort(cleanup)).port] });
const quietly = (arrange: (instance: HAProxySandbox) => void) => (instance: HAProxySandbox): Partial<Variation> => {
  arrange(instance);
  return {};
};

const faults: readonly Fault[] = [
  { what: 'a port in use, noticed by a forced reload', arrange: portInUse, ends: { code: 'reload_failed', words: 'cannot bind socket (Address already in use)', outcome: 'reverted' } },
  { what: 'a port in use, noticed by a scheduled reload', pipeline: scheduled, arrange: portInUse, ends: { code: 'reload_failed', words: 'cannot bind socket (Address already in use)', outcome: 'reverted' } },
  {
    what: 'a port in use behind a reload command that only signals',
    sandbox: { reload: 'signalled' },
    pipeline: hasty,
    arrange: portInUse,
    ends: { code: 'reload_failed', words: 'the same worker process still runs', outcome: 'reverted' },
  },
  { what: 'a signal that is lost', pipeline: hasty, arrange: quietly(loseNextReload), ends: { code: 'reload_failed', words: 'the same worker process still runs', outcome: 'reverted' } },
  { what: 'an unknown keyword', arrange: () => ({ backend: ['nonsense here'] }), ends: { code: 'rejected', words: "unknown keyword 'nonsense' in 'backend' section", outcome: 'untouched' } },
  { what: 'a reload command that only signals', sandbox: { reload: 'signalled' }, pipeline: scheduled },
  // The reload never comes, and is waited for until its limit: only a retry brings it about.
  { what: 'an API that is killed before its tick', pipeline: hasty, arrange: quietly(killBeforeNextReload) },
  { what: 'a foreign commit between look and write', arrange: quietly((instance) => commitBeforePushes(instance, 1)) },
  { what: 'a slow reload', arrange: quietly((instance) => slowReloads(instance, 1_500)) },
];

/** While HAProxy tries to bind a port that another process has, its old worker takes no connections. */
async function servesAgain({ port }: HAProxySandbox, words: string): Promise<void> {
  expect(await eventually('an answer', () => ask(port))).toBe(words);
}

eachHAProxy('what goes wrong before HAProxy', (program) => {
  const cleanup = cleanupAfterEach();
  const start = (options?: HAProxySandboxOptions) => startHAProxySandbox(program.version === '2.6' ? '2.9' : '3.2', program, cleanup, options);
  const serving = async (instance: HAProxySandbox, words: string, variation: Partial<Variation> = {}): Promise<string> =>
    instance.configuration({ servers: [await startOrigin(words, cleanup)], ...variation });

  it.each(faults)('D8 survives $what: what is said, what is served, and what comes next', async ({ sandbox, pipeline = {}, arrange, ends }) => {
    const instance = await start(sandbox);
    await deploy([instance], await serving(instance, 'the old one'), pipeline);
    expect(await ask(instance.port)).toBe('the old one');
    const pid = await instance.pid();
    const variation = await arrange?.(instance, cleanup);

    // With a line more, so that it takes a reload.
    const events = await deploy([instance], await serving(instance, 'the new one', { backend: ['retries 2'], ...variation }), { ...pipeline, ...(ends === undefined ? {} : { drainTimeoutMs: 0 }) });

    if (ends === undefined) {
      expect(events.filter(({ type }) => type === 'InstanceDeployedEvent')).toHaveLength(1);
      expect(await ask(instance.port)).toBe('the new one');
    } else {
      const { error, outcome } = only(events, 'InstanceDeploymentFailedEvent');
      expect({ code: error.code, message: error.message, outcome }).toEqual({ code: ends.code, message: expect.stringContaining(ends.words), outcome: ends.outcome });
      await servesAgain(instance, 'the old one');
      expect(await instance.pid()).toBe(pid);
    }

    instance.sandbox.faults = {};
    await deploy([instance], await serving(instance, 'the next one'), pipeline);
    expect(await ask(instance.port)).toBe('the next one');
    expect(instance.sandbox.state.diskText).toBe(instance.sandbox.state.memoryText);
  }, 60_000);

  it('D8 survives a full disk: what is said, what is served, and what comes next', async () => {
    const disk = await smallDisk(cleanup);
    const instance = await start(disk === undefined ? {} : { folder: disk.folder });
    await deploy([instance], await serving(instance, 'the old one'));
    // Whoever may not mount gets the answer alone.
    const full = { kind: 'status', status: 500, message: 'open /tmp/haproxy/haproxy.cfg: no space left on device' } as const;
    if (disk === undefined) instance.sandbox.faults = { rules: [{ method: 'POST', path: '*/configuration/raw', effect: full }] };
    disk?.fill();

    const events = await deploy([instance], await serving(instance, 'the new one'), { drainTimeoutMs: 0 });

    const { error, retryable } = only(events, 'InstanceDeploymentFailedEvent');
    expect({ code: error.code, message: error.message, retryable }).toEqual({ code: 'api_error', message: expect.stringContaining('no space left on device'), retryable: true });
    expect(await ask(instance.port)).toBe('the old one');

    instance.sandbox.faults = {};
    disk?.free();
    await deploy([instance], await serving(instance, 'the next one'));
    expect(await ask(instance.port)).toBe('the next one');
  });
});
