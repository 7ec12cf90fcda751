import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countFileOperations, diffAuxFiles, filesToRead, filesToTrust, tenthOf, type PresentFiles } from '../../lib/haproxy/diffAuxFiles.js';
import type { FileStore } from '../../lib/haproxy/fileNames.js';
import type { OwnedFile } from '../../lib/haproxy/manifest.js';
import { findOtherFiles, wantedFiles } from '../../lib/haproxy/wantedFiles.js';

const wanted = wantedFiles({ maps: ['a', 'b', 'c'].map((name) => ({ path: `/x/${name}.map`, content: `${name} 1\n` })) });
const hashOf = (name: string): string => wanted.find((file) => file.name === name)?.sha256 ?? '';
const own = (name: string, sha256?: string): OwnedFile => ({ store: 'maps', name, ...(sha256 === undefined ? {} : { sha256 }) });
const present = (owned: readonly OwnedFile[] | undefined, ...names: readonly string[]): PresentFiles => ({ owned, listed: new Map<FileStore, ReadonlySet<string>>([['maps', new Set(names)]]) });
const namesOf = (files: readonly { readonly name: string }[]): readonly string[] => files.map(({ name }) => name);

describe('diffAuxFiles (design D6)', () => {
  it('creates what is not listed, replaces what the manifest knows otherwise, and removes what only the manifest lists', () => {
    const before = present([own('b.map', 'other'), own('c.map', hashOf('c.map')), own('d.map', 'd'), own('gone.map', 'g')], 'b.map', 'c.map', 'd.map', 'theirs.map');

    const plan = diffAuxFiles(wanted, before, new Map(), () => false);

    expect([plan.creates, plan.replaces, plan.removes, plan.unproved].map(namesOf)).toEqual([['a.map'], ['b.map'], ['d.map'], []]);
    expect(countFileOperations(plan)).toEqual({ map_create: 1, map_update: 1, map_delete: 1 });
  });

  it('removes nothing without a manifest', () => {
    expect(diffAuxFiles([], present(undefined, 'a.map'), new Map(), () => false).removes).toEqual([]);
  });

  it('reads what no manifest proves, and what it calls open; the rest it may trust', () => {
    const before = present([own('a.map', hashOf('a.map')), own('b.map')], 'a.map', 'b.map', 'c.map');

    expect([filesToRead(wanted, before), filesToTrust(wanted, before)].map(namesOf)).toEqual([['b.map', 'c.map'], ['a.map']]);
  });

  it('calls a file that is open and as wanted unproved, and believes what was read over the manifest', () => {
    const before = present([own('a.map', hashOf('a.map')), own('b.map')], 'a.map', 'b.map', 'c.map');

    const plan = diffAuxFiles(wanted, before, new Map([['maps/a.map', false], ['maps/b.map', true], ['maps/c.map', true]]), () => false);

    expect([plan.creates, plan.replaces, plan.unproved].map(namesOf)).toEqual([[], ['a.map'], ['b.map']]);
  });
});

describe('tenthOf (design R4)', () => {
  it('sees all within ten passes, and never more than a tenth at once, rounded up', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 60 }), fc.nat(100), (size, first) => {
      const list = Array.from({ length: size }, (_, index) => index);
      const parts = Array.from({ length: 10 }, (_, pass) => tenthOf(list, first + pass));
      expect(new Set(parts.flat()).size).toBe(size);
      expect(Math.max(...parts.map(({ length }) => length))).toBe(Math.ceil(size / 10));
    }));
  });
});

describe('wantedFiles (design D6)', () => {
  it('sends certificates before lists that may name them, and an empty file as a line end', () => {
    const files = wantedFiles({ maps: [{ path: 'm.map', content: '' }], crtListFiles: [{ path: 'x/list.txt', content: 'l' }], sslCaFiles: [{ path: 'ca.pem', content: 'c' }], sslCertificates: [{ path: 's.pem', content: 'p' }] });

    expect(files.map(({ store, name, content }) => [store, name, content])).toEqual([['ssl_certificates', 's.pem', 'p'], ['general', 'ca.pem', 'c'], ['general', 'list.txt', 'l'], ['maps', 'm.map', '\n']]);
  });

  it.each([
    [{ maps: [{ path: 'a/x.map', content: '1' }] }, { maps: [{ path: 'b/x.map', content: '1' }] }, true],
    [{ maps: [{ path: 'x.map', content: '1' }] }, { maps: [{ path: 'x.map', content: '2' }] }, false],
    [{ maps: [{ path: 'x.map', content: '1' }] }, {}, false],
    [{}, {}, true],
  ])('%j and %j are the same files: %j', (one, other, same) => {
    expect(findOtherFiles(one, other).length + findOtherFiles(other, one).length === 0).toBe(same);
  });
});
