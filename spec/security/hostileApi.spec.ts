import { afterEach, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import { from, lastValueFrom, toArray } from 'rxjs';
import { runPipeline } from '../../lib/runPipeline.js';
import { startSandbox } from '../../lib/sandbox/startSandbox.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { listen } from '../support/listen.js';
import type { Listening } from '../support/listen.js';

/** An endpoint is run by somebody else: whatever it answers ends its own part of a deployment, and nothing more. */

const users = [{ name: 'admin', password: 'hostile-spec' }];
const text = 'global\n  stats socket /run/h.sock\n\ndefaults d\n  mode http\n';
const depth = 1_000_000;

const bodies: Readonly<Record<string, string>> = {
  'a prototype': '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"api":{"__proto__":{"polluted":1}}}',
  'lists without bottom': `${'['.repeat(depth)}${']'.repeat(depth)}`,
  'objects without bottom': `${'{"info":'.repeat(depth)}1${'}'.repeat(depth)}`,
  'numbers beyond all measure': '[{"id":"1","status":"succeeded","info":{"pid":1e999,"uptime":-1e999},"reload_timestamp":1e400}]',
  'more digits than a number has': '9'.repeat(5_000),
  'other types': '{"info":[],"api":7,"status":{"x":1},"id":[1],"data":{}}',
  null: 'null',
  'a string': '"x"',
  nothing: '',
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** An API that tells its version, and then answers everything alike. */
async function hostile(body: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const server: Listening = await listen(
    http.createServer((request, response) => {
      request.resume();
      if (request.url === '/v3/info') response.end('{"api":{"version":"v3.2.15 6c3065d9"}}');
      else response.writeHead(200, headers).end(body);
    }),
  );
  opened.push(server);
  return `http://127.0.0.1:${server.port}`;
}

async function deployBeside(url: string) {
  const beside: Sandbox = await startSandbox({ users });
  opened.push(beside);
  const events = await lastValueFrom(
    runPipeline(
      from([
        { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url }, { url: beside.url }] } as const,
        { type: 'TemplateRenderedEvent', haproxyConfig: text } as const,
        { type: 'ValidationCompletedEvent' } as const,
      ]),
      { credentials: { username: 'admin', password: 'hostile-spec' }, drainTimeoutMs: 0, driftPreventionIntervalMs: 0, requestTimeoutMs: 2_000, reloadTimeoutMs: 100, pollMs: 10 },
    ).pipe(toArray()),
    { defaultValue: [] },
  );
  const endsOf = (of: string) => events.filter((event) => (event.type === 'InstanceDeployedEvent' || event.type === 'InstanceDeploymentFailedEvent') && event.endpoint.url === of);
  return { ends: endsOf(url), beside: endsOf(beside.url) };
}

describe('an API that answers with malice', () => {
  const versions = { 'no version': {}, 'a version': { 'configuration-version': '7' }, 'a version beyond all measure': { 'configuration-version': '9'.repeat(400) } };

  it.each(Object.keys(bodies).flatMap((body) => Object.keys(versions).map((version) => ({ body, version }))))('D2 ends alone, with a code that is no bug of ours: $body, $version', async ({ body, version }) => {
    const { ends, beside } = await deployBeside(await hostile(bodies[body]!, versions[version as keyof typeof versions]));

    expect(ends).toHaveLength(1);
    expect(ends[0]).not.toMatchObject({ error: { code: 'unexpected' } });
    expect(beside).toEqual([expect.objectContaining({ type: 'InstanceDeployedEvent' })]);
    expect(Reflect.has({}, 'polluted')).toBe(false);
  });

  it('D2 ends alone where its headers do not end', async () => {
    const { ends, beside } = await deployBeside(await hostile('{}', { 'x-much': 'x'.repeat(1024 * 1024) }));

    expect(ends).toEqual([expect.objectContaining({ type: 'InstanceDeploymentFailedEvent', error: expect.objectContaining({ code: 'api_error' }) })]);
    expect(beside).toEqual([expect.objectContaining({ type: 'InstanceDeployedEvent' })]);
  });
});
