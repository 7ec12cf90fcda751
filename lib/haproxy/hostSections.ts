import type { Section } from './parseConfig.js';
import { apiKnowsSection, type ApiVersion } from './sectionKinds.js';

/**
 * The section that the API counts each section's lines to, by its key: itself, or the known section
 * before it where this API does not know it (facts 2.1).
 */
export function hostSections(sections: readonly Section[], api: ApiVersion): ReadonlyMap<string, Section> {
  const hosts = new Map<string, Section>();
  let host: Section | undefined;
  for (const section of sections) {
    if (host === undefined || section.kind === '' || apiKnowsSection(section.kind, api)) host = section;
    hosts.set(section.key, host);
  }
  return hosts;
}
