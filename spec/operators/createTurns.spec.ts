import { describe, expect, it } from '@jest/globals';
import { createTurns } from '../../lib/operators/createTurns.js';

describe('createTurns', () => {
  it('runs a job at once', () => {
    const done: string[] = [];
    const takeTurn = createTurns();

    takeTurn(() => done.push('a'));
    expect(done).toEqual(['a']);
    takeTurn(() => done.push('b'));
    expect(done).toEqual(['a', 'b']);
  });

  it('design 2: lets jobs that are given by jobs wait until all that were given before are done', () => {
    const done: string[] = [];
    const takeTurn = createTurns();

    takeTurn(() => {
      takeTurn(() => {
        takeTurn(() => done.push('d'));
        done.push('b');
      });
      takeTurn(() => done.push('c'));
      done.push('a');
    });

    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps each turn to its own jobs', () => {
    const done: string[] = [];
    const [one, other] = [createTurns(), createTurns()];

    one(() => {
      other(() => done.push('other'));
      done.push('one');
    });

    expect(done).toEqual(['other', 'one']);
  });

  it('keeps the order of those that wait when a job throws', () => {
    const done: string[] = [];
    const takeTurn = createTurns();

    expect(() =>
      takeTurn(() => {
        takeTurn(() => done.push('b'));
        throw new Error('a');
      }),
    ).toThrow('a');
    expect(done).toEqual([]);
    takeTurn(() => done.push('c'));

    expect(done).toEqual(['b', 'c']);
  });
});
