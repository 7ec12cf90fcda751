import { describe, expect, it } from '@jest/globals';
import { formatAddress, parseListen } from '../../../bin/observability/parseListen.js';
import { UsageError } from '../../../bin/UsageError.js';

describe('parseListen', () => {
  it.each([
    ['127.0.0.1:9102', { host: '127.0.0.1', port: 9102 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['[::1]:9102', { host: '::1', port: 9102 }],
    ['0.0.0.0:65535', { host: '0.0.0.0', port: 65_535 }],
  ])('reads %s, and writes it back', (text, address) => {
    expect(parseListen(text)).toEqual(address);
    expect(formatAddress(address)).toBe(text);
  });

  it.each(['', '9102', ':9102', '127.0.0.1', '127.0.0.1:', '127.0.0.1:65536', '127.0.0.1:-1', '127.0.0.1:1e3', '::1:9102', 'http://127.0.0.1:9102', '127.0.0.1:9102/metrics', '[::1]'])(
    'refuses %j and names the flag',
    (text) => {
      expect(() => parseListen(text)).toThrow(UsageError);
      expect(() => parseListen(text)).toThrow(/^--listen takes HOST:PORT/);
    },
  );
});
