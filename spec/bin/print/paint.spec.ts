import { describe, expect, it } from '@jest/globals';
import { paintFor } from '../../../bin/print/paint.js';
import type { Screen } from '../../../bin/print/paint.js';

const terminal: Screen = { isTTY: true, hasColors: () => true };
const pipe: Screen = {};
const red = '\u001b[31mx\u001b[39m';

describe('paintFor', () => {
  it.each([
    ['colours a terminal', terminal, {}, red],
    ['leaves a pipe as it is', pipe, {}, 'x'],
    ['leaves a stream without colours as it is', { isTTY: true }, {}, 'x'],
    ['colours a pipe where FORCE_COLOR asks for it', pipe, { FORCE_COLOR: '1' }, red],
    ['takes FORCE_COLOR=0 for no wish', pipe, { FORCE_COLOR: '0' }, 'x'],
    ['heeds NO_COLOR on a terminal, and before FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'x'],
    ['takes an empty NO_COLOR for absent', terminal, { NO_COLOR: '' }, red],
    ['leaves a dumb terminal as it is', terminal, { TERM: 'dumb' }, 'x'],
  ])('%s', (_, screen, env, expected) => {
    expect(paintFor(screen, env)('red', 'x')).toBe(expected);
  });
});
