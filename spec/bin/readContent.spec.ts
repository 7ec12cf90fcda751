import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readContent } from '../../bin/readContent.js';
import type { ContentArguments } from '../../bin/readContent.js';
import { UsageError } from '../../bin/UsageError.js';
import { contentChecksum } from '../../lib/haproxy/contentChecksum.js';

const none: ContentArguments = { map: [], cert: [], ca: [], 'crt-list': [], general: [] };
const config = 'global\n  maxconn 100\n';
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'content-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(root, 'case-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

function stdin(...chunks: readonly (string | Uint8Array)[]): AsyncIterable<string | Uint8Array> {
  return (async function* () {
    await Promise.resolve();
    yield* chunks;
  })();
}

async function refusal(path: string, files: Partial<ContentArguments> = {}, input = stdin()): Promise<string> {
  const error: unknown = await readContent(path, { ...none, ...files }, input).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  return error instanceof UsageError ? error.message : '';
}

describe('readContent', () => {
  it('takes a file, and the files that options name by kind', async () => {
    const folder = write({ 'a.cfg': config, 'hosts.map': 'a b\n', 'site.pem': 'pem', 'root.pem': 'ca', 'list.txt': 'site.pem\n', '503.http': 'HTTP/1.0 503\n' });
    const at = (name: string): string => join(folder, name);
    const files = { map: [at('hosts.map')], cert: [at('site.pem')], ca: [at('root.pem')], 'crt-list': [at('list.txt')], general: [at('503.http')] };

    const content = await readContent(at('a.cfg'), files, stdin());

    expect(content).toEqual({
      haproxyConfig: config,
      auxiliaryFiles: {
        maps: [{ path: at('hosts.map'), content: 'a b\n' }],
        sslCertificates: [{ path: at('site.pem'), content: 'pem' }],
        sslCaFiles: [{ path: at('root.pem'), content: 'ca' }],
        crtListFiles: [{ path: at('list.txt'), content: 'site.pem\n' }],
        generalFiles: [{ path: at('503.http'), content: 'HTTP/1.0 503\n' }],
      },
      checksum: contentChecksum(config, content.auxiliaryFiles),
      configBytes: 21,
    });
  });

  it('takes a folder with haproxy.cfg and a folder for each kind of file, in the order of their names', async () => {
    const folder = write({
      'haproxy.cfg': config, 'README.md': 'left alone',
      'maps/b.map': 'b', 'maps/a.map': 'a', 'certs/c.pem': 'c', 'ssl/s.pem': 's', 'ssl_certificates/t.pem': 't', 'ca/r.pem': 'r', 'crt-lists/l.txt': 'l', 'general/g.lua': 'g',
    });
    const extra = write({ 'x.map': 'x' });

    const { auxiliaryFiles: files } = await readContent(folder, { ...none, map: [join(extra, 'x.map')] }, stdin());

    const contents = Object.entries({ ...files }).map(([kind, list]) => [kind, list.map(({ content }) => content).join('')]);
    expect(Object.fromEntries(contents)).toEqual({ maps: 'abx', sslCertificates: 'cst', sslCaFiles: 'r', crtListFiles: 'l', generalFiles: 'g' });
  });

  it('follows links and passes over hidden entries, as a mounted ConfigMap has them', async () => {
    const folder = write({ '..data/haproxy.cfg': config, 'maps/.hosts.map.swp': 'no' });
    symlinkSync('..data/haproxy.cfg', join(folder, 'haproxy.cfg'));

    const { haproxyConfig, auxiliaryFiles } = await readContent(folder, none, stdin());

    expect([haproxyConfig, auxiliaryFiles.maps]).toEqual([config, []]);
  });

  it('takes "-" as standard input, whose characters may be cut anywhere', async () => {
    const bytes = Buffer.from('# ü\nglobal\n');

    const { haproxyConfig } = await readContent('-', none, stdin(bytes.subarray(0, 3), bytes.subarray(3)));

    expect(haproxyConfig).toBe('# ü\nglobal\n');
  });

  it('says which file is not there', async () => {
    const folder = write({ 'a.cfg': config });
    const missing = join(folder, 'b.cfg');

    expect(await refusal(missing)).toBe(`${missing} is not there; check the path, which starts from where the command is called`);
    expect(await refusal(join(folder, 'a.cfg'), { map: [missing] })).toContain(`${missing} is not there`);
    expect(await refusal(folder)).toContain(`${join(folder, 'haproxy.cfg')} is not there`);
  });

  it('refuses a folder where a file is named', async () => {
    const folder = write({ 'a.cfg': config });

    expect(await refusal(join(folder, 'a.cfg'), { map: [folder] })).toBe(`${folder} is a folder; name a file`);
  });

  it('refuses a folder that it does not know and one inside another, whose files would be missed', async () => {
    const unknown = write({ 'haproxy.cfg': config, 'map/a.map': 'a' });
    const nested = write({ 'haproxy.cfg': config, 'maps/eu/a.map': 'a' });

    expect(await refusal(unknown)).toContain(`${join(unknown, 'map')} is none of the folders that files are taken from, which are maps, certs, ssl, ssl_certificates, ca, crt-lists, general`);
    expect(await refusal(nested)).toContain(`move its files to ${join(nested, 'maps')}`);
  });

  it('refuses what can never be stored as it is, and quotes nothing of it', async () => {
    const folder = write({ 'nul.cfg': 'global\n  # hunter2\0\n', 'latin.cfg': Buffer.from([0x23, 0xe4, 0x0a]), 'blank.cfg': ' \n', 'a.cfg': config, 'latin.map': Buffer.from([0xe4]) });
    const at = (name: string): string => join(folder, name);

    expect(await refusal(at('nul.cfg'))).toBe(`${at('nul.cfg')} has a NUL byte in line 2, where HAProxy would stop reading`);
    expect(await refusal(at('latin.cfg'))).toContain(`${at('latin.cfg')} is no UTF-8 text`);
    expect(await refusal(at('blank.cfg'))).toContain(`${at('blank.cfg')} is empty`);
    expect(await refusal(at('a.cfg'), { map: [at('latin.map')] })).toContain(`${at('latin.map')} is no UTF-8 text`);
    expect(await refusal('-')).toContain('standard input is empty');
  });

  it.each([
    ['site.pem', '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----\n', 'is a PEM file'],
    ['key.cfg', 'global\n-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n', 'is a PEM file'],
    ['fleet.ndjson', '{"type":"HAProxyPodsDiscoveredEvent","password":"hunter2"}\n', 'is JSON'],
    ['fleet.json', '\n[{"url":"http://h","password":"hunter2"}]\n', 'is JSON'],
    ['fleet.yaml', '- url: http://h\n  password: hunter2\n', 'has no section'],
    ['note.txt', '# hello\nworld hunter2\n', 'has no section'],
  ])('refuses %s, which is no configuration, and says what to do with it', async (name, text, problem) => {
    const path = join(write({ [name]: text }), name);

    const line = await refusal(path);

    expect(line).toContain(`${path} ${problem}`);
    expect(line).toContain('name a configuration');
    expect(line).not.toContain('hunter2');
  });

  it('takes a configuration whose sections stand below comments, directives and a byte order mark', async () => {
    const text = '\ufeff# -----BEGIN CERTIFICATE-----\n.if defined(X)\nglobal\n  maxconn 100\n.endif\n';

    expect((await readContent(join(write({ 'a.cfg': text }), 'a.cfg'), none, stdin())).haproxyConfig).toBe(text);
  });
});
