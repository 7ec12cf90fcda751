import { describe, expect, it } from '@jest/globals';
import { dropNulls } from '../../lib/events/dropNulls.js';

describe('dropNulls', () => {
  it('takes members that are null out, as deep as events have fields', () => {
    expect(dropNulls({ a: null, b: { c: null, d: [{ e: null, f: 1 }] }, g: false, h: '', i: 0 })).toEqual({ b: { d: [{ f: 1 }] }, g: false, h: '', i: 0 });
  });

  it('leaves entries of lists, which are for the schema to refuse', () => {
    expect(dropNulls({ endpoints: [null] })).toEqual({ endpoints: [null] });
  });

  it('gives the value itself back where there is nothing to take out', () => {
    const value = { a: [{ b: 1 }], c: { d: 'x' } };

    expect(dropNulls(value)).toBe(value);
  });

  it('does not follow what is nested without end, nor take a member for a prototype', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(100_000)}null${'}'.repeat(100_000)}`);
    const odd: unknown = JSON.parse('{"__proto__":{"a":null},"b":null}');

    expect(dropNulls(deep)).toBe(deep);
    expect(JSON.stringify(dropNulls(odd))).toBe('{"__proto__":{}}');
  });
});
