import { isOrdered, keywordRank, singleValued, snippetRank } from './keywords.js';
import { readSections, type Directive, type Section } from './readSections.js';
import { withoutHead } from './head.js';

/** How the version at hand writes sections; an `ApiProfile` is one. */
export interface SerialiseRules {
  readonly sectionOrder: readonly string[];
  readonly headerComments: boolean;
}

/**
 * What the API makes of a pushed text, without the two lines on top that `withHead` adds (facts 2.1):
 * sections by type and name, lines by keyword class, two blanks of indentation, one blank line before
 * each section. Doing it again changes nothing.
 *
 * Of the losses that the facts tell it has those of duplicate sections, repeated single values, second
 * snippets, unknown sections and over-long lines. Unknown options of known lines stay.
 */
export function reserialise(text: string, rules: SerialiseRules): string {
  const { top, stray, sections } = readSections(withoutHead(text), rules.sectionOrder);
  const blocks = sortSections(mergeSections(nameDefaults(sections)), rules.sectionOrder).map((section) => writeSection(section, rules));
  return [...top.map((line) => `${line}\n`), ...stray.flatMap((line) => writeDirective(line, '  ')), ...blocks.map((block) => `\n${block}`)].join('');
}

function nameDefaults(sections: readonly Section[]): readonly Section[] {
  let unnamed = 0;
  return sections.map((section) => {
    if (section.type !== 'defaults' || (section.name !== '' && section.name !== 'from')) return section;
    const name = `unnamed_defaults_${++unnamed}`;
    const [type = 'defaults', ...rest] = section.header.words;
    return { ...section, name, header: { ...section.header, words: [type, name, ...rest] } };
  });
}

/** The last section of a type and name replaces the earlier ones; several `global` become one. */
function mergeSections(sections: readonly Section[]): readonly Section[] {
  const merged = new Map<string, Section>();
  for (const section of sections) {
    const key = `${section.type} ${section.name}`;
    const before = merged.get(key);
    const isMerge = section.type === 'global' && before !== undefined;
    merged.set(key, isMerge ? { ...before, header: { ...before.header, comments: [...before.header.comments, ...section.header.comments] }, directives: [...before.directives, ...section.directives] } : section);
  }
  return [...merged.values()];
}

function sortSections(sections: readonly Section[], order: readonly string[]): readonly Section[] {
  const byName = (left: Section, right: Section): number => Buffer.compare(Buffer.from(left.name), Buffer.from(right.name));
  return order.flatMap((type) => {
    const sorted = sections.filter((section) => section.type === type).sort(byName);
    return type === 'defaults' ? parentsFirst(sorted) : sorted;
  });
}

function parentsFirst(sections: readonly Section[]): readonly Section[] {
  const placed = new Set<Section>();
  const place = (section: Section, seen: readonly Section[]): void => {
    if (placed.has(section) || seen.includes(section)) return;
    const parentName = section.header.words[section.header.words.indexOf('from') + 1];
    const parent = section.header.words.includes('from') ? sections.find(({ name }) => name === parentName) : undefined;
    if (parent !== undefined) place(parent, [...seen, section]);
    placed.add(section);
  };
  for (const section of sections) place(section, []);
  return [...placed];
}

function writeSection(section: Section, rules: SerialiseRules): string {
  const { words, comment, comments } = section.header;
  const header = { comments, words, ...(comment === undefined || !rules.headerComments ? {} : { comment }) };
  const ranked = lastOfSingles(section).map((directive) => ({ directive, rank: rankOf(section.type, directive) }));
  ranked.sort((left, right) => (left.rank === right.rank ? 0 : left.rank - right.rank));
  return [...writeDirective(header, ''), ...ranked.flatMap(({ directive }) => writeDirective(directive, '  '))].join('');
}

function rankOf(type: string, { words, snippet }: Directive): number {
  if (snippet !== undefined) return snippetRank(type);
  const [first = '', second = ''] = words;
  return words.length === 0 ? Infinity : keywordRank(type, first === 'no' ? second : first);
}

function lastOfSingles({ type, directives }: Section): readonly Directive[] {
  const keys = directives.map(({ words, snippet }) => (snippet === undefined ? singleKey(type, words) : 'snippet'));
  return directives.filter((_directive, index) => keys[index] === undefined || keys.lastIndexOf(keys[index]) === index);
}

function singleKey(type: string, [first = '', second = '']: readonly string[]): string | undefined {
  if (!isOrdered(type)) return undefined;
  if (first === 'timeout') return `timeout ${second}`;
  return singleValued.includes(first) ? first : undefined;
}

function writeDirective({ comments, words, comment, snippet }: Directive, indent: string): readonly string[] {
  const line = [...words, ...(comment === undefined ? [] : [comment])].join(' ');
  return [...comments, ...(snippet ?? []), ...(words.length === 0 ? [] : [line])].map((text) => `${indent}${text}\n`);
}
