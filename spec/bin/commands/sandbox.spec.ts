import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import yargs from 'yargs';
import { sandboxCommand } from '../../../bin/commands/sandbox.js';
import { runSandbox, type SandboxArguments } from '../../../bin/sandbox/runSandbox.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function fileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-command-spec-'));
  folders.push(folder);
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
}

interface Endpoint {
  readonly url: string;
  readonly username: string;
  readonly passwordFile?: string;
  readonly passwordEnv?: string;
}

interface Running {
  readonly endpoints: readonly Endpoint[];
  readonly out: string;
  readonly error: string;
  readonly stop: () => Promise<void>;
}

/** Parses the words as the command line would, and runs until `stop`. */
async function start(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Running> {
  let args: SandboxArguments | undefined;
  await yargs([...words]).command({ ...sandboxCommand, command: '$0', handler: (parsed) => {
    args = parsed;
  } }).strict().fail((message, error) => {
    throw error instanceof Error ? error : new Error(message);
  }).parseAsync();
  if (args === undefined) throw new Error('the command was not parsed');
  let end: () => void = () => undefined;
  let error = '';
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const given = args;
  return new Promise((resolve, reject) => {
    const finished = runSandbox(given, {
      env,
      ended,
      writeError: (text) => {
        error += text;
      },
      writeOut: (out) => {
        const event: unknown = JSON.parse(out);
        resolve({ out, error, endpoints: Reflect.get(Object(event), 'endpoints'), stop: async () => {
          end();
          await finished;
        } });
      },
    });
    finished.catch(reject);
  });
}

async function statusOf({ url }: Endpoint, base: string, password: string): Promise<number> {
  const response = await fetch(`${url}${base}/info`, { headers: { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` } });
  await response.arrayBuffer();
  return response.status;
}

describe('the sandbox command', () => {
  it('prints one event with an endpoint per instance', async () => {
    const { out, endpoints, stop } = await start(['--instances', '2', '--password-env', 'PW'], { PW: 'secret-enough' });
    const statuses = await Promise.all(endpoints.map((endpoint) => statusOf(endpoint, '/v3', 'secret-enough')));
    await stop();

    expect(out).toMatch(/^\{"type":"HAProxyPodsDiscoveredEvent",.*\}\n$/);
    expect(endpoints).toEqual([1, 2].map(() => ({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), username: 'admin', passwordEnv: 'PW' })));
    expect(statuses).toEqual([200, 200]);
    expect(out).not.toContain('secret-enough');
  });

  it('makes up a password where none is given: told once on stderr, kept in a file until the end', async () => {
    const { endpoints, error, out, stop } = await start([]);
    const path = endpoints[0]?.passwordFile ?? '';
    const password = readFileSync(path, 'utf8').trim();

    expect(password.length).toBeGreaterThanOrEqual(24);
    expect(await statusOf(endpoints[0]!, '/v3', password)).toBe(200);
    expect(error.split(password)).toHaveLength(2);
    expect(out).not.toContain(password);
    await stop();
    expect(existsSync(path)).toBe(false);
  });

  it('reads the password from a file, less one line end, and leaves the file', async () => {
    const path = fileOf('from a file\n');

    const { endpoints, stop } = await start(['--password-file', path]);
    const status = await statusOf(endpoints[0]!, '/v3', 'from a file');
    await stop();

    expect([status, endpoints[0]?.passwordFile, existsSync(path)]).toEqual([200, path, true]);
  });

  it('plays the version that it is told, from the configuration that it is given', async () => {
    const { endpoints, stop } = await start(['--api-version', '2.9', '--initial-config', fileOf('# _version=12\nglobal\n'), '--password-env', 'PW'], { PW: 'x' });
    const response = await fetch(`${endpoints[0]?.url ?? ''}/v2/services/haproxy/configuration/version`, { headers: { authorization: `Basic ${Buffer.from('admin:x').toString('base64')}` } });
    const version = await response.text();
    await stop();

    expect(version).toBe('12\n');
  });

  it.each([
    [['--api-version', '1.0'], /api-version/],
    [['--bogus'], /bogus/],
    [['--password-env', 'NONE'], /NONE, which is not set/],
    [['--reload-delay', '5'], /--reload-delay takes a duration/],
    [['--reload-delay', '0s'], /reloadDelayMs/],
    [['--host', '0.0.0.0'], /^--host takes a loopback address, such as 127\.0\.0\.1 or ::1, got 0\.0\.0\.0$/],
    [['--haproxy', '/nowhere/haproxy', '--password-env', 'A'], /^--haproxy \/nowhere\/haproxy cannot be run \(ENOENT\)/],
    [['--initial-config', '/nowhere/haproxy.cfg'], /^--initial-config \/nowhere\/haproxy\.cfg is not there/],
    [['--password-env', 'A', '--password-file', 'b'], /mutually exclusive/],
    [['--password-file', '/no/such/file'], /--password-file names \/no\/such\/file, which cannot be read/],
    [['--run-haproxy'], /--run-haproxy needs --haproxy/],
    [['--haproxy', '/nowhere/haproxy', '--run-haproxy', '--password-env', 'A'], /^--haproxy \/nowhere\/haproxy cannot be run/],
  ])('%j is refused', async (words, message) => {
    await expect(start(words, { A: 'x' })).rejects.toThrow(message);
  });

  it('names the flag of a port that is in use', async () => {
    const { endpoints, stop } = await start(['--password-env', 'PW'], { PW: 'x' });
    const port = new URL(endpoints[0]?.url ?? '').port;

    await expect(start(['--port', port, '--password-env', 'PW'], { PW: 'x' })).rejects.toThrow(`--port ${port} is in use; name another, or 0 for any that is free`);
    await stop();
  });

  it('nothing listens any more after the end', async () => {
    const { endpoints, stop } = await start(['--password-env', 'PW'], { PW: 'x' });

    await stop();

    await expect(fetch(endpoints[0]?.url ?? '')).rejects.toThrow('fetch failed');
  });
});
