import { afterEach, describe, expect, it } from '@jest/globals';
import { from, lastValueFrom, toArray } from 'rxjs';
import { runPipeline } from '../../lib/runPipeline.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';

const users = [{ name: 'admin', password: 'names-spec' }];
const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];

const textOf = (port: number): string => `global
  stats socket /var/run/haproxy.sock mode 600 level admin

defaults __proto__
  mode http
${names.map((name) => `\nbackend ${name} from __proto__\n${names.map((server) => `  server ${server} 10.0.0.1:${port}\n`).join('')}`).join('')}`;

describe('names of Object.prototype', () => {
  let sandbox: Sandbox | undefined;
  afterEach(() => sandbox?.close());

  it('D5 are names like any other, of backends and servers: a change of them is made as it is for others', async () => {
    sandbox = await startSandbox({ users, initialConfig: textOf(80) });

    const events = await lastValueFrom(
      runPipeline(
        from([80, 81].flatMap((port) => [
          ...(port === 80 ? [{ type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: sandbox!.url }] } as const] : []),
          { type: 'TemplateRenderedEvent', correlationId: `__proto__${port}`, haproxyConfig: textOf(port) } as const,
          { type: 'ValidationCompletedEvent', correlationId: `__proto__${port}` } as const,
        ])),
        { credentials: { username: 'admin', password: 'names-spec' }, minDeploymentIntervalMs: 0, driftPreventionIntervalMs: 0 },
      ).pipe(toArray()),
      { defaultValue: [] },
    );

    expect(events.filter(({ type }) => type === 'InstanceDeployedEvent').at(-1)).toMatchObject({ strategy: 'runtime', operations: { server_update: names.length ** 2 } });
    const { backends } = await sandbox.running();
    expect(backends.flatMap(({ servers }) => servers.map(({ port }) => port))).toEqual(names.flatMap(() => names.map(() => 81)));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
