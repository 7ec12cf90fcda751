import { describe, expect, it } from '@jest/globals';
import { hideCredentials, hideCredentialsIn, looksLikeUrl } from '../../bin/hideCredentials.js';

describe('hideCredentials', () => {
  it.each([
    ['http://h:5555', 'http://h:5555'],
    ['h:5555', 'h:5555'],
    ['https://admin:hunter42@h:5555', 'https://***@h:5555'],
    ['http://u:hunter"42@h', 'http://***@h'],
    ['http://u:hunter/42@h', 'http://***@h'],
    ['http://u:hunter@42@h', 'http://***@h'],
    ['http://u:hunter?42#\n@h', 'http://***@h'],
    ['u:hunter42@h', '***@h'],
    ['http://h/v3?token=hunter42', 'http://h/v3?***'],
    ['http://h?a=b&token=hunter@42', 'http://***@42'],
    ['http://h#hunter42', 'http://h#***'],
  ])('section 6: shows %j as %j', (url, shown) => {
    expect(hideCredentials(url)).toBe(shown);
  });
});

describe('hideCredentialsIn', () => {
  it('section 6: hides URLs of the command line in a message, as they are and as JSON, and any other', () => {
    const words = ['status', 'http://u:hunter "42@h', '--map=u:hunter43@h'];

    expect(hideCredentialsIn('http://u:hunter "42@h is not there', words)).toBe('http://***@h is not there');
    expect(hideCredentialsIn('got "http://u:hunter \\"42@h"', words)).toBe('got "http://***@h"');
    expect(hideCredentialsIn('u:hunter43@h is not there', words)).toBe('***@h is not there');
    expect(hideCredentialsIn('the file names http://u:hunter44@h and http://h2', [])).toBe('the file names http://***@h and http://h2');
  });
});

describe('looksLikeUrl', () => {
  it.each([
    ['http://h', true],
    ['u:p@h', true],
    ['haproxy.cfg', false],
    ['C:\\haproxy.cfg', false],
    ['./a:b@c.cfg', false],
    ['admin@corp', false],
  ])('of %j is %j', (word, expected) => {
    expect(looksLikeUrl(word)).toBe(expected);
  });
});
