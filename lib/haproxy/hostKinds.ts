import type { Section } from './parseConfig.js';
import { apiKnowsSection, type ApiVersion } from './sectionKinds.js';

/**
 * The kind of section that the API counts each section's lines to, by its key: its own, or that of
 * the known section before it where this API does not know it (facts 2.1).
 */
export function hostKinds(sections: readonly Section[], api: ApiVersion): ReadonlyMap<string, string> {
  const hosts = new Map<string, string>();
  let host = '';
  for (const { kind, key } of sections) {
    if (kind === '' || apiKnowsSection(kind, api)) host = kind;
    hosts.set(key, host);
  }
  return hosts;
}
