import type { Section } from './parseConfig.js';

/** The order in which the API writes sections (facts 2.1); `fcgi-app` moved over the versions. */
const kinds = [
  '', 'global', 'defaults', 'userlist', 'peers', 'mailers', 'resolvers', 'cache', 'ring', 'traces', 'log-forward', 'log-profile',
  'http-errors', 'healthcheck', 'acme', 'crt-store', 'fcgi-app', 'frontend', 'backend', 'listen', 'program',
];

/** The name that the API writes: unnamed `defaults` get one. */
export function storedName({ kind, name, key }: Section): string {
  return kind === 'defaults' && name === '' ? (key.split(' ')[1] ?? '') : name;
}

/** Sections in the order in which the API writes them: by kind, then by name bytewise, a `defaults` after the one that it is made from. */
export function sectionOrder(sections: readonly Section[]): Section[] {
  const sorted = [...sections].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compareNames(storedName(a), storedName(b)));
  const defaults = parentsFirst(sorted.filter(({ kind }) => kind === 'defaults'));
  return sorted.map((section) => (section.kind === 'defaults' ? (defaults.shift() ?? section) : section));
}

/** Moves each section that stands before its parent to the place right after it. */
function parentsFirst(sorted: readonly Section[]): Section[] {
  const names = new Set(sorted.map(storedName));
  const placed: Section[] = [];
  const waiting = new Map<string, Section[]>();
  const done = new Set<string>();
  const place = (first: Section): void => {
    const stack = [first];
    for (let section = stack.pop(); section !== undefined; section = stack.pop()) {
      const name = storedName(section);
      placed.push(section);
      done.add(name);
      stack.push(...(waiting.get(name) ?? []).reverse());
      waiting.delete(name);
    }
  };
  for (const section of sorted) {
    const { from } = section;
    if (from === undefined || done.has(from) || !names.has(from)) place(section);
    else waiting.set(from, [...(waiting.get(from) ?? []), section]);
  }
  // Circles are refused by HAProxy; here they only must not get lost.
  return [...placed, ...[...waiting.values()].flat()];
}

function compareNames(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
