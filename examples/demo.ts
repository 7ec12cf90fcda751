/**
 * The main job against five embedded Data Plane APIs: `npm run demo`.
 *
 * Starts them, pipes `session.ndjson` into the CLI, makes one refuse, one hang and one be changed by
 * somebody else, and says what was seen. Ends by itself; exit code 0 when all went as it should.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startFleet } from '../lib/sandbox/startFleet.js';

const root = new URL('../../', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'haproxy-deployer-demo-'));
const password = 'demo-only';
const fleet = await startFleet({ count: 5, users: [{ name: 'demo', password }] });
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

  const session = readFileSync(new URL('examples/session.ndjson', root), 'utf8');
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
  process.exitCode = code === 0 && running.every(Boolean) && scheduled < renders ? 0 : 1;
} finally {
  await Promise.all(fleet.map((sandbox) => sandbox.close()));
  rmSync(folder, { recursive: true, force: true });
}
