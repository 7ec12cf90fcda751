import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { configFile, envName, givenOptions } from '../../bin/givenOptions.js';
import { nearestName } from '../../bin/nearestName.js';
import { runOptions } from '../../bin/options.js';

const folder = mkdtempSync(join(tmpdir(), 'given-options-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (content: string): string => {
  const path = join(folder, 'config.json');
  writeFileSync(path, content);
  return path;
};

describe('givenOptions', () => {
  it('design 8: lets the environment win over the file, option by option', () => {
    const file = fileOf('{"max-parallel": 4, "retry-max": "9s", "strict": false, "drain-timeout": 0}');
    const env = { HAPROXY_DEPLOYER_MAX_PARALLEL: '8', HAPROXY_DEPLOYER_STRICT: 'true', HAPROXY_DEPLOYER_UNKNOWN: 'x', OTHER: 'y' };

    expect(givenOptions(runOptions, env, file)).toEqual({ 'max-parallel': '8', 'retry-max': '9s', strict: true, 'drain-timeout': '0' });
    expect(givenOptions(runOptions, {}, undefined)).toEqual({});
  });

  it('splits a list in the environment at blanks, and takes a list or one string in the file', () => {
    expect(givenOptions(runOptions, { HAPROXY_DEPLOYER_ENDPOINT: ' http://a:1  http://b:1 ' }, undefined)).toEqual({ endpoint: ['http://a:1', 'http://b:1'] });
    expect(givenOptions(runOptions, {}, fileOf('{"endpoint": ["http://a:1"]}'))).toEqual({ endpoint: ['http://a:1'] });
    expect(givenOptions(runOptions, {}, fileOf('{"endpoint": "http://a:1"}'))).toEqual({ endpoint: ['http://a:1'] });
  });

  it('takes an empty variable for an absent one', () => {
    expect(givenOptions(runOptions, { HAPROXY_DEPLOYER_NAME: '', HAPROXY_DEPLOYER_STRICT: '' }, undefined)).toEqual({});
  });

  it('refuses a switch in the environment that is neither true nor false', () => {
    expect(() => givenOptions(runOptions, { HAPROXY_DEPLOYER_STRICT: '1' }, undefined)).toThrow('HAPROXY_DEPLOYER_STRICT takes true or false, got "1"');
  });

  it.each([
    ['{"max-paralel": 1}', 'unknown key "max-paralel"; did you mean "max-parallel"?'],
    ['{"maxParallel": 1}', 'unknown key "maxParallel"; did you mean "max-parallel"?'],
    ['{"something": 1}', 'unknown key "something"; keys are named like the options, without "--"'],
    ['{"__proto__": 1}', 'unknown key "__proto__"'],
    ['{"constructor": 1}', 'unknown key "constructor"'],
    ['{"config": "x"}', 'unknown key "config"'],
    ['{"strict": "true"}', '"strict" takes true or false'],
    ['{"name": {}}', '"name" takes a string'],
    ['{"max-parallel": null}', '"max-parallel" takes a number'],
    ['{"endpoint": [1]}', '"endpoint" takes a list of strings'],
    ['[]', 'takes a JSON object'],
    ['null', 'takes a JSON object'],
    ['{"username": hunter42}', 'is no JSON'],
  ])('design 8: refuses a file that holds %s', (content, problem) => {
    const file = fileOf(content);

    expect(() => givenOptions(runOptions, {}, file)).toThrow(`--config ${file}`);
    expect(() => givenOptions(runOptions, {}, file)).toThrow(problem);
    expect(() => givenOptions(runOptions, {}, file)).not.toThrow('hunter42');
  });

  it('names a file that cannot be read', () => {
    expect(() => givenOptions(runOptions, {}, join(folder, 'none'))).toThrow(/--config .*none cannot be read: .*ENOENT/);
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
