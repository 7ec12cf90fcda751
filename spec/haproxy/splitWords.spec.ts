import { describe, expect, it } from '@jest/globals';
import { expansion, readWords, splitWords } from '../../lib/haproxy/splitWords.js';

const expanded = (name: string): string => expansion.begin + name + expansion.end;

describe('splitWords (facts "Reading")', () => {
  const lines: readonly (readonly [line: string, words: readonly string[], what: string])[] = [
    ['server s1 192.0.2.1:80', ['server', 's1', '192.0.2.1:80'], 'splits at blanks'],
    ['  a \t b\t', ['a', 'b'], 'takes any run of blanks and tabs for one'],
    ['a b\r', ['a', 'b'], 'counts a carriage return as a blank'],
    ['', [], 'finds no words in an empty line'],
    ['# a b', [], 'finds no words in a comment'],
    ['b#x y', ['b'], 'starts a comment in the middle of a word'],
    ['a \\#b "#c" \'#d\'', ['a', '#b', '#c', '#d'], 'starts no comment at an escaped or quoted #'],
    ['a\\ b', ['a b'], 'joins words over an escaped blank'],
    ['a"b c"d', ['ab cd'], 'joins quoted and unquoted parts'],
    ['"a\\"b" \'c"d\'', ['a"b', 'c"d'], 'decodes an escaped quote, and takes a quote of the other kind as it is'],
    ["'a\\n\\'b", ['a\\n\\b'], 'decodes nothing in single quotes, not even an escaped quote'],
    ["'a'\\''b'", ["a'b"], 'takes an escaped quote between quoted parts'],
    ['a\\nb "c\\td"', ['a\nb', 'c\td'], 'decodes \\n, \\r and \\t'],
    ['\\x41\\x20b', ['A b'], 'decodes hexadecimal escapes'],
    ['a\\qb "c\\qd"', ['a\\qb', 'c\\qd'], 'keeps the backslash of an unknown escape'],
    ['a\\\\ b', ['a\\', 'b'], 'ends a word behind an escaped backslash'],
    ['a\\\tb', ['a\\', 'b'], 'does not escape a tab'],
    ['"$X" "${X}" "${X-5s}"', [expanded('$X'), expanded('${X}'), expanded('${X-5s}')], 'marks variables in double quotes'],
    ["$X ${X} '$X' \"\\$X\"", ['$X', '${X}', '$X', '$X'], 'leaves $ elsewhere alone'],
    ['"a $ b"', ['a $ b'], 'leaves a lone $ alone'],
    ['a \\ ', ['a', ' '], 'takes an escaped blank at the end for a word'],
    ['a\u00a0b', ['a\u00a0b'], 'takes no other blanks than those of ASCII'],
    ['"" a', ['', 'a'], 'keeps an empty word'],
    ['a "b c', ['a', 'b c'], 'lets an unclosed quote end with the line'],
    ['%[req.hdr(Host)]\\ if\\ foo', ['%[req.hdr(Host)] if foo'], 'keeps escaped blanks in an expression'],
  ];
  it.each(lines)('reads %j as %j: it %s', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });

  it('gives each word as written beside its value', () => {
    expect(readWords(' set  "a b"\\ c # d')).toEqual([
      { value: 'set', raw: 'set' },
      { value: 'a b c', raw: '"a b"\\ c' },
    ]);
  });
});
