import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { collectSecrets, maskText } from '../../lib/haproxy/mask.js';

const pem = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ', '-----END PRIVATE KEY-----'];

/** Lines with a hole for the secret, and what is left of the line. */
const lines: readonly (readonly [line: string, masked: string])[] = [
  ['  user admin insecure-password SECRET', '  user admin insecure-password ***'],
  ['user admin password SECRET groups ops', 'user admin password *** groups ops'],
  ['# user admin insecure-password SECRET', '# user admin insecure-password ***'],
  ['  stats auth admin:SECRET', '  stats auth ***'],
  ['  stats  auth\tadmin:SECRET', '  stats  auth\t***'],
  ['setenv API_KEY SECRET', 'setenv API_KEY ***'],
  ['presetenv X "a SECRET b"', 'presetenv X ***'],
  ['http-request set-header Authorization "Basic SECRET"', 'http-request set-header Authorization ***'],
  ['http-request set-header authorization Basic\\ SECRET if a b', 'http-request set-header authorization *** if a b'],
  ["'http-request set-header Authorization Basic SECRET'", "'http-request set-header Authorization ***"],
  ['http-request add-header Cookie sid=SECRET', 'http-request add-header Cookie ***'],
  ['http-request replace-header X-Api-Key .* SECRET', 'http-request replace-header X-Api-Key ***'],
  ['http-response set-header Set-Cookie "a=SECRET; Path=/" unless x', 'http-response set-header Set-Cookie *** unless x'],
  ['set-param X_AUTH_TOKEN SECRET', 'set-param X_AUTH_TOKEN ***'],
  ['http-check send meth GET uri /up hdr Authorization "Bearer SECRET" hdr Host a', 'http-check send meth GET uri /up hdr Authorization *** hdr Host a'],
  ['http-check send meth POST uri /in body "u=1&p=SECRET" comment c', 'http-check send meth POST uri /in body *** comment c'],
  ['option httpchk GET / HTTP/1.1\\r\\nAuthorization:\\ Basic\\ SECRET\\r\\nHost:\\ a', 'option httpchk GET / HTTP/1.1\\r\\nAuthorization:\\***\\r\\nHost:\\ a'],
  ['tcp-check send AUTH\\ SECRET\\r\\n', 'tcp-check send ***'],
  ['tcp-check send "AUTH SECRET\\r\\n" comment login', 'tcp-check send *** comment login'],
  ['tcp-check send-binary SECRET', 'tcp-check send-binary ***'],
  ['cluster-secret SECRET', 'cluster-secret ***'],
  ['dynamic-cookie-key SECRET', 'dynamic-cookie-key ***'],
  ['acl ok req.hdr(X-Api-Key) -m str SECRET other', 'acl ok req.hdr(X-Api-Key) -m str ***'],
  ['http-request deny unless { req.hdr(authorization) "Bearer SECRET" } { path / }', 'http-request deny unless { req.hdr(authorization) *** } { path / }'],
  ['http-request set-var(txn.ok) req.hdr(token),hmac(sha256,SECRET)', 'http-request set-var(txn.ok) req.hdr(token),hmac(***)'],
  ['set-var proc.token str(SECRET)', 'set-var proc.token str(***)'],
  ['http-request set-var-fmt(txn.auth) "x SECRET" if a', 'http-request set-var-fmt(txn.auth) *** if a'],
  ['acl ok var(txn.r),jwt_verify(txn.alg,"SECRET") 1', 'acl ok var(txn.r),jwt_verify(***) 1'],
  ['http-request deny unless { http_auth_pass SECRET } { path / }', 'http-request deny unless { http_auth_pass *** } { path / }'],
  ['acl ok http_auth_pass -m str SECRET other', 'acl ok http_auth_pass -m str ***'],
  ['acl ok http_auth_bearer(X-Auth),sha2(256),hex -i SECRET', 'acl ok http_auth_bearer(X-Auth),sha2(256),hex -i ***'],
  ['external-check command "/bin/check --password SECRET --host a"', 'external-check command "/bin/check --password *** --host a"'],
  ['command /bin/agent --api-token SECRET -v --db-password SECRET', 'command /bin/agent --api-token *** -v --db-password ***'],
  ['log https://admin:SECRET@logs.example:443/a', 'log https://***@logs.example:443/a'],
  ['log https://admin:p@SECRET/x@logs.example/a', 'log https://***@logs.example/a'],
  ['{"user":"a","password":"SECRET\\"q","n":1}', '{"user":"a","password":"***","n":1}'],
  ['{"message":"{\\"password\\":\\"SECRET\\",\\"n\\":1}"}', '{"message":"{\\"password\\":\\"***\\",\\"n\\":1}"}'],
  ['{"code":400,"message":"\\n\\tuser a insecure-password\\tSECRET\\nmsg=\\"bad\\""}', '{"code":400,"message":"\\n\\tuser a insecure-password\\t***\\nmsg=\\"bad\\""}'],
  ['Authorization: Digest username="a", response="SECRET"', 'Authorization: ***'],
  ['retrying with Bearer SECRET', 'retrying with Bearer ***'],
];

describe('maskText', () => {
  it.each(lines)('masks the value in: %s', (line, masked) => {
    expect(maskText(line.replaceAll('SECRET', 'hunter42'))).toBe(masked.replaceAll('SECRET', 'hunter42'));
  });

  it.each([
    "'stats auth' expects a user and a password",
    "unknown keyword 'insecure-password' in 'frontend' section",
    'http-response set-header Access-Control-Allow-Headers "Authorization, Content-Type"',
    'http-request auth realm x unless { req.hdr(Authorization) -m found }',
    'http-request set-header X-Seen %[req.hdr(Authorization)] if a',
    'stick on req.hdr(authorization) table t',
    'server s1 10.0.0.1:80 cookie s1 check',
    'cookie SRV insert indirect nocache',
    'be:authorization-token-review:10.0.0.1:8443',
    'redirect location https://example.org:8443/a@b',
    'the API asks for basic authentication',
    'http-request del-header Authorization',
    'http-request auth unless { http_auth_pass -m found }',
    'http-request set-var(txn.p) http_auth_pass if a',
    'command /bin/agent --password-file /run/secret --token --verbose',
  ])('leaves alone: %s', (line) => {
    expect(maskText(line)).toBe(line);
  });

  it('masks crypt hashes wherever they stand', () => {
    const hash = '$6$rounds=5000$saltsalt$Zm9vYmFyL3NvbWUuaGFzaC9vZi1sZW5ndGg';

    expect(maskText(`user a: ${hash}, and so on`)).not.toContain('Zm9v');
  });

  it.each([
    ['with line ends', pem.join('\n')],
    ['in JSON', pem.join('\\n')],
    ['in JSON inside JSON', pem.join('\\\\n')],
    ['cut off at its end', pem.slice(0, -1).join('\n')],
    ['cut off at its beginning', pem.slice(1).join('\n')],
  ])('masks what is between PEM markers %s', (_, block) => {
    const masked = maskText(`msg="unable to load: ${block}`);

    expect(masked).not.toContain('MIIEvQ');
    expect(masked).not.toContain('q83vEj');
    expect(masked).toContain('***');
  });

  it('keeps what surrounds a PEM block', () => {
    expect(maskText(`before\n${pem.join('\n')}\nafter`)).toBe('before\n-----BEGIN PRIVATE KEY-----***-----END PRIVATE KEY-----\nafter');
  });

  it('masks every other occurrence of a value that it found', () => {
    expect(maskText('user a insecure-password "pass word1"\n# it is pass word1 again')).toBe('user a insecure-password ***\n# it is *** again');
    expect(maskText('stats auth admin:hunter42\nserver hunter42 127.0.0.1:80')).toBe('stats auth ***\nserver *** 127.0.0.1:80');
  });

  it('masks other occurrences of values of 8 characters or more only', () => {
    expect(maskText('user a password check\nserver s 127.0.0.1:80 check')).toBe('user a password ***\nserver s 127.0.0.1:80 check');
  });

  it('masks given secrets of any length, overlapping ones whole, also in JSON and in URLs', () => {
    expect(maskText('abcdef', ['abcd', 'cdef'])).toBe('***');
    expect(maskText('x=ab, y=b', ['ab'])).toBe('x=***, y=b');
    expect(maskText(String.raw`{"m":"p\"w q%20q"}`, ['p"w', 'q q'])).toBe('{"m":"*** ***"}');
    expect(maskText('unchanged', [''])).toBe('unchanged');
  });

  it('masks an API answer that quotes a configuration by what was found in it', () => {
    const secrets = collectSecrets('userlist u\n  user a insecure-password hunter4242\n');

    expect(maskText("parsing [x:3]: 'hunter4242' is no keyword", secrets)).toBe("parsing [x:3]: '***' is no keyword");
  });

  it('changes nothing in what it has masked', () => {
    const once = maskText(lines.map(([line]) => line.replaceAll('SECRET', 'hunter42')).join('\n'));

    expect(maskText(once)).toBe(once);
  });

  it('lets no planted secret survive', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{8,24}$/).filter((value) => /\d/.test(value));
    const planted = fc.tuple(fc.constantFrom(...lines.map(([line]) => line)), secret);
    const alone = /(?:password|auth admin:|API_KEY |Bearer |Basic |secret |key )"?SECRET/;
    fc.assert(
      fc.property(fc.array(planted, { minLength: 1, maxLength: 12 }), fc.constantFrom('\n', '\r\n'), (plants, lineEnd) => {
        const text = plants.map(([line, value]) => line.replaceAll('SECRET', value)).join(lineEnd);
        const masked = maskText(text);
        const bare = plants.filter(([line]) => alone.test(line)).map(([, value]) => value);
        const answer = maskText(JSON.stringify({ message: `got ${bare.join(' ')}` }), collectSecrets(text));
        for (const [, value] of plants) expect(masked).not.toContain(value);
        for (const value of bare) expect(answer).not.toContain(value);
      }),
    );
  });

  it('lets no given secret survive in any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', '"', ' ') }), fc.string({ unit: fc.constantFrom('a', 'b', '"', ' ') }), (secret, text) => {
        expect(maskText(`${text}${secret}${text}`, [secret])).not.toContain(secret);
      }),
    );
  });

  it('takes any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof maskText(text, [text]) === 'string'));
  });
});

describe('collectSecrets', () => {
  it('lists the values of 8 characters or more, also without user and quotes, and the lines of private keys', () => {
    const found = collectSecrets(['stats auth admin:hunter4242', 'setenv A "a long value"', 'user b password short', ...pem].join('\n'));

    expect(found).toEqual(expect.arrayContaining(['hunter4242', 'a long value', pem[1], pem[2]]));
    expect(found).not.toContain('short');
  });

  it('finds none in a text without any', () => {
    expect(collectSecrets('global\n  daemon\nfrontend f\n  bind :80\n')).toEqual([]);
  });
});
