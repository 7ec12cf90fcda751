import { parseRunning } from '../../../lib/sandbox/process/parseRunning.js';
import { textOf } from './configurations.js';
import type { Configuration } from './configurations.js';
import type { End, Member } from './faultRun.js';

/** How an endpoint ended: `raw` for one deployed so, else code and outcome; several ends show as such. */
export function told(ends: readonly End[]): string {
  return ends.map((end) => (end.type === 'InstanceDeployedEvent' ? end.strategy : `${end.error.code} ${end.outcome}`)).join(' and ');
}

/** The outcome alone of an attempt that will be made again. */
export function outcomeOf(ends: readonly End[]): string {
  return told(ends).replace(/^(?:timeout|unreachable|api_error) /, '');
}

/** What is wrong with an instance that is to run a configuration: nothing, where the list is empty. */
export async function faultsOf({ sandbox }: Member, wanted: Configuration): Promise<readonly string[]> {
  const { diskText, memoryText, runningText, transactions, pendingReloadId } = sandbox.state;
  const revision = `X-Revision ${wanted.revision}\n`;
  const running = await sandbox.running();
  const expected = parseRunning(textOf(wanted), { directories: [], contents: new Map() });
  const checks: readonly (readonly [boolean, string])[] = [
    [runningText.includes(revision), 'the worker was started with another revision'],
    [JSON.stringify(running.backends) === JSON.stringify(expected.backends), 'the worker runs other servers'],
    [diskText.includes(revision) && diskText.includes(`10.0.0.1:${wanted.port}\n`), 'another text is on disk'],
    [diskText === memoryText, 'disk and memory differ'],
    [transactions.length === 0, 'a transaction was left behind'],
    [pendingReloadId === undefined, 'a reload is still to come'],
  ];
  return checks.flatMap(([right, fault]) => (right ? [] : [fault]));
}

/** Everything that is wrong, by member. */
export async function faultsOfAll(members: readonly Member[], wanted: Configuration): Promise<Readonly<Record<string, readonly string[]>>> {
  const entries = await Promise.all(members.map(async (member) => [member.name, await faultsOf(member, wanted)] as const));
  return Object.fromEntries(entries.filter(([, faults]) => faults.length > 0));
}

/** Raw writes that an instance was sent. */
export function writesTo({ sandbox }: Member): number {
  return sandbox.requests.filter(({ method, path }) => method === 'POST' && path.includes('/configuration/raw')).length;
}
