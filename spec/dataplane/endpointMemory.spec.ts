import { describe, expect, it } from '@jest/globals';
import { createEndpointMemory } from '../../lib/dataplane/endpointMemory.js';

const proved = { checksum: 'c', version: 1, pid: 7 };
const write = { written: { checksum: 'c', name: 'default', at: 1, by: 'reload' }, before: { pid: 1, uptimeSeconds: 5 } } as const;

describe('createEndpointMemory', () => {
  it('D3 knows what was proved until it is forgotten', () => {
    const memory = createEndpointMemory();

    memory.remember('a', proved);
    expect(memory.proved('a')).toEqual(proved);
    memory.forget('a');

    expect(memory.proved('a')).toBeUndefined();
  });

  it('D8 keeps a write that is not settled when the endpoint is forgotten, and lets go of it when something is proved', () => {
    const memory = createEndpointMemory();
    memory.noteWrite('a', write);

    memory.forget('a');
    expect(memory.unsettled('a')).toEqual(write);
    memory.remember('a', proved);

    expect(memory.unsettled('a')).toBeUndefined();
  });

  it('D5b knows a stored form again, whatever the metadata lines', () => {
    const memory = createEndpointMemory();

    memory.rememberStoredForm('c', { text: '# _md5hash=1\n# _version=1\nglobal\n' });

    expect(memory.isStoredForm('c', { text: '# _md5hash=2\n# _version=2\nglobal\n' })).toBe(true);
    expect(memory.isStoredForm('c', { text: 'global\n  daemon\n' })).toBe(false);
    expect(memory.isStoredForm('d', { text: 'global\n' })).toBe(false);
  });

  it('S11 holds ten thousand endpoints at most; the oldest goes first', () => {
    const memory = createEndpointMemory();

    for (let index = 0; index <= 10_000; index += 1) {
      memory.remember(`e${index}`, proved);
      memory.noteWrite(`e${index}`, write);
    }

    expect([memory.proved('e0'), memory.unsettled('e0')]).toEqual([undefined, undefined]);
    expect([memory.proved('e1'), memory.unsettled('e1')]).toEqual([proved, write]);
  });

  it('S11 holds the forms of eight contents, sixteen of each', () => {
    const memory = createEndpointMemory();

    for (let form = 0; form <= 16; form += 1) memory.rememberStoredForm('c0', { text: `global\n  maxconn ${form}\n` });
    expect([memory.isStoredForm('c0', { text: 'global\n  maxconn 15\n' }), memory.isStoredForm('c0', { text: 'global\n  maxconn 16\n' })]).toEqual([true, false]);
    for (let content = 1; content <= 8; content += 1) memory.rememberStoredForm(`c${content}`, { text: 'global\n' });

    expect(memory.isStoredForm('c0', { text: 'global\n  maxconn 0\n' })).toBe(false);
    expect(memory.isStoredForm('c1', { text: 'global\n' })).toBe(true);
  });
});
