import type { Section } from './parseConfig.js';
import { apiKnowsSection, type ApiVersion } from './sectionKinds.js';

/** A section line; a `global` that is written twice has two. */
export interface Heading {
  readonly line: number;
  readonly section: Section;
}

/** All section lines in the order of the text. */
export function headings(sections: readonly Section[]): Heading[] {
  const found = sections.flatMap((section) => section.bodies.map((body, index) => ({ line: index === 0 ? section.line : body.line - 1, section })));
  return found.sort((a, b) => a.line - b.line);
}

/**
 * The section that the API counts each section's lines to, by its key: itself, or the known section
 * before it where this API does not know it (facts 2.1).
 */
export function hostSections(sections: readonly Section[], api: ApiVersion): ReadonlyMap<string, Section> {
  const hosts = new Map<string, Section>();
  let host: Section | undefined;
  for (const { section } of headings(sections)) {
    if (host === undefined || section.kind === '' || apiKnowsSection(section.kind, api)) host = section;
    hosts.set(section.key, host);
  }
  return hosts;
}
