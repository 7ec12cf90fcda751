import { afterEach, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { from, lastValueFrom, toArray } from 'rxjs';
import { runPipeline } from '../../lib/runPipeline.js';
import { listen } from '../support/listen.js';
import type { Listening } from '../support/listen.js';

const servers: Listening[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A host that notes what it is sent. */
async function host(answer: (response: http.ServerResponse) => void): Promise<{ readonly url: string; readonly seen: IncomingHttpHeaders[]; readonly accepted: () => number }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = await listen(
    http.createServer((request, response) => {
      seen.push(request.headers);
      answer(response);
    }),
  );
  servers.push(server);
  return { url: `http://127.0.0.1:${server.port}`, seen, accepted: server.accepted };
}

const deploy = (endpoints: readonly { readonly url: string; readonly username: string; readonly password: string }[]) =>
  lastValueFrom(
    runPipeline(
      from([
        { type: 'HAProxyPodsDiscoveredEvent', endpoints } as const,
        { type: 'TemplateRenderedEvent', haproxyConfig: 'defaults d\n  mode http\n' } as const,
        { type: 'ValidationCompletedEvent' } as const,
      ]),
      { drainTimeoutMs: 0, driftPreventionIntervalMs: 0 },
    ).pipe(toArray()),
    { defaultValue: [] },
  );

describe('credentials', () => {
  it.each([301, 302, 303, 307, 308])('D2 are not taken to another host by a redirect: %d', async (status) => {
    const other = await host((response) => response.end('{}'));
    const first = await host((response) => response.writeHead(status, { location: `${other.url}/v3/info` }).end());

    const events = await deploy([{ url: first.url, username: 'admin', password: 'for-one-host' }]);

    expect(first.seen).not.toHaveLength(0);
    expect(other.accepted()).toBe(0);
    expect(events).toContainEqual(expect.objectContaining({ type: 'InstanceDeploymentFailedEvent', error: expect.objectContaining({ code: 'api_error' }) }));
  });

  it('go to the endpoint that they belong to and no other', async () => {
    const refuse = (response: http.ServerResponse): void => void response.writeHead(401).end();
    const [one, two] = [await host(refuse), await host(refuse)];

    await deploy([{ url: one.url, username: 'one', password: 'first-word' }, { url: two.url, username: 'two', password: 'second-word' }]);

    const sent = ({ seen }: typeof one): readonly string[] => [...new Set(seen.map(({ authorization = '' }) => Buffer.from(authorization.slice('Basic '.length), 'base64').toString()))];
    expect(sent(one)).toEqual(['one:first-word']);
    expect(sent(two)).toEqual(['two:second-word']);
  });
});
