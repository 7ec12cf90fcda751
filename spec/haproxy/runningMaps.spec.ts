import { describe, expect, it } from '@jest/globals';
import { runningMaps } from '../../lib/haproxy/runningMaps.js';

const look = (haproxyConfig: string, content = 'a 1\n', path = '/x/hosts.map'): readonly unknown[] =>
  runningMaps({ haproxyConfig, auxiliaryFiles: { maps: [{ path, content }] } }).map(({ name, entries, exact }) => [name, Object.fromEntries(entries), exact]);

const use = (converter: string): string => `frontend f\n  use_backend %[req.hdr(host),lower,${converter},none)]\n`;
const found = [['hosts.map', { a: '1' }, true]];

describe('runningMaps (design R4, D5)', () => {
  it.each([
    ['map', use('map(/etc/haproxy/maps/hosts.map'), true],
    ['map_str', use('map_str(/etc/haproxy/maps/hosts.map'), true],
    ['map_str_int', use('map_str_int(/etc/haproxy/maps/hosts.map'), true],
    ['map_beg', use('map_beg(/etc/haproxy/maps/hosts.map'), false],
    ['map_ip_str', use('map_ip_str(/etc/haproxy/maps/hosts.map'), false],
    ['map and map_reg', use('map(/etc/haproxy/maps/hosts.map') + use('map_reg(/etc/haproxy/maps/hosts.map'), false],
    ['a variable for the folder', use('map("${MAPS}/hosts.map"').replaceAll('"', ''), true],
  ])('finds a map that is looked up by %s', (_, config, exact) => {
    expect(look(config)).toEqual([['hosts.map', { a: '1' }, exact]]);
  });

  it.each([
    ['is looked up nowhere', 'frontend f\n  bind :80\n'],
    ['is looked up in a comment only', '# map(/etc/haproxy/maps/hosts.map)\n'],
    ['a rule adds to', `${use('map(/m/hosts.map')}  http-request set-map(/m/hosts.map) %[src] 1\n`],
    ['a rule takes from', `${use('map(/m/hosts.map')}  http-request del-map(/m/hosts.map) %[src]\n`],
    ['an ACL reads, too', `${use('map(/m/hosts.map')}  acl known hdr(host) -M -f /m/hosts.map\n`],
    ['has a name that ends in that of another', use('map(/m/other-hosts.map')],
    ['has a name that begins that of another', use('map(/m/hosts.map.old')],
  ])('leaves out a map that %s', (_, config) => {
    expect(look(config)).toEqual([]);
  });

  it.each([
    ['comments, empty lines and blanks around', '# a 2\n\n \t\n  a \t1  \n', found],
    ['no final newline', 'a 1', found],
    ['nothing', '', [['hosts.map', {}, true]]],
    ['a key twice', 'a 1\na 2\n', []],
    ['a key without a value', 'a\n', []],
    ['a value of two words', 'a 1 2\n', []],
    ['a comment that is indented, which a HAProxy may read as a key', ' # a\n', []],
    ['Windows line ends', 'a 1\r\n', []],
  ])('reads a file with %s', (_, content, maps) => {
    expect(look(use('map(/m/hosts.map'), content)).toEqual(maps);
  });

  it('leaves out a map that a script names, which may change it', () => {
    const withScript = (content: string): readonly unknown[] =>
      runningMaps({ haproxyConfig: use('map(/m/hosts.map'), auxiliaryFiles: { maps: [{ path: 'hosts.map', content: 'a 1\n' }], generalFiles: [{ path: 'x.lua', content }] } });

    expect(withScript('core.set_map("/m/hosts.map", "a", "2")\n')).toHaveLength(0);
    expect(withScript('core.log(core.info, "hosts")\n')).toHaveLength(1);
  });

  it('leaves out a map of more than 512 KiB', () => {
    const lines = Array.from({ length: 32_769 }, (_, index) => `key${String(index).padStart(8, '0')} xyz\n`);

    expect(look(use('map(/m/hosts.map'), lines.slice(0, 32_768).join(''))).toHaveLength(1);
    expect(look(use('map(/m/hosts.map'), lines.join(''))).toHaveLength(0);
  });

  it('reads a megabyte of anything in no time to speak of: nothing is read twice', () => {
    for (const text of ['a'.repeat(1_000_000), 'map('.repeat(250_000), 'map_'.repeat(250_000), '.map'.repeat(250_000), ' '.repeat(1_000_000)]) expect(look(text, text.slice(0, 500_000))).toEqual([]);
  });
});
