import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import process from 'node:process';
import { cleanupAfterEach, type Cleanup } from './support/cleanup.js';
import { startCli, type Cli } from './support/cli.js';
import { wanted } from './support/deploy.js';
import { eachHAProxy } from './support/eachHAProxy.js';
import { startHAProxySandbox, type HAProxySandbox } from './support/haproxySandbox.js';
import { startOrigin } from './support/origin.js';
import { installedHAProxys } from './support/programs.js';
import { seeded } from './support/seeded.js';

/** How often the command line is killed, before all HAProxys together, and from which seed the moments come. */
const allKills = Number(process.env['KILLS'] ?? 20);
const seed = Number(process.env['SEED'] ?? 1);

const kills = Math.ceil(allKills / Math.max(1, installedHAProxys().length));

/** One kill in so many comes before the first deployment has started. */
const early = 5;

interface Figures {
  killed: number;
  extraReloads: number;
  /** Kills after which the write was there already. */
  written: number;
}

/** The command line as a controller runs it: one configuration, to its end. */
function run({ url, username }: HAProxySandbox, input: string, cleanup: Cleanup): Cli {
  const flags = ['--endpoint', url, '--username', username, '--password-env', 'PW', '--min-deployment-interval', '0', '--log-level', 'silent'];
  return startCli(['run', ...flags], input, cleanup, { PW: 'adminpwd' });
}

async function served(port: number): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  return { revision: response.headers.get('x-revision'), body: await response.text() };
}

eachHAProxy('a killed command line before HAProxy', (program) => {
  const cleanup = cleanupAfterEach();

  it(`D3 D8 deploys what is wanted when it is started again, with at most one reload more (${kills} kills, seed ${seed})`, async () => {
    const instance = await startHAProxySandbox('3.2', program, cleanup);
    const origins = [await startOrigin('even', cleanup), await startOrigin('odd', cleanup)];
    const random = seeded(seed);
    const figures: Figures = { killed: 0, extraReloads: 0, written: 0 };
    let deploymentMs = 200;

    for (let round = 1; round <= kills; round += 1) {
      const text = instance.configuration({ servers: [origins[round % 2] ?? 0], backend: [`http-response set-header X-Revision ${round}`] });
      const input = wanted([], text).slice(1).map((event) => `${JSON.stringify(event)}\n`).join('');
      const [reloads, version] = [instance.sandbox.state.reloads, instance.sandbox.state.version];

      const first = run(instance, input, cleanup);
      if (round % early !== 0) await first.line('"DeploymentStartedEvent"');
      await delay(random() * deploymentMs);
      if (first.child.kill('SIGKILL')) figures.killed += 1;
      await first.ended;
      if (instance.sandbox.state.version !== version) figures.written += 1;
      const second = run(instance, input, cleanup);
      const { code } = await second.ended;

      expect({ round, code, errors: second.errors() }).toEqual({ round, code: 0, errors: '' });
      expect({ round, served: await served(instance.port) }).toEqual({ round, served: { revision: String(round), body: round % 2 === 0 ? 'even' : 'odd' } });
      const made = instance.sandbox.state.reloads - reloads;
      expect({ round, made, atLeastOne: made >= 1, atMostTwo: made <= 2 }).toEqual({ round, made, atLeastOne: true, atMostTwo: true });
      figures.extraReloads += made - 1;
      deploymentMs = durationOf(second.lines) ?? deploymentMs;
    }

    expect(figures.killed).toBeGreaterThan(0);
    if (process.env['KILLS'] !== undefined) process.stderr.write(`HAProxy ${program.version}, seed ${seed}: ${JSON.stringify(figures)}\n`);
  }, 60_000 + kills * 10_000);
});

/** What the deployment of a run took that wrote something, in milliseconds. */
function durationOf(lines: readonly string[]): number | undefined {
  if (!lines.some((line) => line.includes('"reloadRequired":true'))) return undefined;
  const event: unknown = JSON.parse(lines.find((line) => line.includes('"DeploymentCompletedEvent"')) ?? '{}');
  return typeof event === 'object' && event !== null && 'durationMs' in event && typeof event.durationMs === 'number' ? event.durationMs : undefined;
}
