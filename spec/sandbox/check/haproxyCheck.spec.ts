import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { haproxyCheck } from '../../../lib/sandbox/check/haproxyCheck.js';
import type { FileSet } from '../../../lib/sandbox/state/FileStore.js';

const files: FileSet = { directories: ['/etc/haproxy/maps'], contents: new Map([['/etc/haproxy/maps/a.map', '\u00e9 b\n']]) };
let folder = '';
/** Writes a program that plays haproxy: `$3` is the file to judge. */
const program = (body: string): string => {
  const path = join(folder, 'haproxy');
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o700);
  return path;
};

describe('haproxyCheck', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'haproxy-check-spec-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has nothing against what the program takes', async () => {
    expect(await haproxyCheck(program('[ "$1 $2 $4" = "-W -f -c" ] && grep -q "^global$" "$3"'))('global\n', files)).toEqual([]);
  });

  it('tells each alert with its line, without the summary and the warnings', async () => {
    const output = [
      '[NOTICE]   (12) : haproxy version is 2.6.12',
      '[WARNING]  (12) : config : parsing [$3:1] : so so',
      "[ALERT]    (12) : config : parsing [$3:2] : unknown keyword 'x' in 'global' section",
      "[ALERT]    (12) : config : proxy 'f': unable to find required default_backend: 'b'.",
      '[ALERT]    (12) : config : Error(s) found in configuration file : $3',
      '[ALERT]    (12) : config : Fatal errors found in configuration.',
    ];

    expect(await haproxyCheck(program(`cat >&2 <<END\n${output.join('\n')}\nEND\nexit 1`))('global\n', files)).toEqual([
      { line: 2, text: ": unknown keyword 'x' in 'global' section" },
      { text: "proxy 'f': unable to find required default_backend: 'b'." },
    ]);
  });

  it('lays out the files of the storage, byte for byte, and bends their paths; messages show them as they were', async () => {
    const judge = program('path=$(sed -n "s/^  errorfile 503 //p" "$3"); echo "[ALERT] (1) : config : $path: $(od -An -tx1 "$path" | tr -d " \\n")" >&2; exit 1');

    expect(await haproxyCheck(judge)('global\n  errorfile 503 /etc/haproxy/maps/a.map\n', files)).toEqual([{ text: '/etc/haproxy/maps/a.map: e920620a' }]);
  });

  it('leaves nothing behind', async () => {
    const seen = join(folder, 'seen');

    await haproxyCheck(program(`dirname "$3" > ${seen}`))('global\n', files);

    const { readFileSync } = await import('node:fs');
    expect(existsSync(readFileSync(seen, 'utf8').trim())).toBe(false);
  });

  it('a program that cannot be started is told as an alert', async () => {
    expect(await haproxyCheck(join(folder, 'none'))('global\n', files)).toEqual([{ text: expect.stringContaining('ENOENT') }]);
  });

  it('output without an alert is told as it is', async () => {
    expect(await haproxyCheck(program('echo broken; exit 1'))('global\n', files)).toEqual([{ text: 'broken' }]);
  });
});
