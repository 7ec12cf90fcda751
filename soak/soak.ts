import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { change, churn } from './support/churn.js';
import { measure, openHandles, percentile } from './support/measure.js';
import type { Sample } from './support/measure.js';
import { openStage } from './support/openStage.js';
import type { OpenStage } from './support/openStage.js';

/**
 * Lives through what happens to a fleet, over and over, and checks what must hold whatever happens
 * (design 9).
 *
 *     npm run soak -- [--minutes 3] [--seed N] [--endpoints 8]
 *
 * A round is some seconds of events, endpoints that come and go, and faults; then all is healed, one
 * more configuration comes, and the fleet has to run it within a bounded time. The same seed gives the
 * same choices, not the same moments. Exit code 1 where something did not hold; so where the heap at the end
 * of more than ten minutes is 5 MiB above that of the fifth minute, or other handles are open than before.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '3' }, seed: { type: 'string', default: '1' }, endpoints: { type: 'string', default: '8' } } });
const [minutes, seed, endpoints] = [values.minutes, values.seed, values.endpoints].map(Number);
if (!(minutes !== undefined && minutes > 0 && minutes <= 24 * 60) || seed === undefined || !Number.isInteger(seed) || !(endpoints !== undefined && Number.isInteger(endpoints) && endpoints > 1 && endpoints <= 100)) {
  process.stderr.write('--minutes takes a number up to 1440, --seed a whole number, --endpoints 2 to 100\n');
  process.exit(2);
}

/** Longest time from the last change to every endpoint running it, in milliseconds. */
const maxConvergenceMs = 20_000;
const maxActs = 60;
const sampleEvery = 5;
/** What the heap may grow by, in MiB, from the minute in which it counts as warm to the end of a run of at least that many minutes. */
const [maxGrowthMb, warmMinute, longMinutes] = [5, 5, 10];

const startedMs = performance.now();
const samples: Sample[] = [];
const convergedMs: number[] = [];
const failures: string[] = [];
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const handlesBefore = openHandles();

const stage = await openStage(seed, endpoints);
stage.send([stage.fleet.discovered()]);
let rounds = 0;
while (performance.now() - startedMs < minutes * 60_000 && failures.length === 0 && stage.watched.violations.length === 0) {
  await disturb(stage);
  await settle(stage);
  rounds += 1;
  if (rounds % sampleEvery === 1) {
    const sample = measure(startedMs);
    samples.push(sample);
    say(`${(sample.atMs / 1_000).toFixed(0).padStart(5)} s  round ${rounds}  heap ${sample.heapMb.toFixed(1)} MiB  rss ${sample.rssMb.toFixed(0)} MiB  sockets ${sample.sockets}  timers ${sample.timers}  stalled ${sample.stalledMs} ms`);
  }
}
if (failures.length === 0) {
  const last = await stage.finish();
  if (last.type !== 'SchedulingCompletedEvent' || last.confirmed !== last.total) failures.push(`4: ended as ${JSON.stringify(last)}`);
}
const { failedTransactions } = stage.fleet;
const end = measure(startedMs);
await stage.close();
await reportHandles();

const warm = samples.find(({ atMs }) => atMs >= warmMinute * 60_000);
if (warm && minutes > longMinutes && end.heapMb - warm.heapMb > maxGrowthMb) failures.push(`8: the heap grew from ${warm.heapMb.toFixed(1)} to ${end.heapMb.toFixed(1)} MiB`);
failures.push(...stage.watched.violations);
say(`${rounds} rounds, ${stage.watched.deployments} deployments, failures of endpoints ${JSON.stringify(stage.watched.failedByCode)}, failed transactions that nobody was told of ${failedTransactions}; heap ${warm ? `${warm.heapMb.toFixed(1)} MiB in minute ${warmMinute}, ` : ''}${end.heapMb.toFixed(1)} MiB at the end`);
say(`convergence ms: median ${percentile(convergedMs, 0.5).toFixed(0)}, 90 % ${percentile(convergedMs, 0.9).toFixed(0)}, 99 % ${percentile(convergedMs, 0.99).toFixed(0)}, longest ${percentile(convergedMs, 1).toFixed(0)}`);
for (const failure of failures) say(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function disturb(on: OpenStage): Promise<void> {
  const acts = 5 + on.chance.below(maxActs);
  for (let act = 0; act < acts; act++) {
    await churn(on);
    if (on.chance.happens(0.7)) await wait(on.chance.below(150));
  }
}

/** Heals everything, asks for one more configuration, and waits until the fleet runs it. */
async function settle(on: OpenStage): Promise<void> {
  on.fleet.heal();
  on.lead(true);
  on.send([{ type: 'ResumeRequestedEvent' }, on.fleet.discovered()]);
  change(on);
  const changedMs = performance.now();
  for (;;) {
    const behind = await on.fleet.behind(on.wanted, on.ledger);
    const tookMs = performance.now() - changedMs;
    if (behind.length === 0) return void convergedMs.push(tookMs);
    if (tookMs > maxConvergenceMs) return void failures.push(`4: after ${tookMs.toFixed(0)} ms ${JSON.stringify(on.wanted)} is not everywhere: ${behind.join('; ')}`);
    await on.progress(50);
  }
}

/** Nothing may stay open once all is closed. */
async function reportHandles(): Promise<void> {
  const areEqual = (): boolean => JSON.stringify(openHandles()) === JSON.stringify(handlesBefore);
  for (let turn = 0; turn < 100 && !areEqual(); turn++) await wait(10);
  if (!areEqual()) failures.push(`8: open handles are ${JSON.stringify(openHandles())}, at the start they were ${JSON.stringify(handlesBefore)}`);
}
