import type * as z from 'zod';
import { InputError } from './InputError.js';

/**
 * Words the first thing that a schema found wrong: the field's path and what it takes, never the
 * value that it has.
 */
export function describeIssue(error: z.ZodError, value: unknown): InputError {
  const issue = error.issues[0];
  if (issue === undefined) return new InputError('does not have the shape of its type');
  const given = issue.path.reduce(fieldOf, value);
  return new InputError(reasonOf(issue, given), { field: pathOf(issue.path) });
}

function reasonOf(issue: z.core.$ZodIssue, given: unknown): string {
  switch (issue.code) {
    case 'invalid_type': {
      const takes = `takes ${withArticle(issue.expected === 'int' ? 'whole number' : issue.expected)}`;
      if (given === undefined) return `is missing; it ${takes}`;
      // Not taken for an empty one: that would be a fleet of none, by a slip of whoever wrote it.
      const mend = given === null && issue.expected === 'array' ? '; write [] for none' : '';
      return `${takes}, got ${nameOf(given)}${mend}`;
    }
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `takes a number of at least ${issue.minimum}`;
    case 'too_big':
      return `takes a number of at most ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'takes a time in ISO 8601, such as 2030-01-31T12:00:00Z' : issue.message;
    default:
      return issue.message;
  }
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number out of range';
  return withArticle(typeof value);
}

const fieldOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;

function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (done, key) => (typeof key === 'number' ? `${done}[${key}]` : `${done}${done === '' ? '' : '.'}${String(key)}`),
    '',
  );
}
