import { describe, expect, it } from '@jest/globals';
import { table } from '../../../bin/print/table.js';

const columns = [
  { title: 'NAME', text: ({ name }: { readonly name: string }) => name },
  { title: 'A', text: () => 'aaaa', optional: true },
  { title: 'B', text: () => 'bbbb', optional: true, paint: (_: unknown, cell: string) => `<${cell}>` },
];

describe('table', () => {
  it('pads cells before it colours them, and leaves no blanks at the ends of lines', () => {
    expect(table([{ name: 'x' }, { name: 'longer' }], columns)).toEqual(['NAME    A     B', 'x       aaaa  <bbbb>', 'longer  aaaa  <bbbb>']);
  });

  it('leaves out optional columns, the last first, where it would be too wide, and no others', () => {
    expect(table([{ name: 'longer' }], columns, 12)).toEqual(['NAME    A', 'longer  aaaa']);
    expect(table([{ name: 'longer' }], columns, 3)).toEqual(['NAME', 'longer']);
  });

  it('is its titles where there are no rows', () => {
    expect(table([], columns)).toEqual(['NAME  A  B']);
  });
});
