import { canonicalLine } from './canonicalLine.js';
import type { Entry } from './diffSequence.js';
import { lineRole, type GroupRule } from './lineRole.js';
import type { ConfigLine } from './readLines.js';
import { splitWords } from './splitWords.js';

/** A line of a group. */
export interface GroupEntry extends Entry {
  readonly term: string;
  readonly source: ConfigLine;
}

/** Lines of one section that count together. */
export interface LineGroup {
  readonly rule: GroupRule;
  readonly entries: readonly GroupEntry[];
}

/** Sorts the lines of a section into their groups, and drops those that have no effect. */
export function groupLines(kind: string, lines: readonly ConfigLine[]): Map<string, LineGroup> {
  const groups = new Map<string, { rule: GroupRule; entries: GroupEntry[] }>();
  for (const source of lines) {
    const { group, rule, term } = lineRole(kind, splitWords(source.text));
    const mark = source.condition === '' ? '' : `.if ${source.condition} `;
    const form = mark + canonicalLine(source.text);
    const entry = { identity: form, form, term, source };
    const known = groups.get(group);
    if (known === undefined) groups.set(group, { rule, entries: [entry] });
    else known.entries.push(entry);
  }
  for (const [name, group] of groups) groups.set(name, { ...group, entries: effective(group) });
  return groups;
}

function effective({ rule, entries }: { readonly rule: GroupRule; readonly entries: GroupEntry[] }): GroupEntry[] {
  if (rule === 'set') return [...new Map(entries.map((entry) => [entry.form, entry])).values()];
  if (rule === 'rivals') return [...new Map([...entries].reverse().map((entry) => [entry.form, entry])).values()].reverse();
  // Which of them is the last one in force is open as long as one stands under a condition.
  if (rule === 'last' && entries.every(({ source }) => source.condition === '')) return entries.slice(-1);
  return entries;
}

/** Whether two lists of lines of one section mean the same. */
export function sameLines(kind: string, a: readonly ConfigLine[], b: readonly ConfigLine[]): boolean {
  const [groups, others] = [groupLines(kind, a), groupLines(kind, b)];
  if (groups.size !== others.size) return false;
  return [...groups].every(([name, { rule, entries }]) => {
    const forms = entries.map(({ form }) => form);
    const otherForms = others.get(name)?.entries.map(({ form }) => form) ?? [];
    if (rule === 'set') return forms.length === otherForms.length && new Set([...forms, ...otherForms]).size === forms.length;
    return forms.length === otherForms.length && forms.every((form, index) => form === otherForms[index]);
  });
}
