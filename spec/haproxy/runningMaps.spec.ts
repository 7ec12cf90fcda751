import { describe, expect, it } from '@jest/globals';
import { runningMaps } from '../../lib/haproxy/runningMaps.js';

const look = (haproxyConfig: string, content = 'a 1\n', path = '/x/hosts.map'): readonly unknown[] =>
  runningMaps({ haproxyConfig, auxiliaryFiles: { maps: [{ path, content }] } }).map(({ name, entries, exact }) => [name, Object.fromEntries(entries() ?? [['not', 'comparable']]), exact]);

const use = (converter: string): string => `frontend f\n  use_backend %[req.hdr(host),lower,${converter},none)]\n`;
const found = [['hosts.map', { a: '1' }, true]];
const other = [['hosts.map', { not: 'comparable' }, true]];

describe('runningMaps (design R4, D5)', () => {
  it.each([
    ['map', use('map(/etc/haproxy/maps/hosts.map'), true],
    ['map_str', use('map_str(/etc/haproxy/maps/hosts.map'), true],
    ['map_str_int', use('map_str_int(/etc/haproxy/maps/hosts.map'), true],
    ['map_beg', use('map_beg(/etc/haproxy/maps/hosts.map'), false],
    ['map_ip_str', use('map_ip_str(/etc/haproxy/maps/hosts.map'), false],
    ['map and map_reg', use('map(/etc/haproxy/maps/hosts.map') + use('map_reg(/etc/haproxy/maps/hosts.map'), false],
    ['map in quotes', use('map("/etc/haproxy/maps/hosts.map"'), true],
    ['map behind a string with a number sign', `frontend f\n  http-request set-header X "#" if { req.hdr(host),map(/m/hosts.map) -m found }\n`, true],
  ])('finds a map that is looked up by %s', (_, config, exact) => {
    expect(look(config)).toEqual([['hosts.map', { a: '1' }, exact]]);
  });

  it.each([
    ['is looked up nowhere', 'frontend f\n  bind :80\n'],
    ['is looked up in a comment only', '# map(/etc/haproxy/maps/hosts.map)\n'],
    ['a rule adds to', `${use('map(/m/hosts.map')}  http-request set-map(/m/hosts.map) %[src] 1\n`],
    ['a rule takes from', `${use('map(/m/hosts.map')}  http-request del-map(/m/hosts.map) %[src]\n`],
    ['an ACL reads, too', `${use('map(/m/hosts.map')}  acl known hdr(host) -M -f /m/hosts.map\n`],
    ['a rule adds to, in quotes', `${use('map(/m/hosts.map')}  http-request set-map(/m/hosts".map") zz 1\n`],
    ['a rule adds to, with an escape', `${use('map(/m/hosts.map')}  http-request set-map(/m/\\x68osts.map) zz 1\n`],
    ['a rule may add to, by a variable', `${use('map(/m/hosts.map')}  http-request set-map("/m/\${X-hosts}.map") zz 1\n`],
    ['is looked up by a variable', use('map("${MAPS}/hosts.map"')],
    ['an ACL may read, by a variable', `${use('map(/m/hosts.map')}  acl known hdr(host) -f "$X"\n`],
    ['an ACL reads, in quotes', `${use('map(/m/hosts.map')}  acl known hdr(host) -M -f /m/"hosts".map\n`],
    ['is looked up by two paths', `${use('map(/m/hosts.map')}${use('map(/m//hosts.map')}`],
    ['is looked up by a path with a detour', use('map(/m/../m/hosts.map')],
    ['is looked up by a relative path', use('map(hosts.map')],
    ['is looked up by a path with a prefix', use('map(opt@/m/hosts.map')],
    ['is given to a converter of another name', use('lua.map(/m/hosts.map')],
    ['a script in Lua may change', `global\n  lua-load /usr/share/x.lua\n${use('map(/m/hosts.map')}`],
    ['is looked up in quotes that are undone later', `${use('map(/m/hosts.map')}  http-request set-header Y "%[path,map_reg(/m/ho''sts.map,none)]"\n`],
    ['an action by a variable may change', `${use('map(/m/hosts.map')}  http-request "\${R}" a b\n`],
    ['an action that begins with a variable may change', `${use('map(/m/hosts.map')}  http-request "\${R}sts.map)" a b\n`],
    ['has a name that ends in that of another', use('map(/m/other-hosts.map')],
    ['has a name that begins that of another', use('map(/m/hosts.map.old')],
  ])('leaves out a map that %s', (_, config) => {
    expect(look(config)).toEqual([]);
  });

  it.each([
    ['comments, empty lines and blanks around', '# a 2\n\n \t\n  a \t1  \n', found],
    ['no final newline', 'a 1', found],
    ['nothing', '', [['hosts.map', {}, true]]],
    ['a key twice', 'a 1\na 2\n', other],
    ['a key without a value', 'a\n', other],
    ['a value of two words', 'a 1 2\n', other],
    ['a comment that is indented, which a HAProxy may read as a key', ' # a\n', other],
    ['Windows line ends', 'a 1\r\n', other],
    ['a control character', 'a 1\0\n', other],
    ['half of a surrogate pair, as it is stored', 'a \ud800\n', [['hosts.map', { a: '\ufffd' }, true]]],
    ['a line of 1,025 characters', `a ${'x'.repeat(1_023)}\n`, other],
    ['a comment of 1,025 characters', `#${'x'.repeat(1_024)}\n`, other],
    ['a line separator that is none to HAProxy', 'a 1\u2028b 2\n', other],
  ])('reads a file with %s', (_, content, maps) => {
    expect(look(use('map(/m/hosts.map'), content)).toEqual(maps);
  });

  it('leaves out a map that a script names, which may change it', () => {
    const withScript = (content: string): readonly unknown[] =>
      runningMaps({ haproxyConfig: use('map(/m/hosts.map'), auxiliaryFiles: { maps: [{ path: 'hosts.map', content: 'a 1\n' }], generalFiles: [{ path: 'x.lua', content }] } });

    expect(withScript('core.set_map("/m/hosts.map", "a", "2")\n')).toHaveLength(0);
    expect(withScript('core.log(core.info, "hosts")\n')).toHaveLength(1);
  });

  it('leaves out a map of more than 256 KiB', () => {
    const lines = Array.from({ length: 16_385 }, (_, index) => `key${String(index).padStart(8, '0')} xyz\n`);

    expect(look(use('map(/m/hosts.map'), lines.slice(0, 16_384).join(''))).toHaveLength(1);
    expect(look(use('map(/m/hosts.map'), lines.join(''))).toHaveLength(0);
  });

  it('reads a megabyte of anything in no time to speak of: nothing is read twice', () => {
    for (const text of ['a'.repeat(1_000_000), 'map('.repeat(250_000), 'map_'.repeat(250_000), '.map'.repeat(250_000), ' '.repeat(1_000_000)]) expect(look(text, text.slice(0, 500_000))).toEqual([]);
  });
});
