import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildCli, type BuiltCli } from '../support/buildCli.js';
import { discovery, sandboxes, user, validated } from '../support/sandboxes.js';
import { watchEvents, watchLines, type Seen, type Watched } from '../support/watch.js';

const manifest: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const fleet = sandboxes();
const running = new Set<ChildProcessWithoutNullStreams>();
const folder = mkdtempSync(join(tmpdir(), 'cli-spec-'));
let cli: BuiltCli;

beforeAll(() => {
  cli = buildCli();
}, 60_000);
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await fleet.closeAll();
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true });
});

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly out: Watched<Seen>;
  readonly log: Watched<string>;
  readonly code: Promise<number | null>;
}

function start(words: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [cli.program, ...words], { env: { PATH: process.env['PATH'], LANG: 'de_DE.UTF-8', ...env } });
  running.add(child);
  // What is still written to it when it has ended is lost, as it is meant to be.
  child.stdin.on('error', () => undefined);
  const code = once(child, 'close').then(() => {
    running.delete(child);
    // As a shell has it.
    return child.signalCode === null ? child.exitCode : 128 + constants.signals[child.signalCode];
  });
  return { child, out: watchEvents(child.stdout), log: watchLines(child.stderr), code };
}

/** Runs to the end, its output taken as mere text. */
async function run(words: readonly string[], { input = '', env = {} }: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {}): Promise<{
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}> {
  const child = spawn(process.execPath, [cli.program, ...words], { env: { PATH: process.env['PATH'], LANG: 'de_DE.UTF-8', ...env } });
  running.add(child);
  const out = watchLines(child.stdout);
  const log = watchLines(child.stderr);
  child.stdin.on('error', () => undefined).end(input);
  await once(child, 'close');
  running.delete(child);
  return { code: child.exitCode, out: out.text(), error: log.text() };
}

const ndjson = (events: readonly object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');

describe('the command line', () => {
  it('design 8: shows its help, with every group, and its version', async () => {
    const [help, version] = await Promise.all([run(['--help']), run(['--version'])]);

    expect(help).toMatchObject({ code: 0, error: '' });
    expect(help.out).toMatch(/--min-deployment-interval[^]*\[[^]*"2s"\]/);
    expect(help.out).toMatch(/Exit codes:/);
    expect(version).toEqual({ code: 0, error: '', out: `${manifest.version}\n` });
  });

  it.each([
    [['--max-paralel', '3'], '--max-paralel is no option; did you mean --max-parallel?'],
    [['--maxParallel=3'], '--maxParallel is no option; did you mean --max-parallel?'],
    [['--nonsense'], '--nonsense is no option'],
    [['nonsense'], 'nonsense is no command'],
    [['--max-parallel', 'many'], '--max-parallel takes a number'],
    [['--max-parallel='], '--max-parallel takes a number'],
    [['--max-parallel', '-1'], '--max-parallel takes a whole number of at least 0, got -1'],
    [['--max-parallel'], '--max-parallel takes a value'],
    [['--reload', 'now'], '--reload takes one of "forced", "scheduled", got "now"'],
    [['--reload', 'forced', '--reload', 'scheduled'], '--reload was given more than once'],
    [['--strict=yes'], '--strict takes no value, or true or false, got "yes"'],
    [['--drain-timeout', '5'], '--drain-timeout takes a duration such as 500ms, 2s or 1m, at most 24 days, got "5"'],
    [['--request-timeout', '0'], '--request-timeout takes a duration from 1ms to 24 days, got 0'],
    [['--request-timeout', '16s'], '--request-timeout takes at most --instance-timeout - --reload-timeout (25s - 10s), got 16s'],
    [['--instance-timeout', '40s'], '--instance-timeout takes less than --deployment-timeout (30s), got 40s'],
    [['--retry-initial', '40s'], '--retry-max takes a duration from 40s to 24 days, got 30s'],
    [['--max-line-bytes', '0'], '--max-line-bytes takes a whole number of at least 1, got 0'],
    [['--name', 'retryMaxMs!'], '--name takes 1 to 64 letters, digits, ".", "_" and "-", got "retryMaxMs!"'],
    [['--endpoint', 'http://u:p@h'], '--endpoint: endpoints[0].url: takes no credentials in the URL: give username and password on their own'],
  ])('design 8: ends %j with 2 and one line that says what is wrong', async (words, line) => {
    expect(await run(words)).toEqual({ code: 2, out: '', error: `haproxy-deployer: ${line}\nSee haproxy-deployer --help.\n` });
  });

  it.each([
    [['status', 'http://admin:hunter42@h'], 'FILE is a URL; name endpoints with --endpoint, and FILE before them'],
    [['push', 'admin:hunter42@h'], 'FILE is a URL; name endpoints with --endpoint, and FILE before them'],
    [['push', 'x.cfg', 'admin:hunter42@h'], 'push takes one FILE, got ***@h as well; '],
    [['--config', 'http://u:hunter"42@h'], '--config http://***@h '],
    [['lint', '\u001b]0;owned\u0007\u202e.cfg'], '\\u001b]0;owned\\u0007\\u202e.cfg is not there'],
    [['--\u001b[2J'], '--\\u001b[2J is no option'],
    [['--endpoints', '\u001b[2J'], '--endpoints \\u001b[2J '],
  ])('section 6: shows no credentials of %j, and lets it steer no terminal', async (words, line) => {
    const { code, error } = await run(words);

    expect(error).toContain(`haproxy-deployer: ${line}`);
    expect(error).not.toContain('hunter');
    expect(code).toBe(2);
  });

  it('design 8: takes options from a flag before the environment, and from there before the file', async () => {
    const file = join(folder, 'config.json');
    writeFileSync(file, JSON.stringify({ strict: true, 'max-line-bytes': 10, 'drain-timeout': '0', endpoint: ['http://127.0.0.1:1'] }));
    const input = `nonsense nonsense\n${ndjson([{ type: 'PauseRequestedEvent' }])}`;
    const env = { HAPROXY_DEPLOYER_MAX_LINE_BYTES: '40', HAPROXY_DEPLOYER_CONFIG: file, HAPROXY_DEPLOYER_OTHER: 'x' };

    const [fromFile, fromEnv, fromFlag] = await Promise.all([
      run(['--config', file], { input }),
      run([], { input, env }),
      run(['--max-line-bytes', '12', '--no-strict'], { input, env }),
    ]);

    expect(fromFile).toMatchObject({ code: 2, out: expect.stringContaining('longer than 10 bytes') });
    expect(fromEnv).toMatchObject({ code: 2, out: expect.not.stringContaining('longer than') });
    expect(fromFlag.out).toContain('longer than 12 bytes');
  });

  it.each([
    [{ 'max-paralell': 3 }, 'unknown key "max-paralell"; did you mean "max-parallel"?'],
    [{ strict: 'yes' }, '"strict" takes true or false'],
  ])('design 8: ends a file that holds %j with 2', async (given, problem) => {
    const file = join(folder, 'wrong.json');
    writeFileSync(file, JSON.stringify(given));

    expect(await run(['--config', file])).toEqual({ code: 2, out: '', error: `haproxy-deployer: --config ${file}: ${problem}\nSee haproxy-deployer --help.\n` });
  });

  it('design 8: names the variable or the file that gave a wrong value', async () => {
    const file = join(folder, 'range.yaml');
    writeFileSync(file, 'max-parallel: -1\nreload: now\n');

    expect((await run([], { env: { HAPROXY_DEPLOYER_DRAIN_TIMEOUT: '5' } })).error).toContain('haproxy-deployer: HAPROXY_DEPLOYER_DRAIN_TIMEOUT takes a duration');
    expect((await run([], { env: { HAPROXY_DEPLOYER_RELOAD: 'now' } })).error).toContain('haproxy-deployer: HAPROXY_DEPLOYER_RELOAD takes one of');
    expect((await run(['--config', file])).error).toContain(`haproxy-deployer: --config ${file}: reload takes one of`);
    expect((await run(['--config', file, '--reload', 'forced'])).error).toContain(`haproxy-deployer: --config ${file}: max-parallel takes a whole number`);
  });

  it('design 8: prints what the options came to, and runs nothing', async () => {
    const file = join(folder, 'options.yaml');
    writeFileSync(file, 'max-parallel: 4\nretry-max: 9s\n');
    const printed = await run(['--config', file, '--print-config', '--endpoint', 'http://127.0.0.1:1'], { input: 'no event\n', env: { HAPROXY_DEPLOYER_RETRY_MAX: '8s' } });

    expect(printed).toMatchObject({ code: 0, error: '' });
    expect(printed.out).toContain('max-parallel: 4 # --config\n');
    expect(printed.out).toContain('retry-max: "8s" # HAPROXY_DEPLOYER_RETRY_MAX\n');
    expect(printed.out).toContain('endpoint: ["http://127.0.0.1:1"] # flag\n');
    expect(printed.out).not.toContain('Event');
  });

  it('design 8: schema prints JSON, and a sandbox is what run deploys to', async () => {
    const schema = await run(['schema']);
    const sandbox = start(['sandbox', '--password-env', 'PW'], { PW: user.password });
    const event = await sandbox.out.until(({ type }) => type === 'HAProxyPodsDiscoveredEvent');
    const deployed = await run([], { input: ndjson([event, ...validated('one')]), env: { PW: user.password } });
    sandbox.child.kill('SIGTERM');

    expect(schema.code).toBe(0);
    expect(JSON.parse(schema.out)).toHaveProperty('$schema');
    expect(deployed.code).toBe(0);
    expect(await sandbox.code).toBe(143);
  });
});

describe('the process', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('design 8: %s cancels after the grace what still runs, writes all results, and ends with %i', async (signal, expected) => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ method: 'POST', effect: { kind: 'hang' } }] };
    const { child, out, code } = start(['--shutdown-grace', '10ms']);
    child.stdin.write(ndjson([discovery([api]), ...validated('one')]));
    await out.until(({ type }) => type === 'DeploymentStartedEvent');

    child.kill(signal);

    expect(await code).toBe(expected);
    expect(out.items.at(-1)).toMatchObject({ type: 'DeploymentCompletedEvent', cancelled: 1 });
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('design 8: a second signal, %s, ends it at once with %i', async (signal, expected) => {
    const [api] = await fleet.start(1);
    api.faults = { rules: [{ method: 'POST', effect: { kind: 'hang' } }] };
    const { child, out, log, code } = start(['--shutdown-grace', '1h']);
    child.stdin.write(ndjson([discovery([api]), ...validated('one')]));
    await out.until(({ type }) => type === 'DeploymentStartedEvent');

    child.kill('SIGTERM');
    await log.until((line) => line.includes('SIGTERM: nothing new is begun'));
    child.kill(signal);

    expect(await code).toBe(expected);
  });

  it('design 8: ends quietly with 141 when its output is closed', async () => {
    const { child, out, log, code } = start([]);
    child.stdin.write('nonsense\n');
    await out.until(() => true);

    child.stdout.destroy();
    child.stdin.write('nonsense\n');

    expect(await code).toBe(141);
    expect(log.text()).not.toMatch(/\n\s+at |EPIPE/);
  });

  it.each([[['schema']], [['completion']], [['run', '--print-config']], [['sandbox', '--password-env', 'PW']]])('design 8: ends quietly with 141 when %j cannot be written', async (words) => {
    const [full, log] = [openSync('/dev/full', 'w'), join(folder, 'log')];
    const child = spawn(process.execPath, [cli.program, ...words], { env: { PATH: process.env['PATH'], PW: user.password }, stdio: ['ignore', full, openSync(log, 'w')] });
    await once(child, 'close');

    expect([child.exitCode, readFileSync(log, 'utf8')]).toEqual([141, '']);
  });

  it('design 8: goes on when nobody reads its log', async () => {
    const { child, out, code } = start([]);
    child.stderr.destroy();
    child.stdin.end('nonsense\n'.repeat(1_000));

    expect(await code).toBe(2);
    expect(out.items).toHaveLength(1_000);
  });

  it('design 6: passes over a line of 200 MB in little memory and goes on', async () => {
    const { child, out, code } = start(['--max-line-bytes', '1000', '--log-level', 'silent']);
    const status = `/proc/${child.pid ?? 0}/status`;
    const block = Buffer.alloc(1_000_000, 'x');
    for (let written = 0; written < 200; written += 1) {
      if (!child.stdin.write(block)) await once(child.stdin, 'drain');
    }
    child.stdin.write('\nnonsense\n');
    await out.until(({ line }) => line === 2);
    const peakKb = existsSync(status) ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) : 0;
    child.stdin.end();

    expect(await code).toBe(2);
    expect(out.items.map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'is longer than 1000 bytes, the most that a line may have'],
      [2, 'is no JSON'],
    ]);
    expect(peakKb).toBeLessThan(180_000);
  });
});
