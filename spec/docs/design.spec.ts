import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const sources = ['lib', 'bin', 'spec']
  .flatMap((folder) => readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.ts'))
  .map(read)
  .join('\n')
  // A citation may go over the end of a comment's line.
  .replace(/\n\s*(?:\*|\/\/) ?/g, ' ');

/** What is cited after a word, lists such as `design S3, S4 and S13` included. */
function cited(word: string, item: RegExp): ReadonlySet<string> {
  const list = new RegExp(`\\b${word},? (${item.source}(?:(?:, | and )${item.source})*)`, 'g');
  return new Set([...sources.matchAll(list)].flatMap(([, items = '']) => items.match(new RegExp(item.source, 'g')) ?? []));
}

describe('docs/design.md', () => {
  const design = read('docs/design.md');

  it('has every rule that the code cites', () => {
    const rules = cited('design', /[SDR]\d{1,2}[ab]?\b/);

    expect(rules.size).toBeGreaterThan(20);
    expect([...rules].filter((rule) => !new RegExp(`^- \\*\\*${rule}\\b`, 'm').test(design))).toEqual([]);
  });

  it('has every section that the code cites', () => {
    const sections = cited('design', /\d{1,2}\b/);

    expect(sections.size).toBeGreaterThan(5);
    expect([...sections].filter((section) => !new RegExp(`^## ${section}\\. `, 'm').test(design))).toEqual([]);
  });
});

describe('docs/facts.md', () => {
  const facts = read('docs/facts.md');

  it('has every section that the code cites', () => {
    const sections = cited('facts', /\d{1,2}(?:\.\d{1,2})?\b/);

    expect(sections.size).toBeGreaterThan(5);
    expect([...sections].filter((section) => !new RegExp(`^(?:##+ |- (?:10\\.)?)${section.replace('.', '\\.')}\\.? `, 'm').test(facts))).toEqual([]);
  });
});
