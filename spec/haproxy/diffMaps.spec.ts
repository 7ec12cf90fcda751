import { describe, expect, it } from '@jest/globals';
import { createComparisons } from '../../lib/deployer/createComparisons.js';
import type { AuxiliaryFiles, Content } from '../../lib/events/types.js';
import { diffMaps } from '../../lib/haproxy/diffMaps.js';
import { content } from '../support/events.js';

const config = 'backend a\n  balance roundrobin\n  http-request set-header X %[req.hdr(host),map(/m/hosts.map)]\n  server s 127.0.0.1:1 weight 1\n';
const heavier = config.replace('weight 1', 'weight 2');
const withMap = (text: string, map: string, more: AuxiliaryFiles = {}): Content => content(text, { auxiliaryFiles: { maps: [{ path: 'hosts.map', content: map }], ...more } });

describe('diffMaps (design S13)', () => {
  it('tells what entries change', () => {
    expect(diffMaps(withMap(config, 'a 1\nb 1\n'), withMap(config, 'a 2\nb 1\n'))).toEqual([{ action: 'set', key: 'a', value: '2' }]);
    expect(diffMaps(withMap(config, 'a 1\n'), withMap(heavier, 'a 1\n'))).toEqual([]);
  });

  it.each([
    ['comes', content(config), withMap(config, 'a 1\n')],
    ['goes', withMap(config, 'a 1\n'), content(config)],
    ['changes and is none', withMap(config, 'a 1\n', { generalFiles: [{ path: 'x', content: '1' }] }), withMap(config, 'a 1\n', { generalFiles: [{ path: 'x', content: '2' }] })],
    ['changes and is not looked up by whole strings', withMap(config.replace('map(', 'map_beg('), 'a 1\n'), withMap(config.replace('map(', 'map_beg('), 'a 2\n')],
    ['changes and is not to be read before', withMap(config, 'a 1 2\n'), withMap(config, 'a 1\n')],
    ['changes and is not to be read afterwards', withMap(config, 'a 1\n'), withMap(config, 'a 1 2\n')],
  ])('gives no way where a file %s', (_, from, to) => {
    expect(diffMaps(from, to)).toBeUndefined();
  });
});

describe('isRuntimeOnly (design S13)', () => {
  it.each([
    ['the same', 0, withMap(config, 'a 1\n'), withMap(config, 'a 1\n'), true],
    ['entries', 0, withMap(config, 'a 1\n'), withMap(config, 'a 2\n'), true],
    ['entries and servers', 0, withMap(config, 'a 1\n'), withMap(heavier, 'a 2\n'), true],
    ['entries and servers within the threshold', 2, withMap(config, 'a 1\n'), withMap(heavier, 'a 2\n'), true],
    ['entries and servers beyond the threshold', 1, withMap(config, 'a 1\n'), withMap(heavier, 'a 2\n'), false],
    ['entries and a section', 0, withMap(config, 'a 1\n'), withMap(`${config}backend b\n`, 'a 2\n'), false],
    ['an entry that cannot be sent', 0, withMap(config, 'a 1\n'), withMap(config, '/a 1\n'), false],
  ])('%s, threshold %j', (_, rawPushThreshold, from, to, runtimeOnly) => {
    expect(createComparisons({ rawPushThreshold }).isRuntimeOnly(from, to)).toBe(runtimeOnly);
  });
});
