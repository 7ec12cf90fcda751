import { causeOf, hintsOf, withoutEndpoint } from './causes.js';
import type { Failure } from './causes.js';
import { printable } from './printable.js';
import { nameEndpoint, printTitle } from './printTitle.js';
import type { ReportStyle } from './ReportStyle.js';

/**
 * What went wrong at endpoints: each cause once, with the endpoints that have it, and what to do about it.
 *
 * @param notes What else is to be said of one; those of one cause with other notes stand apart.
 */
export function printFailures<F extends Failure>(failures: readonly F[], style: ReportStyle, notes: (failure: F) => readonly string[] = () => []): readonly (readonly string[])[] {
  const groups = new Map<string, F[]>();
  for (const failure of failures) {
    const key = [causeOf(failure), ...notes(failure)].join('\n');
    const group = groups.get(key);
    if (group) group.push(failure);
    else groups.set(key, [failure]);
  }
  return [...groups.values()].map((members) => printGroup(members, style, notes));
}

function printGroup<F extends Failure>(members: readonly F[], style: ReportStyle, notes: (failure: F) => readonly string[]): readonly string[] {
  const [first] = members;
  if (first === undefined) return [];
  const { endpoint, error } = first;
  const message = members.length === 1 ? error.message : withoutEndpoint(error.message, endpoint);
  const title = printTitle(error.code, 'red', members.map((member) => nameEndpoint(member.endpoint)), style);
  return [title, ...[message, ...notes(first), ...hintsOf(error)].flatMap((text) => printable(text).split('\n')).map((line) => `  ${line}`)];
}
