import { describe, expect, it } from '@jest/globals';
import { namesFile } from '../../lib/haproxy/namesFile.js';

const pem = { store: 'ssl_certificates', name: 'site.pem' } as const;

describe('namesFile (design D6)', () => {
  it.each([
    ['behind a path', 'frontend f\n  bind :443 ssl crt /etc/haproxy/ssl/site.pem\n', true],
    ['behind a folder that is set elsewhere', 'frontend f\n  bind :443 ssl crt site.pem\n', true],
    ['in quotes', 'frontend f\n  bind :443 ssl crt "/etc/haproxy/ssl/site.pem"\n', true],
    ['at the end of the text', 'crt site.pem', true],
    ['at its beginning', 'site.pem', true],
    ['in a comment', 'frontend f\n  # crt /etc/haproxy/ssl/site.pem\n', false],
    ['in a comment and below it', '# site.pem\n  crt site.pem\n', true],
    ['as the end of another name', 'crt /etc/haproxy/ssl/my-site.pem\n', false],
    ['as the beginning of another name', 'crt /etc/haproxy/ssl/site.pem.rsa\n', false],
    ['with quotes inside', 'crt /etc/haproxy/ssl/si"te".pem\n', true],
    ['with an escape', 'crt /etc/haproxy/ssl/\\x73ite.pem\n', true],
    ['behind a variable', 'crt "${DIR}/site.pem"\n', true],
    ['of which a variable may hold the beginning', 'crt "${NAME}.pem"\n', true],
    ['that does not end as what stands behind a variable', 'bind "${ADDRESS}:443"\n', false],
    ['behind the words of a line, as a comment', 'bind :443 # was site.pem\n', false],
    ['nowhere', 'frontend f\n', false],
  ])('looks for a name %s', (_, haproxyConfig, named) => {
    expect(namesFile({ haproxyConfig, auxiliaryFiles: {} }, pem)).toBe(named);
  });

  it('looks for it in the general files that go along', () => {
    const list = { path: 'list.txt', content: '/etc/haproxy/ssl/site.pem example.com\n' };

    for (const auxiliaryFiles of [{ crtListFiles: [list] }, { generalFiles: [list] }]) expect(namesFile({ haproxyConfig: '', auxiliaryFiles }, pem)).toBe(true);
    expect(namesFile({ haproxyConfig: '', auxiliaryFiles: { maps: [list] } }, pem)).toBe(false);
  });

  it('takes every certificate for named where a list of certificates does not go along', () => {
    const haproxyConfig = 'frontend f\n  bind :443 ssl crt-list /etc/haproxy/general/list.txt\n';

    expect(namesFile({ haproxyConfig, auxiliaryFiles: {} }, pem)).toBe(true);
    expect(namesFile({ haproxyConfig, auxiliaryFiles: {} }, { store: 'maps', name: 'site.map' })).toBe(false);
    expect(namesFile({ haproxyConfig, auxiliaryFiles: { crtListFiles: [{ path: 'list.txt', content: '' }] } }, pem)).toBe(false);
  });

  it('reads half a megabyte of mentions in a comment in no time to speak of', () => {
    expect(namesFile({ haproxyConfig: `#${' site.pem'.repeat(60_000)}\n`, auxiliaryFiles: {} }, pem)).toBe(false);
  });
});
