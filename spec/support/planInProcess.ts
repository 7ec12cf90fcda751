import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import yargs from 'yargs';
import { runLint } from '../../bin/lint/runLint.js';
import { lintOptions } from '../../bin/options/lintOptions.js';
import { planOptions } from '../../bin/options/planOptions.js';
import { runPlan } from '../../bin/plan/runPlan.js';

/** How a command that looks has ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a process is besides its arguments. */
export interface Surroundings {
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `haproxy-deployer plan FILE …` within this process; what it throws is thrown. */
export function planInProcess(file: string, words: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const args = yargs([...words]).options(planOptions).parserConfiguration({ 'camel-case-expansion': false }).strict().exitProcess(false).parseSync();
  return run((streams) => runPlan({ ...args, file }, streams), surroundings);
}

/** Runs `haproxy-deployer lint FILE …` likewise. */
export function lintInProcess(file: string, words: readonly string[] = [], surroundings: Surroundings = {}): Promise<Ran> {
  const args = yargs([...words]).options(lintOptions).parserConfiguration({ 'camel-case-expansion': false }).strict().exitProcess(false).parseSync();
  return run((streams) => runLint({ ...args, file }, streams), surroundings);
}

interface Streams {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  readonly env: Readonly<Record<string, string>>;
}

async function run(command: (streams: Streams) => Promise<number>, { stdin = '', env = {} }: Surroundings): Promise<Ran> {
  const streams: Streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env };
  streams.stdin.end(stdin);
  const code = await command(streams);
  return { code, stdout: await textOf(streams.stdout), stderr: await textOf(streams.stderr) };
}

async function textOf(stream: PassThrough): Promise<string> {
  stream.end();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}

/** Files of one spec. */
export interface Folder {
  /** Writes files by their paths in a folder of its own and gives that. */
  readonly write: (files: Readonly<Record<string, string>>) => string;
  readonly remove: () => void;
}

export function openFolder(): Folder {
  const root = mkdtempSync(join(tmpdir(), 'plan-'));
  return {
    write: (files) => {
      const folder = mkdtempSync(join(root, 'case-'));
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
