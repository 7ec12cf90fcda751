import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { configFile, envName, givenOptions } from '../../bin/givenOptions.js';
import { nearestName } from '../../lib/nearestName.js';
import { allOptions } from '../../bin/options/allOptions.js';
import { runOptions } from '../../bin/options/runOptions.js';

const folder = mkdtempSync(join(tmpdir(), 'given-options-spec-'));
afterEach(() => void jest.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (content: string): string => {
  const path = join(folder, 'config.json');
  writeFileSync(path, content);
  return path;
};

const given = (env: Readonly<Record<string, string>>, file?: string): ReturnType<typeof givenOptions> => givenOptions(runOptions, allOptions, env, file);

describe('givenOptions', () => {
  it('design 8: tells what the environment and the file give, option by option', async () => {
    const file = fileOf('{"max-parallel": 4, "retry-max": "9s", "strict": false, "drain-timeout": 0}');
    const env = { HAPROXY_DEPLOYER_MAX_PARALLEL: '8', HAPROXY_DEPLOYER_STRICT: 'true', HAPROXY_DEPLOYER_UNKNOWN: 'x', OTHER: 'y' };

    expect(await given(env, file)).toEqual({
      env: { 'max-parallel': '8', strict: true },
      file: { 'max-parallel': '4', 'retry-max': '9s', strict: false, 'drain-timeout': '0' },
    });
    expect(await given({})).toEqual({ env: {}, file: {} });
  });

  it('reads a file in YAML, an empty one included, and passes over what is an option of another command', async () => {
    expect((await given({}, fileOf('# ours\nmax-parallel: 4\nretry-max: 9s\nstrict: true\nendpoint:\n  - http://a:1\n  - http://b:1\nreload-delay: 1s\nname: 3.10\n'))).file).toEqual({
      'max-parallel': '4', name: '3.10', 'retry-max': '9s', strict: true, endpoint: ['http://a:1', 'http://b:1'],
    });
    expect(await given({}, fileOf('# nothing yet\n'))).toEqual({ env: {}, file: {} });
    expect((await given({}, fileOf('\uFEFF{"name": "a"}'))).file).toEqual({ name: 'a' });
  });

  it('splits a list in the environment at blanks, and takes a list or one string in the file', async () => {
    expect((await given({ HAPROXY_DEPLOYER_ENDPOINT: ' http://a:1  http://b:1 ' })).env).toEqual({ endpoint: ['http://a:1', 'http://b:1'] });
    expect((await given({}, fileOf('{"endpoint": ["http://a:1"]}'))).file).toEqual({ endpoint: ['http://a:1'] });
    expect((await given({}, fileOf('{"endpoint": "http://a:1"}'))).file).toEqual({ endpoint: ['http://a:1'] });
  });

  it('takes an empty variable for an absent one', async () => {
    expect((await given({ HAPROXY_DEPLOYER_NAME: '', HAPROXY_DEPLOYER_STRICT: '' })).env).toEqual({});
  });

  it('refuses a switch in the environment that is neither true nor false', async () => {
    await expect(given({ HAPROXY_DEPLOYER_STRICT: '1' })).rejects.toThrow('HAPROXY_DEPLOYER_STRICT takes true or false, got "1"');
  });

  it.each([
    ['{"max-paralel": 1}', 'unknown key "max-paralel"; did you mean "max-parallel"?'],
    ['max-paralel: 1', 'unknown key "max-paralel"; did you mean "max-parallel"?'],
    ['{"maxParallel": 1}', 'unknown key "maxParallel"; did you mean "max-parallel"?'],
    ['{"something": 1}', 'unknown key "something"; keys are named like the options, without "--"'],
    ['{"__proto__": 1}', 'unknown key "__proto__"'],
    ['{"constructor": 1}', 'unknown key "constructor"'],
    ['{"config": "x"}', 'unknown key "config"'],
    ['{"strict": "true"}', '"strict" takes true or false'],
    ['strict: yes', '"strict" takes true or false'],
    ['{"name": {}}', '"name" takes a string'],
    ['{"max-parallel": null}', '"max-parallel" takes a number'],
    ['{"endpoint": [1]}', '"endpoint" takes a list of strings'],
    ['[]', 'takes a mapping'],
    ['- name', 'takes a mapping'],
    ['just words', 'takes a mapping'],
    ['{"username": hunter42}', 'is no JSON'],
    ['{"name": "a",\n\t"name": "hunter42"}', 'line 2, column 2: the key "name" is there twice in one mapping'],
    ['? [a, b]\n: hunter42', 'unknown key "[ a, b ]"'],
    ['name: a\nusername: "hunter42\n', 'is no YAML: line 3, column 1'],
    ['name: a\nname: hunter42\n', 'is no YAML: line 2, column 1'],
    [`a: &a [${'x,'.repeat(9)}]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]`, 'too many aliases'],
  ])('design 8: refuses a file that holds %s', async (content, problem) => {
    const file = fileOf(content);
    // What the parser would print beside our line.
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();

    await expect(given({}, file)).rejects.toThrow(`--config ${file}`);
    await expect(given({}, file)).rejects.toThrow(problem);
    await expect(given({}, file)).rejects.not.toThrow('hunter42');
    expect(warn).not.toHaveBeenCalled();
  });

  it('names a file that cannot be read', async () => {
    await expect(given({}, join(folder, 'none'))).rejects.toThrow(/--config .*none is not there; check the path/);
  });
});

describe('configFile', () => {
  it('finds the file in a flag, then in the environment', () => {
    const env = { [envName('config')]: 'e' };

    expect(configFile(['--strict', '--config', 'f'], env)).toBe('f');
    expect(configFile(['--config=f'], env)).toBe('f');
    expect(configFile([], env)).toBe('e');
    expect(configFile([], { [envName('config')]: '' })).toBeUndefined();
  });
});

describe('nearestName', () => {
  it('names what is likely meant, and nothing for what is not near', () => {
    const known = ['max-parallel', 'max-failures', 'name'];

    expect(['max-paralell', 'MAX_PARALLEL', 'maxFailures', 'nam', 'nonsense', ''].map((given) => nearestName(given, known))).toEqual([
      'max-parallel', 'max-parallel', 'max-failures', 'name', undefined, undefined,
    ]);
  });
});
