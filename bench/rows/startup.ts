import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { alternate, compared } from '../support/alternate.js';
import { compiled } from '../support/paths.js';
import type { Figure, Row } from '../support/Row.js';

/** What is started, and when it counts as having answered. */
interface Start {
  readonly what: string;
  readonly words: readonly string[];
  /** Written to its stdin, which stays open until the answer; without it the answer is the end of the process. */
  readonly line?: string;
  readonly says: string;
  readonly atMost: number;
}

const starts: readonly Start[] = [
  { what: '--version', words: ['--version'], says: '.', atMost: 3 },
  { what: '--help', words: ['--help'], says: '--max-parallel', atMost: 3 },
  { what: 'first rejected event', words: [], line: 'no event\n', says: '"EventRejectedEvent"', atMost: 4.5 },
];

/** From the start of a process to its answer, against Node itself with nothing to do. */
export const startup: Row = {
  name: 'startup',
  about: 'the start of the command line against that of node -e 0',
  run: async ({ quick }) => {
    const program = compiled('bin/haproxy-deployer.js');
    const pairs = quick ? 5 : 41;
    const figures: Figure[] = [];
    for (const { what, words, line, says, atMost } of starts) {
      const ours = (): Promise<number> => answerMs([program, ...words], line, says);
      // Once before, so that all files have been read from disk.
      await ours();
      const ms = compared(await alternate(pairs, ours, () => answerMs(['-e', '0'])), (taken) => taken);
      figures.push({ what, ...ms, unit: 'ms', limit: { of: 'ratio', atMost } });
    }
    return figures;
  },
};

/** Milliseconds until the process ends or, given a line, until it has written its first words. */
function answerMs(args: readonly string[], line?: string, says = ''): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let taken: number | undefined;
  let written = '';
  child.stdin.write(line ?? '');
  if (line === undefined) child.stdin.end();
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
    if (line === undefined) return;
    taken ??= performance.now() - begun;
    child.stdin.end();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => (taken ??= performance.now() - begun));
    child.once('close', () => {
      if (written.includes(says) && taken !== undefined) resolve(taken);
      else reject(new Error(`${args.join(' ')} said nothing of ${says}, but ${JSON.stringify(written.slice(0, 200))}`));
    });
  });
}
