import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { completionScript } from '../../../bin/completion/completionScript.js';
import { buildCli, type BuiltCli } from '../../support/buildCli.js';

const script = completionScript([
  {
    command: ['run', '$0'],
    options: { 'drift-mode': { choices: ['correct', 'warn', 'off'] }, 'drain-timeout': { type: 'string' }, strict: { type: 'boolean' } },
  },
  { command: 'push <file>', options: { instances: { alias: 'count', type: 'number' }, reload: { choices: ['forced', 'scheduled'] } } },
  { command: 'schema' },
]);

/** What bash would offer after these words, the last of which is being typed. */
function offered(words: readonly string[], from = script): readonly string[] {
  const ask = `${from}\nCOMP_WORDS=(haproxy-deployer "$@")\nCOMP_CWORD=$#\n_haproxy_deployer\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', ask, 'bash', ...words], { encoding: 'utf8' }).split('\n').filter(Boolean);
}

describe('completionScript', () => {
  it.each([
    [['r'], ['run']],
    [[''], ['run', 'push', 'schema', '--drift-mode', '--drain-timeout', '--strict', '--help', '--version']],
    [['--dr'], ['--drift-mode', '--drain-timeout']],
    [['run', '--dr'], ['--drift-mode', '--drain-timeout']],
    [['push', '--'], ['--instances', '--count', '--reload', '--help']],
    [['push', '--count', ''], []],
    [['--strict', '--drift-mode', ''], ['correct', 'warn', 'off']],
    [['run', '--drift-mode', 'w'], ['warn']],
    [['run', '--drift-mode', '=', 'w'], ['warn']],
    [['run', '--drift-mode', '='], ['correct', 'warn', 'off']],
    [['run', '--drift-mode=w'], ['--drift-mode=warn']],
    [['push', '--drift-mode', 'w'], []],
    [['run', '--drain-timeout', ''], []],
    [['nonsense', '--dr'], []],
  ])('offers after %j what may stand there: %j', (words, expected) => {
    expect(offered(words)).toEqual(expected);
  });

  it('is read by bash without a word, and registers itself', () => {
    expect(execFileSync('bash', ['--norc', '-c', `${script}\ncomplete -p haproxy-deployer`], { encoding: 'utf8' })).toBe('complete -o default -F _haproxy_deployer haproxy-deployer\n');
  });
});

describe('haproxy-deployer completion', () => {
  let cli: BuiltCli;
  const ask = (...words: readonly string[]): string => execFileSync(process.execPath, [cli.program, ...words], { encoding: 'utf8' });

  beforeAll(() => {
    cli = buildCli();
  }, 60_000);
  afterAll(() => {
    cli.remove();
  });

  it('completes every command that the help names, and every option of each', () => {
    const printed = ask('completion');
    const commands = [...ask('--help').matchAll(/^ {2}haproxy-deployer ([a-z]+)/gm)].map(([, name = '']) => name);

    expect(commands).toEqual(expect.arrayContaining(['run', 'sandbox', 'schema', 'completion']));
    expect(offered([''], printed)).toEqual(expect.arrayContaining(commands));
    for (const command of commands) {
      const flags = [...ask(command, '--help').matchAll(/^ +(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag]) => flag).filter((flag) => flag !== '--version');

      expect([command, offered([command, '--'], printed)]).toEqual([command, expect.arrayContaining(flags)]);
    }
    expect(offered(['--drift-mode', ''], printed)).toEqual(['correct', 'warn', 'off']);
  });
});
