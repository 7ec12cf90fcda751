/**
 * The main job against five embedded Data Plane APIs: `npm run demo`.
 *
 * Starts them, pipes `session.ndjson` into the CLI, makes one refuse, one hang and one be changed by
 * somebody else, and says what was seen. Where haproxy is on the PATH, or HAPROXY_DEPLOYER_HAPROXY
 * names it, the first instance runs it, and the last word is an answer that came through it.
 * Ends by itself; exit code 0 when all went as it should.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { startFleet } from '../lib/sandbox/startFleet.js';
import { startSandbox } from '../lib/sandbox/startSandbox.js';

const root = new URL('../../', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'haproxy-deployer-demo-'));
const password = 'demo-only';
const users = [{ name: 'demo', password }];
const haproxy = findHaproxy();
const fleet = [await startSandbox({ users, ...(haproxy === undefined ? {} : { haproxy: { program: haproxy } }) }), ...(await startFleet({ count: 4, users }))];
const [first, second, third, refusing, hanging] = fleet;
if (!first || !second || !third || !refusing || !hanging) throw new Error('five sandboxes were asked for');
const names = new Map(fleet.map(({ url }, index) => [url, 'abcde'.charAt(index)]));

refusing.faults = { refuseConfig: "parsing [haproxy.cfg:14] : 'http-response set-header' : no space left for headers" };
hanging.faults = { rules: [{ effect: { kind: 'hang' } }] };

interface Seen {
  readonly type: string;
  readonly reasons?: readonly string[];
  readonly endpoint?: { readonly url: string };
  readonly strategy?: string;
  readonly error?: { readonly code: string };
  readonly because?: string;
  readonly succeeded?: number;
  readonly total?: number;
  readonly durationMs?: number;
}
const seen: Seen[] = [];
const started = Date.now();
const say = (text: string): void => void process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1).padStart(5)}s  ${text}\n`);

/** Waits until an event comes, or came, that `matches`. */
async function until(what: string, matches: (event: Seen) => boolean, from = 0): Promise<void> {
  for (let waited = 0; !seen.slice(from).some(matches); waited += 20) {
    if (waited > 30_000) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const isAbout = (event: Seen, url: string, type: string): boolean => event.type === type && event.endpoint?.url === url;

function describe(event: Seen): string | undefined {
  const name = event.endpoint && names.get(event.endpoint.url);
  switch (event.type) {
    case 'DeploymentScheduledEvent':
      return `scheduled: ${(event.reasons ?? []).join(', ')}`;
    case 'InstanceDeployedEvent':
      return `  ${name ?? '?'} deployed (${event.strategy ?? '?'})`;
    case 'InstanceDeploymentFailedEvent':
      return `  ${name ?? '?'} failed: ${event.error?.code ?? '?'}`;
    case 'EndpointParkedEvent':
      return `  ${name ?? '?'} is left alone until something changes`;
    case 'DriftDetectedEvent':
      return `  ${name ?? '?'} was changed by somebody else`;
    case 'DeploymentCompletedEvent':
      return `completed: ${event.succeeded ?? 0} of ${event.total ?? 0} in ${event.durationMs ?? 0} ms`;
    default:
      return undefined;
  }
}

/** A program that the first instance can run: HAProxy 2.6 or later. */
function findHaproxy(): string | undefined {
  const { HAPROXY_DEPLOYER_HAPROXY: named, PATH = '' } = process.env;
  const candidates = named === undefined ? PATH.split(delimiter).map((directory) => join(directory, 'haproxy')) : [named];
  return candidates.find((path) => {
    try {
      const [, major = '0', minor = '0'] = /^HAProxy version (\d+)\.(\d+)/.exec(execFileSync(path, ['-v'], { encoding: 'utf8', stdio: 'pipe' })) ?? [];
      return Number(major) > 2 || (major === '2' && Number(minor) >= 6);
    } catch {
      return false;
    }
  });
}

/** Stands in for an application, on a free port of loopback. */
async function listen(words: string): Promise<{ readonly address: string; readonly close: () => void }> {
  const server = createServer((_request, response) => response.end(words)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() };
}

const applications = await Promise.all([9001, 9002, 9003, 9004].map(async (port) => ({ port, ...(await listen('the application')) })));
const frontend = await listen('');
// Free a moment ago, and HAProxy's from here on.
frontend.close();
/** Addresses of the session, and those that nothing else on this machine has. */
const places = new Map([['127.0.0.1:8080', frontend.address], ...applications.map(({ port, address }) => [`127.0.0.1:${port}`, address] as const)]);

try {
  writeFileSync(join(folder, 'password'), password, { mode: 0o600 });
  writeFileSync(join(folder, 'fleet.json'), JSON.stringify(fleet.map(({ url }) => ({ url }))));
  const flags = ['--endpoints', join(folder, 'fleet.json'), '--username', 'demo', '--password-file', join(folder, 'password')];
  const limits = ['--min-deployment-interval', '1s', '--request-timeout', '1s', '--reload-timeout', '1s', '--instance-timeout', '3s'];
  const drift = ['--drift-prevention-interval', '4s', '--log-level', 'silent'];
  say(`five instances, a to e; d refuses every configuration, e hangs`);
  const cli = spawn(process.execPath, [new URL('dist/bin/haproxy-deployer.js', root).pathname, 'run', ...flags, ...limits, ...drift], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  createInterface(cli.stdout).on('line', (line) => {
    const event = JSON.parse(line) as Seen;
    seen.push(event);
    const text = describe(event);
    if (text !== undefined) say(text);
  });

  const session = readFileSync(new URL('examples/session.ndjson', root), 'utf8').replace(/127\.0\.0\.1:\d+/g, (address) => places.get(address) ?? address);
  const renders = session.split('\n').filter((line) => line.includes('"ValidationCompletedEvent"')).length;
  say(`the session comes in at once: ${renders} configurations, each validated, and one that is not`);
  cli.stdin.write(session);
  const newest = (event: Seen): boolean => isAbout(event, first.url, 'InstanceDeployedEvent') && first.state.runningText.includes('X-Revision 21');
  await until('revision 21 on a', newest);
  await until('a failed attempt at e', (event) => isAbout(event, hanging.url, 'InstanceDeploymentFailedEvent'));

  say('e answers again: its next retry brings it up to date');
  hanging.faults = {};
  await until('e', (event) => isAbout(event, hanging.url, 'InstanceDeployedEvent'), seen.length);

  say('somebody else changes b by hand');
  second.foreignCommit(second.state.diskText.replace('X-Revision 21', 'X-Revision by-hand'));
  const mark = seen.length;
  await until('the drift of b', (event) => isAbout(event, second.url, 'DriftDetectedEvent'), mark);
  await until('b put right', (event) => isAbout(event, second.url, 'InstanceDeployedEvent'), mark);

  say('d takes configurations again, and we ask for a reconciliation');
  refusing.faults = {};
  cli.stdin.write('{"type":"ReconcileRequestedEvent"}\n');
  await until('d', (event) => isAbout(event, refusing.url, 'InstanceDeployedEvent'), seen.length);

  cli.stdin.end();
  const [code] = (await once(cli, 'exit')) as [number | null];
  const running = fleet.map(({ state }) => state.runningText.includes('X-Revision 21'));
  const scheduled = seen.filter(({ type, reasons }) => type === 'DeploymentScheduledEvent' && reasons?.includes('config_validation') === true).length;
  say(`the end of input ended the CLI with code ${String(code)}`);
  say(`seen: ${renders} configurations became ${scheduled} deployments; every instance runs the last valid one: ${running.every(Boolean) ? 'yes' : 'NO'}`);
  let served = true;
  if (haproxy === undefined) say('no HAProxy 2.6 or later is on the PATH, nor does HAPROXY_DEPLOYER_HAPROXY name one: nothing real was served');
  else {
    const answer = await fetch(`http://${frontend.address}/`, { headers: { connection: 'close' } });
    const revision = answer.headers.get('x-revision');
    served = answer.status === 200 && revision === '21';
    say(`a request through the real HAProxy of a (${haproxy}): ${answer.status}, ${await answer.text()}, X-Revision: ${revision ?? 'none'}`);
  }
  process.exitCode = code === 0 && running.every(Boolean) && scheduled < renders && served ? 0 : 1;
} finally {
  for (const { close } of applications) close();
  await Promise.all(fleet.map((sandbox) => sandbox.close()));
  rmSync(folder, { recursive: true, force: true });
}
