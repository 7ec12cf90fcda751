import { describe, expect, it } from '@jest/globals';
import { checkConfig } from '../../../lib/sandbox/check/checkConfig.js';
import type { FileSet } from '../../../lib/sandbox/state/FileStore.js';
import { configOf } from '../support/openSandbox.js';

const files: FileSet = { directories: ['/etc/haproxy/maps'], contents: new Map([['/etc/haproxy/maps/hosts.map', 'a b\n']]) };
const said = (text: string): readonly string[] => checkConfig(text, files).map(({ line, text: words }) => `${line ?? '-'}${words}`);

describe('checkConfig', () => {
  it.each([
    ['a whole configuration', configOf('10.0.0.1:80')],
    ['a frontend and a backend of one name', 'frontend x\nbackend x\n'],
    ['a backend chosen at run time', 'frontend f\n  use_backend %[hdr(host)]\n'],
    ['conditionals', '.if defined(X)\nbackend b\n.endif\n'],
    ['carriage returns', 'backend b\r\n  server s1 :1\r\n'],
    ['files that are there', 'backend b\n  http-request deny if { path,map(/etc/haproxy/maps/hosts.map) -m found }\n'],
    ['quotes that quote quotes', 'backend b\n  http-request set-header X "\'" \'"\' \\"\n'],
    ['a negated keyword', 'backend b\n  no option httplog\n'],
  ])('takes %s', (_what, text) => {
    expect(said(text)).toEqual([]);
  });

  it.each([
    ['a missing last newline', 'global\n  daemon', /^2: Missing LF on last line/],
    ['an open quote', 'backend b\n  http-request set-header X "a\n', /^2: unmatched quote/],
    ['more than 64 words', `backend b\n  acl ${'x '.repeat(64)}\n`, /^2: too many words/],
    ['an unknown section', 'bogus x\nglobal\n', /^1: unknown keyword 'bogus' out of section/],
    ['a byte order mark', '\uFEFFglobal\n', /^1: unknown keyword/],
    ['an unknown keyword', 'backend b\n  magic\n', /^2: unknown keyword 'magic' in 'backend' section/],
    ['a nameless section', 'backend\n', /^1: 'backend' expects/],
    ['a name of other characters', 'backend a$b\n', /^1: character '\$' is not permitted in 'backend' name 'a\$b'/],
    ['two backends of one name', 'backend b\nbackend b\n', /^2: backend 'b' has the same name as backend 'b' declared at line 1/],
    ['a listen and a backend of one name', 'listen b\nbackend b\n', /^2: backend 'b' has the same name as listen 'b'/],
    ['two servers of one name', 'backend b\n  server s :1\n  server s :2\n', /^3: in proxy 'b', server 's' : another server named 's' was already defined at line 2/],
    ['a server without an address', 'backend b\n  server s\n', /^2: 'server' expects/],
    ['defaults that are not there', 'backend b from nobody\n', /^1: defaults section 'nobody' not found for backend 'b'/],
    ['a default backend that is not there', 'frontend f\n  default_backend none\n', /^-: proxy 'f': unable to find required default_backend: 'none'/],
    ['a backend in use that is not there', 'frontend f\n  use_backend none if TRUE\n', /^-: proxy 'f': unable to find required use_backend: 'none'/],
    ['a storage file that is not there', 'backend b\n  http-request deny if { path,map(/etc/haproxy/maps/none.map) -m found }\n', /^2: unable to open file '\/etc\/haproxy\/maps\/none.map'/],
  ])('refuses %s', (_what, text, expected) => {
    expect(said(text)).toEqual([expect.stringMatching(expected)]);
  });
});
