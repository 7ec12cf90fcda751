import { describe, expect, it } from '@jest/globals';
import { namesFile } from '../../lib/haproxy/namesFile.js';

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
    ['nowhere', 'frontend f\n', false],
  ])('looks for a name %s', (_, haproxyConfig, named) => {
    expect(namesFile({ haproxyConfig, auxiliaryFiles: {} }, 'site.pem')).toBe(named);
  });

  it('looks for it in lists of certificates, and in no other file', () => {
    const list = { path: 'list.txt', content: '/etc/haproxy/ssl/site.pem example.com\n' };

    expect(namesFile({ haproxyConfig: '', auxiliaryFiles: { crtListFiles: [list] } }, 'site.pem')).toBe(true);
    expect(namesFile({ haproxyConfig: '', auxiliaryFiles: { generalFiles: [list] } }, 'site.pem')).toBe(false);
  });
});
