import { describe, expect, it } from '@jest/globals';
import { fitsRuntimeAction, renderRuntimeActions, type RuntimeAction } from '../../lib/haproxy/runtimeActions.js';

const weight = (server: string): RuntimeAction => ({ action: 'SetServerWeight', args: ['b', server, '5'] });

describe('renderRuntimeActions (facts 3)', () => {
  it('separates actions by a semicolon without a blank, and arguments by one blank', () => {
    expect(renderRuntimeActions([weight('s1'), weight('s2')])).toBe('SetServerWeight b s1 5;SetServerWeight b s2 5');
  });

  it('renders no actions as an empty text', () => {
    expect(renderRuntimeActions([])).toBe('');
  });

  it.each(['a b', 'a;b', '', 'a\tb', 'é', 'a\r\nX: y'])('refuses the value %j', (value) => {
    expect(fitsRuntimeAction(value)).toBe(false);
    expect(renderRuntimeActions([weight(value)])).toBeUndefined();
  });

  it('keeps to the limits of actions and bytes', () => {
    expect(renderRuntimeActions([weight('s'), weight('s')], { maxActions: 2, maxBytes: 43 })).toHaveLength(43);
    expect(renderRuntimeActions([weight('s'), weight('s')], { maxActions: 1, maxBytes: 43 })).toBeUndefined();
    expect(renderRuntimeActions([weight('s'), weight('s')], { maxActions: 2, maxBytes: 42 })).toBeUndefined();
  });
});
