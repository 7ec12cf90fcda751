import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { givenOptions } from '../../bin/givenOptions.js';
import { operatingOptions } from '../../bin/options/allOptions.js';
import { runOptions } from '../../bin/options/runOptions.js';
import { printConfig } from '../../bin/printConfig.js';
import { runArguments } from '../support/runInProcess.js';

const folder = mkdtempSync(join(tmpdir(), 'print-config-spec-'));
afterAll(() => rmSync(folder, { recursive: true }));
const nothing = { env: {}, file: {}, words: [] };

describe('printConfig', () => {
  it('names the source of each value, the strongest where there are several', () => {
    const words = ['--max-parallel=3', '--endpoint', 'http://a:1', '--no-strict'];
    const env = { 'max-parallel': '8', name: 'ours' };
    const printed = printConfig({ ...runArguments(words), name: 'ours', 'retry-max': '9s' }, runOptions, { words, env, file: { name: 'x', 'retry-max': '9s' } });

    expect(printed).toContain('max-parallel: 3 # flag\n');
    expect(printed).toContain('endpoint: ["http://a:1"] # flag\n');
    expect(printed).toContain('strict: false # flag\n');
    expect(printed).toContain('name: "ours" # HAPROXY_DEPLOYER_NAME\n');
    expect(printed).toContain('retry-max: "9s" # --config\n');
    expect(printed).toContain('retry-initial: "1s" # default\n');
    expect(printed).toContain('# canary: not set\n');
  });

  it('prints what --config takes, to the same values', async () => {
    const args = runArguments(['--max-parallel', '3', '--canary', '10%', '--endpoint', 'http://a:1', '--strict']);
    const path = join(folder, 'printed.yaml');
    writeFileSync(path, printConfig(args, runOptions, nothing));

    const { file } = await givenOptions(runOptions, operatingOptions, {}, path);
    expect(printConfig({ ...args, ...file, 'max-parallel': Number(file['max-parallel']), 'raw-push-threshold': 0, 'max-line-bytes': Number(file['max-line-bytes']) }, runOptions, nothing)).toBe(printConfig(args, runOptions, nothing));
  });

  it('section 6: shows no credentials of a URL', () => {
    const endpoint = ['https://admin:hunter42@h:5555', 'http://u:hunter"42@h', 'u:hunter/42@h', 'http://h?token=hunter42', 'h:1'];

    expect(printConfig({ endpoint, endpoints: 'http://u:hunter42@h', username: 'admin@corp' }, runOptions, nothing)).toMatch(
      /\nendpoint: \["https:\/\/\*{3}@h:5555","http:\/\/\*{3}@h","\*{3}@h","http:\/\/h\?\*{3}","h:1"\].*\nendpoints: "http:\/\/\*{3}@h" .*\nusername: "admin@corp"/,
    );
  });
});
