import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { InputError } from '../../lib/events/InputError.js';
import { normaliseUrl } from '../../lib/events/normaliseUrl.js';

describe('normaliseUrl', () => {
  it.each([
    ['http://node-1:5555', { url: 'http://node-1:5555' }],
    ['HTTP://Node-1:5555/', { url: 'http://node-1:5555' }],
    ['http://node-1', { url: 'http://node-1:80' }],
    ['https://node-1', { url: 'https://node-1:443' }],
    ['http://node-1:80', { url: 'http://node-1:80' }],
    ['https://node-1:80', { url: 'https://node-1:80' }],
    ['http://node-1:5555/v2', { url: 'http://node-1:5555', basePath: 'v2' }],
    ['http://node-1:5555/v3/', { url: 'http://node-1:5555', basePath: 'v3' }],
    ['http://[::1]:5555/v3', { url: 'http://[::1]:5555', basePath: 'v3' }],
    ['http://[0:0:0:0:0:0:0:1]:5555', { url: 'http://[::1]:5555' }],
    ['http://127.1:5555', { url: 'http://127.0.0.1:5555' }],
    ['http://bücher.example:1', { url: 'http://xn--bcher-kva.example:1' }],
  ])('design 3: takes %s', (text, expected) => {
    expect(normaliseUrl(text)).toEqual(expected);
  });

  it.each([
    ['ftp://node-1:21', /http/],
    ['node-1:5555', /http/],
    ['', /http/],
    ['http:node-1', /http/],
    ['http://', /host/],
    ['http:///v2', /host/],
    ['http://node-1:5555/v1', /path/],
    ['http://node-1:5555/v2/services', /path/],
    ['http://node-1:5555//', /path/],
    ['http://node-1:5555/./v2', /path/],
    ['http://node-1:5555?x=1', /query/],
    ['http://node-1:5555/v2#x', /fragment/],
    ['http://node-1:99999', /port/],
    ['http://node-1:0', /port 0/],
    ['http://node 1:5555', /blanks/],
    [' http://node-1:5555', /http/],
    ['http://node-1\\v2', /backslash/],
    ['http://@node-1:5555', /credentials/],
  ])('design 3: refuses %p', (text, reason) => {
    const result = normaliseUrl(text);

    expect(result).toBeInstanceOf(InputError);
    expect(result).toHaveProperty('message', expect.stringMatching(reason));
  });

  it.each(['http://admin:hunter42@node-1:5555', 'admin:hunter42@node-1', 'http://hunter42@node-1', 'http://node-1/?token=hunter42'])(
    'does not quote what it refuses: %s',
    (text) => {
      expect(normaliseUrl(text)).toHaveProperty('message', expect.not.stringContaining('hunter42'));
    },
  );

  it('gives an identity that is its own identity', () => {
    fc.assert(
      fc.property(fc.webAuthority({ withPort: true, withIPv4: true, withIPv6: true }), fc.constantFrom('', '/', '/v2', '/v3/'), (authority, path) => {
        const first = normaliseUrl(`http://${authority}${path}`);
        if (first instanceof InputError) return;
        expect(normaliseUrl(first.url)).toEqual({ url: first.url });
      }),
    );
  });

  it('gives what the URL standard gives for a host and port, however they are spelled', () => {
    const label = fc.stringMatching(/^[a-z0-9-]{1,6}$/);
    const host = fc.oneof(fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')), fc.ipV4Extended(), fc.ipV4());
    fc.assert(
      fc.property(host, fc.integer({ min: 1, max: 70_000 }), (name, port) => {
        const result = normaliseUrl(`http://${name}:${port}`);
        const standard = URL.canParse(`http://${name}:${port}`) ? `http://${new URL(`http://${name}:1`).hostname}:${port}` : undefined;

        expect(result instanceof InputError ? undefined : result.url).toBe(standard);
      }),
    );
  });

  it('gives a result for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(normaliseUrl(`http://${text}`)).toBeDefined()));
  });
});
