import { describe, expect, it } from '@jest/globals';
import { printable } from '../../../bin/print/printable.js';

describe('printable', () => {
  it.each([
    ['a title of the window', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['a control sequence of one byte', '\u009b2J', '\\u009b2J'],
    ['a line that overwrites itself', 'no\ryes', 'no\\u000dyes'],
    ['letters in another order', 'a\u202eb\u2066c\u2069\u200e\u200f\u061c', 'a\\u202eb\\u2066c\\u2069\\u200e\\u200f\\u061c'],
    ['ordinary words, tabs and line ends', 'é 漢\tא\n', 'é 漢\tא\n'],
  ])('shows %s as it is, or as its number', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });
});
