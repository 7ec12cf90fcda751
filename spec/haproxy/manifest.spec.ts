import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fileStores } from '../../lib/haproxy/fileNames.js';
import { printManifest, readManifest, type OwnedFile } from '../../lib/haproxy/manifest.js';

const hash = 'a'.repeat(64);
const files: readonly OwnedFile[] = [
  { store: 'maps', name: 'hosts.map', sha256: hash },
  { store: 'general', name: '503.http' },
  { store: 'ssl_certificates', name: 'site.pem', sha256: hash, certificate: { size: 12, serial: '77', issuers: 'ab12' } },
];

describe('manifest (design D6)', () => {
  it('is plain text, one line a file, sorted', () => {
    expect(printManifest(files)).toBe(
      ['# haproxy-deployer manifest 1: the files that it owns here; do not edit', '- general 503.http', `${hash} maps hosts.map`, `${hash} ssl_certificates site.pem size=12 serial=77 issuers=ab12`, '# end', ''].join('\n'),
    );
  });

  it('is read as it was written', () => {
    const file = fc.record({ store: fc.constantFrom(...fileStores), stem: fc.stringMatching(/^[A-Za-z0-9_-]{1,9}$/), isOpen: fc.boolean() });
    fc.assert(fc.property(fc.array(file), (given) => {
      const owned = given.map(({ store, stem, isOpen }): OwnedFile => ({ store, name: `${stem}.map`, ...(isOpen ? {} : { sha256: hash }) }));
      const byName = (all: readonly OwnedFile[] = []): readonly string[] => all.map((each) => JSON.stringify(each)).toSorted();
      expect(byName(readManifest(printManifest(owned)))).toEqual(byName(owned));
    }));
  });

  it.each([
    ['empty', ''],
    ['cut', printManifest(files).slice(0, -3)],
    ['cut at a line', printManifest(files).replace('# end\n', '')],
    ['of another version', printManifest(files).replace('manifest 1', 'manifest 2')],
    ['with a line that is none', printManifest(files).replace('- general', '? general')],
    ['with an unknown storage', printManifest(files).replace('- general', '- spoe')],
    ['with a name that no storage keeps', printManifest(files).replace('503.http', '../etc/passwd')],
  ])('that is %s is none', (_what, text) => {
    expect(readManifest(text)).toBeUndefined();
  });
});
