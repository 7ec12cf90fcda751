import { describe, expect, it } from '@jest/globals';
import { credentialsWarning, warnOnce } from '../../bin/credentialsWarning.js';

const endpoints = (count: number): readonly { readonly url: string }[] => Array.from({ length: count }, (_, index) => ({ url: `http://h${index}:5555` }));

describe('credentialsWarning', () => {
  it('names endpoints for which nobody gave credentials, and counts what is more than three', () => {
    expect(credentialsWarning(endpoints(1), {})).toMatch(/^No credentials were given for http:\/\/h0:5555: give --username/);
    expect(credentialsWarning(endpoints(5), {})).toMatch(/ for http:\/\/h0:5555, http:\/\/h1:5555, http:\/\/h2:5555 and 2 more: /);
  });

  it('leaves out those whose entry has some, and says nothing where a default or every entry has', () => {
    expect(credentialsWarning([...endpoints(1), { url: 'http://x:1', username: 'u', passwordFile: 'p' }], {})).not.toContain('http://x:1');
    expect(credentialsWarning([{ url: 'http://x:1', username: 'u', password: '' }], {})).toBeUndefined();
    expect(credentialsWarning(endpoints(3), { username: 'u', passwordEnv: 'PW' })).toBeUndefined();
  });

  it('warns of a user without a password and of a password without a user, and takes one from the entry and one from the default', () => {
    expect(credentialsWarning(endpoints(1), { username: 'u' })).toMatch(/^No password was given for the user of http:\/\/h0:5555: give --password-file/);
    expect(credentialsWarning(endpoints(1), { passwordFile: 'p' })).toMatch(/^No user was given for the password of http:\/\/h0:5555: give --username/);
    expect(credentialsWarning([{ url: 'http://x:1', username: 'u' }], { passwordEnv: 'PW' })).toBeUndefined();
  });
});

describe('warnOnce', () => {
  it('warns of the first list without credentials, and of none after it', () => {
    const warnings: string[] = [];
    const warn = warnOnce({}, (warning) => warnings.push(warning));

    warn([{ url: 'http://x:1', username: 'u', passwordEnv: 'PW' }]);
    warn(endpoints(1));
    warn(endpoints(2));

    expect(warnings).toEqual([credentialsWarning(endpoints(1), {})]);
  });
});
