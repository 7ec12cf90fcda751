import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const exec = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'package-spec-'));
const user = join(folder, 'user');
const program = join(user, 'node_modules/.bin/haproxy-deployer');
const manifest: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
/** The programs that the README shows, as whoever copies them has them. */
const shown = [...readFileSync('README.md', 'utf8').matchAll(/<!-- from examples\/(\w+)\.ts -->\n```ts\n(.*?)```/gs)].map(([, name = '', code = '']) => ({ name, code }));

/** npm as somebody else calls it: not as part of the run that this spec is in. */
const npm = async (args: readonly string[], cwd: string): Promise<string> => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const { stdout } = await exec('npm', args, { cwd, env, maxBuffer: 1 << 26 });
  return stdout;
};

let packed: readonly string[] = [];

beforeAll(async () => {
  if (!existsSync('dist/bin/THIRD-PARTY-NOTICES.txt')) throw new Error('dist holds no whole build: run npm run build');
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], process.cwd());
  const tarball = join(folder, `haproxy-deployer-${manifest.version}.tgz`);
  packed = (await exec('tar', ['tzf', tarball])).stdout.trim().split('\n').map((path) => path.replace('package/', ''));
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{ "private": true, "type": "module" }');
  await npm(['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball], user);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('holds the command line, the library and what tells of them, and nothing that its users do without', () => {
    const places = new Set(packed.map((path) => path.split('/').slice(0, path.startsWith('dist/') ? 2 : 1).join('/')));

    expect([...places].sort()).toEqual(['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'deploy', 'dist/bin', 'dist/lib', 'docs', 'examples', 'package.json']);
    expect(packed.filter((path) => (path.endsWith('.map') && !/^dist\/lib\/.*\.js\.map$/.test(path)) || (path.startsWith('dist/') && path.endsWith('.ts') && !path.endsWith('.d.ts')))).toEqual([]);
    expect(packed).toEqual(expect.arrayContaining(['dist/bin/haproxy-deployer.js', 'dist/bin/THIRD-PARTY-NOTICES.txt', 'dist/lib/index.d.ts', 'examples/session.ndjson', 'examples/haproxy.cfg', 'examples/minimal.ts']));
  });

  it('runs as a command', async () => {
    const [version, schema] = await Promise.all([exec(program, ['--version']), exec(program, ['schema'], { maxBuffer: 1 << 26 })]);

    expect(version.stdout).toBe(`${manifest.version}\n`);
    expect(JSON.parse(schema.stdout)).toHaveProperty('$schema');
  });

  it('deploys a session to a sandbox of its own', async () => {
    const sandbox = spawn(program, ['sandbox'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const fleet: string = (await createInterface(sandbox.stdout)[Symbol.asyncIterator]().next()).value;
      const haproxyConfig = 'global\n  stats socket /var/run/haproxy.sock mode 600 level admin\n';
      const events = [{ type: 'TemplateRenderedEvent', haproxyConfig }, { type: 'ValidationCompletedEvent' }];
      const run = spawn(program, ['run', '--log-format', 'pretty'], { stdio: ['pipe', 'pipe', 'pipe'] });
      run.stdin.end(`${fleet}\n${events.map((event) => JSON.stringify(event)).join('\n')}\n`);
      const [lines, log] = [run.stdout, run.stderr].map((output) => output.setEncoding('utf8').toArray());
      await once(run, 'close');

      expect((await lines)?.join('')).toContain('"InstanceDeployedEvent"');
      expect((await log)?.join('')).toContain('INFO');
      expect(run.exitCode).toBe(0);
    } finally {
      sandbox.kill();
      await once(sandbox, 'close');
    }
  });

  it.each(shown)('is a library for plain JavaScript: $name of the README runs', async ({ name, code }) => {
    const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext } });
    writeFileSync(join(user, `${name}.mjs`), outputText);

    const { stdout, stderr } = await exec(process.execPath, [`${name}.mjs`], { cwd: user });

    expect(stdout).toContain(': raw, version 2');
    expect(stderr).toBe('');
  });

  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('is a library for strict TypeScript, its own types checked too: %j', async (resolution) => {
    const types = join(user, 'node_modules/@types');
    mkdirSync(types, { recursive: true });
    if (!existsSync(join(types, 'node'))) symlinkSync(join(process.cwd(), 'node_modules/@types/node'), join(types, 'node'));
    for (const { name, code } of shown) writeFileSync(join(user, `${name}.ts`), code);
    const options = { ...resolution, target: 'es2022', strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, types: ['node'] };
    writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: shown.map(({ name }) => `${name}.ts`) }));

    const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
    const { stdout } = await exec(process.execPath, [tsc, '-p', user]).catch((error: unknown) => error as { readonly stdout: string });

    expect(stdout).toBe('');
  }, 120_000);
});
