import process from 'node:process';
import { linesOf, planOf } from '../rows/plan.js';
import { makeConfig } from '../support/makeConfig.js';

/** Plans once, or compares lines once, in a process of its own: for its peak memory. */
const [work, backends] = process.argv.slice(2);
const size = { backends: Number(backends), serversPerBackend: 50 };
const [current, wanted] = [makeConfig(size), makeConfig({ ...size, moved: 1 })];
process.stdout.write(`${(work === 'plan' ? planOf : linesOf)(current, wanted)}\n`);
