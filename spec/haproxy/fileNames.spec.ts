import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { folderOf, nameToUse, storedName } from '../../lib/haproxy/fileNames.js';
import { manifestName } from '../../lib/haproxy/manifest.js';
import { sanitiseName } from '../../lib/sandbox/state/sanitiseName.js';

describe('storedName (facts 6)', () => {
  it.each([
    ['ssl_certificates', 'example.com.pem', 'example_com.pem'],
    ['maps', 'a b+c.map', 'a_b_c.map'],
    ['general', '.hidden', '_hidden'],
    ['ssl_certificates', '*.x.y.pem', '_x_y.pem'],
    ['maps', '/etc/haproxy/maps/hosts.map', 'hosts.map'],
    ['general', 'plain', 'plain'],
    ['maps', 'foo.txt', 'foo.txt.map'],
    ['maps', 'foo', 'foo.map'],
  ] as const)('%s keeps %s as %s', (store, name, stored) => {
    expect(storedName(store, name)).toBe(stored);
  });

  it('agrees with the sandbox on any name', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', '.', '_', '-', '\\', ' ', 'é', '/') }), (name) => {
      expect(storedName('general', name)).toBe(sanitiseName(name));
    }));
  });
});

describe('nameToUse', () => {
  it.each([
    ['maps', 'foo.txt', 'foo.map'],
    ['maps', 'my.hosts.map', 'my_hosts.map'],
    ['ssl_certificates', 'example.com.pem', 'example_com.pem'],
    ['general', 'a\\b.txt', 'a_b.txt'],
    ['general', '503.http', '503.http'],
  ] as const)('for %s and %s is %s', (store, name, use) => {
    expect(nameToUse(store, name)).toBe(use);
  });

  it('is a name that its storage leaves alone, whatever the name', () => {
    fc.assert(fc.property(fc.constantFrom('maps', 'general', 'ssl_certificates'), fc.string({ minLength: 1, unit: fc.constantFrom('a', 'Z', '.', '_', '-', '\\', ' ', 'é') }), (store, name) => {
      const use = nameToUse(store, name);
      expect([storedName(store, use), nameToUse(store, use)]).toEqual([use, use]);
      expect(use).not.toContain('\\');
    }));
  });
});

describe('manifestName (design D6)', () => {
  it('is a name that the storage leaves alone, and another one for every fleet', () => {
    const fleet = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
    fc.assert(fc.property(fleet, fleet, (one, other) => {
      expect(nameToUse('general', manifestName(one))).toBe(manifestName(one));
      expect(manifestName(one) === manifestName(other)).toBe(one === other);
    }));
    expect(['a.b', 'a_b', 'a_db', 'a__b'].map(manifestName)).toEqual(['haproxy-deployer_a_db.txt', 'haproxy-deployer_a__b.txt', 'haproxy-deployer_a__db.txt', 'haproxy-deployer_a____b.txt']);
  });
});

describe('folderOf', () => {
  it.each([['/etc/maps/a.map', '/etc/maps'], ['a.map', undefined], ['/a.map', '/'], ['maps/a.map', 'maps']])('of %s is %s', (path, folder) => {
    expect(folderOf(path)).toBe(folder);
  });
});
