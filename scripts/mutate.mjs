// Breaks each rule on purpose, one at a time, in a scratch copy, and tells which specs notice.
//
//     npm run mutate -- [--only TEXT] [--from 1] [--runs 1000] [--write]
//
// The property specs and the specs of the rule are run. `--only` takes mutations whose
// rule or words contain a text, `--from` those from so many on; `--write` puts the table into docs/mutations.md. Exit code 1 where
// nothing notices a mutation, 2 where the code no longer has what a mutation changes.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutations } from './mutations.mjs';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, from: { type: 'string', default: '1' }, runs: { type: 'string', default: '1000' }, write: { type: 'boolean', default: false } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const properties = ['spec/pipeline.property', 'spec/scheduler/fuzz'];
const endless = 'crashes or does not end';
const maxTitle = 120;
/** A mutation may loop for ever, or until memory is full; that is noticed, too. */
const [limitMs, limitMb] = [120_000, 2_048];

const chosen = mutations.slice(Number(values.from) - 1).filter(({ rule, breaks }) => `${rule} ${breaks}`.includes(values.only));
const misfits = mutations.flatMap(({ rule, breaks, changes }) => changes.flatMap((change) => misfit(change).map((why) => `${rule} ${breaks}: ${why}`)));
if (misfits.length > 0) {
  process.stderr.write(`${misfits.join('\n')}\n`);
  process.exit(2);
}

const copy = mkdtempSync(path.join(tmpdir(), 'mutate-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(130));
for (const entry of ['lib', 'bin', 'spec', 'examples', 'docs', 'README.md', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'jest.config.mjs']) cpSync(path.join(root, entry), path.join(copy, entry), { recursive: true });
symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

const before = run([...new Set([...properties, ...chosen.flatMap(({ specs }) => specs)])], 5 * limitMs);
if (before.length > 0) {
  process.stderr.write(`fails without any mutation: ${tell(before)}\n`);
  process.exit(2);
}

const rows = [];
for (const { rule, breaks, changes, specs } of chosen) {
  const original = new Map();
  for (const [file, search, replacement] of changes) {
    const text = readFileSync(path.join(copy, file), 'utf8');
    if (!original.has(file)) original.set(file, text);
    writeFileSync(path.join(copy, file), text.replace(search, () => replacement));
  }
  const together = run([...properties, ...specs]);
  const isProperty = (title) => properties.some((spec) => `spec/${title}`.startsWith(`${spec}:`));
  const noticed = together.includes(endless)
    ? { property: run(properties), specs: run(specs) }
    : { property: together.filter(isProperty), specs: together.filter((title) => !isProperty(title)) };
  for (const [file, text] of original) writeFileSync(path.join(copy, file), text);
  rows.push({ rule, breaks, ...noticed });
  process.stdout.write(`${rule.padEnd(4)} ${breaks}\n     properties: ${tell(noticed.property)}\n     specs:      ${tell(noticed.specs)}\n`);
}

const missed = rows.filter(({ property, specs }) => property.length + specs.length === 0);
process.stdout.write(`${rows.length} mutations: ${rows.filter(({ property }) => property.length > 0).length} noticed by the property specs, ${rows.filter(({ specs }) => specs.length > 0).length} by the specs of the rule, ${missed.length} by neither\n`);
if (values.write) writeTable();
process.exitCode = missed.length === 0 ? 0 : 1;

/** Titles of the tests that fail. */
function run(specs, timeout = limitMs) {
  const output = path.join(copy, 'result.json');
  rmSync(output, { force: true });
  const { status, signal } = spawnSync(
    process.execPath,
    // In band, so that no worker outlives the one that is killed.
    [`--max-old-space-size=${limitMb}`, '--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${output}`, '--runInBand', ...specs],
    { cwd: copy, env: { ...process.env, FUZZ_RUNS: values.runs, FUZZ_SHRINK: '0' }, timeout, killSignal: 'SIGKILL', stdio: 'ignore' },
  );
  if (signal !== null || !existsSync(output)) return [endless];
  if (status === 0) return [];
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  const failed = testResults.flatMap(({ name, assertionResults, message }) => {
    const spec = path.relative(path.join(copy, 'spec'), name).replace(/\.spec\.ts$/, '');
    const titles = assertionResults.filter((result) => result.status === 'failed').map(({ title }) => `${spec}: ${title}`);
    return titles.length === 0 && message !== '' ? [`${spec}: does not run`] : titles;
  });
  return failed.length === 0 ? ['fails without a title'] : failed;
}

function tell(titles) {
  if (titles.length === 0) return 'nothing';
  const first = titles[0].length > maxTitle ? `${titles[0].slice(0, maxTitle)}…` : titles[0];
  return titles.length === 1 ? first : `${first} (and ${titles.length - 1} more)`;
}

function misfit([file, search]) {
  const times = readFileSync(path.join(root, file), 'utf8').split(search).length - 1;
  return times === 1 ? [] : [`${file} has ${JSON.stringify(search)} ${times} times, not once`];
}

function writeTable() {
  const file = path.join(root, 'docs/mutations.md');
  const [head] = readFileSync(file, 'utf8').split('| Rule |');
  const cell = (titles) => (titles.length === 0 ? '-' : tell(titles).replaceAll('|', '\\|'));
  const named = { 'pipeline.property': 'the pipeline', 'scheduler/fuzz': 'the scheduler' };
  const which = (titles) => [...new Set(titles.map((title) => named[title.split(':')[0]] ?? title))].sort().join(', ') || '-';
  // What was not run this time keeps its row.
  const known = new Map(readFileSync(file, 'utf8').split('\n').filter((line) => line.startsWith('| ')).map((line) => [line.split(' | ').slice(0, 2).join(' | '), line]));
  for (const { rule, breaks, property, specs } of rows) known.set(`| ${rule} | ${breaks}`, `| ${rule} | ${breaks} | ${which(property)} | ${cell(specs)} |`);
  const table = mutations.flatMap(({ rule, breaks }) => known.get(`| ${rule} | ${breaks}`) ?? []);
  writeFileSync(file, `${head}| Rule | What is broken | Property | Specs of the rule |\n| --- | --- | --- | --- |\n${table.join('\n')}\n`);
}
