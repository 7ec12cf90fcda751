import { describe, expect, it } from '@jest/globals';
import { diffConfigs } from '../../lib/haproxy/diffConfigs.js';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';
import { countOperations } from '../../lib/haproxy/planDeployment.js';
import { sameMeaning } from '../support/sameMeaning.js';

const counts = (before: string, after: string): Record<string, number> => countOperations(diffConfigs(parseConfig(before), parseConfig(after)));
const backend = (...lines: readonly string[]): string => `backend b\n${lines.map((line) => `  ${line}\n`).join('')}`;
const frontend = (...lines: readonly string[]): string => `frontend f\n${lines.map((line) => `  ${line}\n`).join('')}`;

describe('sameMeaning (design D5)', () => {
  const same: readonly (readonly [what: string, a: string, b: string])[] = [
    ['blanks, tabs and line ends', 'backend b\n  server s  192.0.2.1:80\n', 'backend b\r\n\tserver\ts 192.0.2.1:80\r\n\r\n'],
    ['comments and blank lines', backend('mode http'), '# top\nbackend b # c\n\n  # d\n  mode http # e\n'],
    ['the head lines of the API and ours', backend('mode http'), `# _md5hash=0\n# _version=7\n# haproxy-deployer fp=1:00 name=x at=1 by=reload\n\n${backend('mode http')}`],
    ['quoting', frontend('http-request set-header A "b c"'), frontend("http-request set-header A b\\ c")],
    ['the order of independent sections', 'backend a\nbackend b\ncache c\n', 'cache c\nbackend b\nbackend a\n'],
    ['the order of keywords without meaning', backend('mode http', 'balance roundrobin', 'server s 192.0.2.1:80'), backend('balance roundrobin', 'server s 192.0.2.1:80', 'mode http')],
    ['the order of the lines of one ACL', frontend('acl a path /x', 'acl a path /y'), frontend('acl a path /y', 'acl a path /x')],
    ['the order of lines of different ACLs', frontend('acl a path /x', 'acl b path /y'), frontend('acl b path /y', 'acl a path /x')],
    ['a setting that a later one replaces', backend('timeout server 1s', 'timeout server 2s'), backend('timeout server 2s')],
    ['the order of options on a server', backend('server s 192.0.2.1:80 check weight 5'), backend('server s 192.0.2.1:80 weight 5 check')],
    ['the order of options of a cookie', backend('cookie S insert indirect nocache'), backend('cookie S indirect nocache insert')],
    ['the place of a redirect code', frontend('http-request redirect code 302 location /x if a'), frontend('http-request redirect location /x code 302 if a')],
    ['weight 50% and weight 50', backend('server s 192.0.2.1:80 weight 50%'), backend('server s 192.0.2.1:80 weight 50')],
    ['the name that the API gives an unnamed defaults', 'defaults\n  mode http\nbackend b\n', 'defaults unnamed_defaults_1\n  mode http\nbackend b from unnamed_defaults_1\n'],
    ['from the section that reaches a proxy anyway', 'defaults d\nbackend b\n', 'defaults d\nbackend b from d\n'],
    ['an empty global', 'global\nbackend b\n', 'backend b\n'],
    ['an option that is written twice', backend('option httpchk', 'option httpchk'), backend('option httpchk')],
    ['conditions that stay around their lines', '.if A\nbackend b\n  mode tcp\n.endif\n', '.if  A\n\nbackend b\n  mode tcp\n  .endif\n'],
  ];
  it.each(same)('finds no difference in %s', (_what, a, b) => {
    expect(counts(a, b)).toEqual({});
    expect(counts(b, a)).toEqual({});
    expect(sameMeaning(a, b)).toBe(true);
  });

  const different: readonly (readonly [what: string, a: string, b: string, counts: Readonly<Record<string, number>>])[] = [
    ['the order of rules', frontend('http-request deny if a', 'http-request allow'), frontend('http-request allow', 'http-request deny if a'), { http_request_reorder: 1 }],
    ['the order of servers', backend('server a 192.0.2.1:80', 'server b 192.0.2.2:80'), backend('server b 192.0.2.2:80', 'server a 192.0.2.1:80'), { server_reorder: 1 }],
    ['the order of servers and templates', backend('server a 192.0.2.1:80', 'server-template t 2 x.example.com:80'), backend('server-template t 2 x.example.com:80', 'server a 192.0.2.1:80'), { server_reorder: 1 }],
    ['the order of binds', frontend('bind :80', 'bind :81'), frontend('bind :81', 'bind :80'), { bind_reorder: 1 }],
    ['a rule that is there twice', frontend('http-request add-header A b', 'http-request add-header A b'), frontend('http-request add-header A b'), { http_request_delete: 1 }],
    ['a variable in double and in single quotes', frontend('bind "$X"'), frontend("bind '$X'"), { bind_update: 1 }],
    ['one more word', frontend('http-request set-header A b'), frontend('http-request set-header A b c'), { http_request_update: 1 }],
    ['blanks that belong to a word', frontend('http-request set-header A "b  c"'), frontend('http-request set-header A "b c"'), { http_request_update: 1 }],
    ['the last of two settings', backend('timeout server 1s', 'timeout server 2s'), backend('timeout server 2s', 'timeout server 1s'), { timeout_update: 1 }],
    ['a negated option', backend('option httpclose'), backend('no option httpclose'), { option_update: 1 }],
    ['which of two rival options is the last', backend('option httpclose', 'option http-server-close'), backend('option http-server-close', 'option httpclose'), { option_reorder: 1 }],
    ['a log format against the option that replaces it', frontend('option httplog', 'log-format x'), frontend('log-format x', 'option httplog'), { option_reorder: 1 }],
    ['sections and servers that come and go', `backend a\n${backend('server s 192.0.2.1:80', 'server t 192.0.2.2:80')}`, `${backend('server s 192.0.2.1:80', 'server u 192.0.2.2:80')}backend c\n`, { backend_create: 1, backend_delete: 1, server_create: 1, server_delete: 1 }],
    ['the defaults that reach a proxy', 'defaults x\ndefaults y\nbackend b from x\n', 'defaults x\ndefaults y\nbackend b from y\n', { backend_update: 1 }],
    ['the defaults that reach a proxy by its place', 'defaults x\nbackend b\ndefaults y\nbackend c\n', 'defaults x\ndefaults y\nbackend b\nbackend c\n', { backend_update: 1 }],
    ['a line in a defaults section', 'defaults\n  mode http\nbackend b\n', 'defaults\n  mode tcp\nbackend b\n', { mode_update: 1 }],
    ['a condition around a line', frontend('.if A', 'bind :80', '.endif'), frontend('bind :80'), { bind_update: 1 }],
    ['the branch that a line is in', frontend('.if A', 'bind :80', '.else', 'bind :81', '.endif'), frontend('.if A', 'bind :81', '.else', 'bind :80', '.endif'), { bind_update: 2 }],
    ['an unknown keyword', backend('new-thing 1'), backend('new-thing 2'), { line_update: 1 }],
    ['which code an error file is for', backend('errorfile 500 /a', 'errorfile 500 /b'), backend('errorfile 500 /b', 'errorfile 500 /a'), { errorfile_update: 1 }],
    ['the reach of a default-server line', backend('default-server check', 'server a 192.0.2.1:80'), backend('server a 192.0.2.1:80', 'default-server check'), { default_server_reorder: 1, server_update: 1 }],
    ['user passwords', 'userlist u\n  user a insecure-password x\n', 'userlist u\n  user a insecure-password y\n', { user_update: 1 }],
    ['text before the first section', '', 'mode http\n', { mode_create: 1 }],
  ];
  it.each(different)('finds %s', (_what, a, b, expected) => {
    expect(counts(a, b)).toEqual(expected);
    expect(sameMeaning(a, b)).toBe(false);
  });

  it('names the line, the section and the thing that changed', () => {
    const changes = diffConfigs(parseConfig(backend('mode http', 'server s 192.0.2.1:80')), parseConfig(`# c\n${backend('mode http', 'server s 192.0.2.1:80 backup')}`));

    expect(changes).toMatchObject([{ action: 'update', kind: 'server', section: 'backend', name: 'b', item: 's', line: 4, before: 'server s 192.0.2.1:80', after: 'server s 192.0.2.1:80 backup' }]);
  });

  it('gives the same changes whether only servers differ or other lines moved, too', () => {
    const servers = (port: number): string[] => Array.from({ length: 20 }, (_, index) => `server s${index} 192.0.2.${index}:${index % 3 === 0 ? port : 80} weight ${index}`);

    expect(diffConfigs(parseConfig(backend('mode http', 'retries 2', ...servers(80))), parseConfig(backend('mode http', 'retries 2', ...servers(81))))).toEqual(
      diffConfigs(parseConfig(backend('retries 2', 'mode http', ...servers(80))), parseConfig(backend('mode http', 'retries 2', ...servers(81)))),
    );
  });
});
