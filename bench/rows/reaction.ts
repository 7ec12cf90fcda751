import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { alternate } from '../support/alternate.js';
import type { Pair } from '../support/alternate.js';
import { createCannedApi } from '../support/createCannedApi.js';
import { makeConfigOf } from '../support/makeConfig.js';
import { median, percentile } from '../support/median.js';
import { compiled } from '../support/paths.js';
import type { Figure, Row } from '../support/Row.js';

/**
 * From the writing of an event's line to the arrival of the first request that it causes, one event
 * at a time; each is a new configuration of 10 kB with its validation.
 */
export const reaction: Row = {
  name: 'reaction',
  about: 'from an event to the first request, through the command line',
  run: async ({ quick }) => {
    const events = quick ? 200 : 1_000;
    let arrived: () => void = () => undefined;
    const api = createCannedApi(() => arrived());
    const url = `http://127.0.0.1:${await api.listen()}`;
    const config = makeConfigOf(10_000);

    const measure = async (program: string, args: readonly string[]): Promise<readonly number[]> => {
      api.reset(config);
      const child = spawn(process.execPath, [compiled(program), ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const latencies: number[] = [];
      for (let index = 0; index < events; index += 1) {
        const render = JSON.stringify({ type: 'TemplateRenderedEvent', correlationId: `c${index}`, haproxyConfig: config.replace('maxconn 10000', `maxconn ${1_000 + index}`) });
        const first = new Promise<number>((resolve) => (arrived = () => resolve(performance.now())));
        const begun = performance.now();
        child.stdin.write(`${render}\n{"type":"ValidationCompletedEvent","correlationId":"c${index}"}\n`);
        latencies.push((await first) - begun);
        for (let line = await lines.next(); !line.done && !line.value.includes('"DeploymentCompletedEvent"'); ) line = await lines.next();
      }
      child.stdin.end();
      await once(child, 'exit');
      // The start of the process is no reaction.
      return latencies.slice(1);
    };

    try {
      const runs = await alternate(
        quick ? 1 : 5,
        () => measure('bin/haproxy-deployer.js', ['--endpoint', url, '--min-deployment-interval', '0', '--drift-prevention-interval', '0', '--events', 'results']),
        () => measure('bench/programs/requestPerLine.js', [url]),
      );
      return [describe('p50', 0.5, 2, runs), describe('p99', 0.99, 8, runs)];
    } finally {
      api.close();
    }
  },
};

function describe(what: string, share: number, atMost: number, runs: readonly Pair<readonly number[]>[]): Figure {
  const of = (side: 'ours' | 'floor'): number => median(runs.map((pair) => percentile(pair[side], share)));
  return { what: `10 kB, ${what}`, ours: of('ours'), floor: of('floor'), unit: 'ms', limit: { of: 'difference', atMost } };
}
