import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFleet } from '../../lib/sandbox/startFleet.js';
import type { Sandbox } from '../../lib/sandbox/Sandbox.js';
import { buildCli } from '../support/buildCli.js';
import type { BuiltCli } from '../support/buildCli.js';
import { commandLines } from '../support/commandLines.js';

const root = new URL('../../', import.meta.url);
const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync(new URL('docs/', root)).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
const typed = documents.flatMap((path) => commandLines(path, readFileSync(new URL(path, root), 'utf8')));
/** They build, test and install: that is what brings this spec about. */
const isDevelopment = ({ script }: { readonly script: string }): boolean => /^npm (ci|test|run|install|i|pack)\b/.test(script);
/** It is left running: what comes after it is written against it. */
const isSandbox = ({ script }: { readonly script: string }): boolean => /haproxy-deployer sandbox\b/.test(script);
const own = typed.filter((block) => !isDevelopment(block));

const password = 'known to the whole document';
const config = 'global\n  stats socket /tmp/s.sock\n\ndefaults\n  mode http\n  timeout client 1m\n  timeout server 1m\n  timeout connect 1s\n\nfrontend web\n  bind 127.0.0.1:8080\n';
let folder: string;
let cli: BuiltCli;
let fleet: readonly Sandbox[];
const left = new Set<ChildProcess>();

beforeAll(async () => {
  cli = buildCli();
  folder = mkdtempSync(join(tmpdir(), 'command-lines-spec-'));
  fleet = await startFleet({ users: [{ name: 'admin', password }], count: 3 });
  mkdirSync(join(folder, 'bin'));
  program('haproxy-deployer', `exec ${process.execPath} ${cli.program} "$@"`);
  program('npx', 'exec "$@"');
  for (const name of ['haproxy.cfg', 'session.ndjson']) cpSync(new URL(`examples/${name}`, root), join(folder, 'examples', name));
  writeFileSync(join(folder, 'password'), `${password}\n`, { mode: 0o600 });
  writeFileSync(join(folder, 'haproxy.cfg'), config);
  writeFileSync(join(folder, 'fleet.yaml'), fleet.map(({ url }) => `- url: ${url}\n  username: admin\n  passwordFile: password\n`).join(''));
});

afterAll(async () => {
  for (const child of left) child.kill('SIGTERM');
  await Promise.all(fleet.map((sandbox) => sandbox.close()));
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, line: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${line}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

/** Addresses that a reader would put their own in place of. */
function addressed(script: string): string {
  return script.replace(/http:\/\/10\.0\.0\.(\d):5555/g, (_, n: string) => fleet[Number(n) - 1]?.url ?? '').replaceAll('http://127.0.0.1:5555', fleet[0]?.url ?? '');
}

function start(script: string): ChildProcess {
  // Without pipefail the end of a pipe would not tell how its beginning fared; -m makes one group of all of it.
  const child = spawn('bash', ['-uo', 'pipefail', '-c', addressed(script)], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder, PW: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  left.add(child);
  child.once('close', () => left.delete(child));
  return child;
}

describe('what the documents have a reader type', () => {
  it('is found', () => {
    expect(own.length).toBeGreaterThan(5);
    expect(own.some(isSandbox)).toBe(true);
  });

  it.each(own)('$title', async (block) => {
    const child = start(isSandbox(block) ? `exec ${block.script.replace(/npx /, '')}` : block.script);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
    if (isSandbox(block)) {
      // It says where the password is once it listens.
      if (!said.includes('password')) await once(child.stderr ?? child, 'data');
      expect(child.exitCode).toBeNull();
      return;
    }
    const [code] = (await once(child, 'close')) as [number | null];

    // 1 and 3 are answers; 2 and above are a wrong line, a bug or no such program.
    expect([[0, 1, 3].includes(code ?? -1), said]).toEqual([true, said]);
    expect(said).not.toContain(password);
    // No configuration that a reader is told to send is refused for want of what is not told.
    expect(said).not.toMatch(/nothing was sent|has no section/);
  }, 60_000);
});
