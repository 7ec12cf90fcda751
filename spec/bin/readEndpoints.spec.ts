import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readEndpoints } from '../../bin/readEndpoints.js';

const folder = mkdtempSync(join(tmpdir(), 'read-endpoints-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (content: unknown): string => {
  const path = join(folder, 'fleet.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const discovered = (...urls: readonly string[]): object => ({ type: 'HAProxyPodsDiscoveredEvent', endpoints: urls.map((url) => ({ url })) });

describe('readEndpoints', () => {
  it('design 8: takes URLs and a file together, as if discovered', async () => {
    expect(await readEndpoints(['HTTP://A:1', 'http://b:1'], fileOf([{ url: 'http://c:1' }]))).toEqual(discovered('http://a:1', 'http://b:1', 'http://c:1'));
    expect(await readEndpoints([], fileOf(discovered('http://c:1')))).toEqual(discovered('http://c:1'));
    expect(await readEndpoints([], fileOf('endpoints:\n  - url: http://c:1\n'))).toEqual(discovered('http://c:1'));
    expect(await readEndpoints([], fileOf('- url: http://c:1 # the only one\n'))).toEqual(discovered('http://c:1'));
    expect(await readEndpoints([], fileOf('- http://c:1\n- url: http://d:1\n'))).toEqual(discovered('http://c:1', 'http://d:1'));
  });

  it('tells no endpoints named from a fleet of none', async () => {
    expect(await readEndpoints([], undefined)).toBeUndefined();
    expect(await readEndpoints([], fileOf([]))).toEqual(discovered());
  });

  it.each([
    ['{}', /takes a HAProxyPodsDiscoveredEvent, the list of its endpoints or a list of URLs/],
    ['{"endpoints": null}', /takes a HAProxyPodsDiscoveredEvent, the list of its endpoints or a list of URLs/],
    ['{"password": hunter42', /is no JSON/],
    [[{ url: 'http://a:1' }, { url: 'http://u:hunter42@b' }], /endpoints\[1\]\.url: takes no credentials/],
    [['http://a:1', 'http://u:hunter42@b'], /^--endpoints .*endpoints\[1\]\.url: takes no credentials/],
    [[{ url: 'http://a:1', password: ['hunter42'] }], /endpoints\[0\]\.password: takes a string/],
    [[{ url: 'http://a:1' }, { url: 'http://A:1' }], /same endpoint/],
    ['url: http://a:1\n  password: hunter42\n', /is no YAML: line 1, column \d+: a value goes on as a mapping; the next line may be indented too far/],
    ['- url: http://a:1\n  password: hunter42\n  password: hunter42\n', /is no YAML: line 3, column \d+: the key "password" is there twice/],
    ['- url: http://a:1\n\tpassword: hunter42\n', /is no YAML: line 2/],
    ['', /is empty; whatever writes it/],
    [[{ url: 'http://a:1' }, { url: 'http://b:1', user: 'hunter42' }], /endpoints\[1\]: unknown key "user"; did you mean "username"\?/],
    [[{ url: 'http://a:1', pasword: 'hunter42' }], /unknown key "pasword"; did you mean "password"\?/],
    [[{ url: 'http://a:1', 'password-file': 'hunter42' }], /unknown key "password-file"; did you mean "passwordFile"\?/],
    [{ endpoints: [{ url: 'http://a:1', tls: { cafile: 'hunter42' } }] }, /endpoints\[0\]\.tls: unknown key "cafile"; did you mean "caFile"\?/],
  ])('design 6: refuses a file that holds %j, and quotes nothing of it', async (content, problem) => {
    const file = fileOf(content);

    await expect(readEndpoints([], file)).rejects.toThrow(problem);
    await expect(readEndpoints([], file)).rejects.toThrow(`--endpoints ${file}`);
    await expect(readEndpoints([], file)).rejects.not.toThrow('hunter42');
  });

  it('design 6: passes over keys that nothing known is near', async () => {
    expect(await readEndpoints([], fileOf([{ url: 'http://a:1', region: 'eu', labels: { user: 'x' } }]))).toEqual(discovered('http://a:1'));
  });

  it('names a file that cannot be read', async () => {
    await expect(readEndpoints([], join(folder, 'none'))).rejects.toThrow(/--endpoints .*none is not there; check the path/);
  });
});
