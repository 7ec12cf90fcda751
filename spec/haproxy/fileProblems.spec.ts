import { describe, expect, it } from '@jest/globals';
import type { AuxiliaryFiles } from '../../lib/events/types.js';
import type { FileStore } from '../../lib/haproxy/fileNames.js';
import { certificateReferences, fileReferences } from '../../lib/haproxy/fileReferences.js';
import { nameProblems } from '../../lib/haproxy/nameProblems.js';
import { referenceProblems } from '../../lib/haproxy/referenceProblems.js';

const maps = (...names: readonly string[]): AuxiliaryFiles => ({ maps: names.map((path) => ({ path, content: 'a 1\n' })) });
const folders = new Map<FileStore, string>([['maps', '/etc/haproxy/maps'], ['ssl_certificates', '/etc/haproxy/ssl'], ['general', '/etc/haproxy/general']]);

describe('nameProblems (design D6)', () => {
  it.each([
    ['a name that would change', maps('my.hosts.map'), 'name it "my_hosts.map"'],
    ['a map without .map', maps('hosts.txt'), 'name it "hosts.map"'],
    ['two of one name', maps('a/hosts.map', 'b/hosts.map'), 'another name'],
    ['a CA file and a general file of one name', { sslCaFiles: [{ path: 'x.pem', content: 'a' }], generalFiles: [{ path: 'x.pem', content: 'a' }] }, 'another name'],
    ['a manifest', { generalFiles: [{ path: 'haproxy-deployer_default.txt', content: '' }] }, 'another name'],
    ['a certificate without key', { sslCertificates: [{ path: 'x.pem', content: '-----BEGIN CERTIFICATE-----\n' }] }, 'sslCaFiles'],
  ])('finds %s', (_what, files, mend) => {
    expect(nameProblems(files).map((problem) => problem.mend).join()).toContain(mend);
  });

  it.each([
    ['one name in two storages', { ...maps('x.map'), generalFiles: [{ path: 'x.map', content: '' }] }],
    ['a key of any kind', { sslCertificates: ['', 'RSA ', 'EC ', 'ENCRYPTED '].map((kind, index) => ({ path: `${index}.pem`, content: `-----BEGIN ${kind}PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\n` })) }],
    ['no files', {}],
  ])('takes %s', (_what, files) => {
    expect(nameProblems(files)).toEqual([]);
  });

  it('quotes no content', () => {
    expect(JSON.stringify(nameProblems({ sslCertificates: [{ path: 'x.pem', content: 'very secret' }] }))).not.toContain('secret');
  });
});

describe('fileReferences', () => {
  it.each([
    ['bind :443 ssl crt /a/x.pem ca-file /a/ca.pem', ['/a/x.pem', '/a/ca.pem']],
    ['use_backend %[req.hdr(host),lower,map_dom(/m/hosts.map,none)]', ['/m/hosts.map']],
    ['http-request set-map(/m/x.map) %[src] 1', ['/m/x.map']],
    ['http-request deny if { src -f /m/bad.lst }', ['/m/bad.lst']],
    ['http-request deny if { src -f virt@/m/bad.lst }', ['/m/bad.lst']],
    ['errorfile 503 /e/503.http', ['/e/503.http']],
    ['http-request return status 200 content-type text/plain lf-file "/e/ok.txt"', ['/e/ok.txt']],
    ['http-request deny if { path /maps/hosts.map }', []],
    ['# crt /a/x.pem', []],
  ])('of "%s" are %j', (line, paths) => {
    expect(fileReferences(`frontend f\n  ${line}\n`)).toEqual(paths.map((path) => ({ path, line: 2 })));
  });

  it('of a list of certificates are the first words of its lines', () => {
    expect(certificateReferences('# list\n/a/x.pem [alpn h2] example.com\n\n y.pem\n')).toEqual([{ path: '/a/x.pem', line: 2 }, { path: 'y.pem', line: 4 }]);
  });
});

describe('referenceProblems (design D6)', () => {
  const problemsOf = (path: string, known = folders): readonly string[] =>
    referenceProblems({ haproxyConfig: `backend b\n  http-request deny if { src,map(${path}) -m found }\n`, auxiliaryFiles: maps('hosts.map') }, known).map(({ mend }) => mend);

  it.each(['/elsewhere/hosts.map', '/etc/haproxy/maps/deeper/hosts.map', 'other/hosts.map', '/hosts.map'])('finds %s', (path) => {
    expect(problemsOf(path)).toEqual(['write /etc/haproxy/maps/hosts.map']);
  });

  it.each(['/etc/haproxy/maps/hosts.map', '/etc//haproxy/./maps/hosts.map', 'maps/hosts.map', './haproxy/maps/hosts.map', 'hosts.map', '../maps/hosts.map', '${DIR}/hosts.map', '/elsewhere/another.map'])('takes %s', (path) => {
    expect(problemsOf(path)).toEqual([]);
  });

  it('judges nothing of a storage whose folder is unknown', () => {
    expect(problemsOf('/elsewhere/hosts.map', new Map())).toEqual([]);
  });

  it('looks into lists of certificates, too', () => {
    const auxiliaryFiles = { sslCertificates: [{ path: 'x.pem', content: '' }], crtListFiles: [{ path: 'list.txt', content: '/wrong/x.pem example.com\n' }] };

    expect(referenceProblems({ haproxyConfig: '', auxiliaryFiles }, folders)).toEqual([{ message: 'line 1 of list.txt names /wrong/x.pem, but the file is kept as /etc/haproxy/ssl/x.pem', mend: 'write /etc/haproxy/ssl/x.pem' }]);
  });

  it('takes either folder for a name that two storages have', () => {
    const auxiliaryFiles = { ...maps('x.map'), generalFiles: [{ path: 'x.map', content: '' }] };

    expect(referenceProblems({ haproxyConfig: 'backend b\n  acl a src -f /etc/haproxy/general/x.map\n', auxiliaryFiles }, folders)).toEqual([]);
  });
});
