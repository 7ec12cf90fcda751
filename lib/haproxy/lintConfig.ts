import { apiLines } from './apiLines.js';
import { lintConditionals } from './lintConditionals.js';
import type { Finding, LintRule } from './lintFinding.js';
import { lintOptions } from './lintOptions.js';
import { lintOrder } from './lintOrder.js';
import { lintDefaults, lintDuplicates, lintUnknownSections } from './lintSections.js';
import { lintSnippets } from './lintSnippets.js';
import { lintText } from './lintText.js';
import { lintWords } from './lintWords.js';
import { collectSecrets } from './mask.js';
import { maskLines } from './maskLines.js';
import { parseConfig } from './parseConfig.js';
import type { ApiVersion } from './sectionKinds.js';

const rules: readonly LintRule[] = [lintConditionals, lintDuplicates, lintDefaults, lintUnknownSections, lintSnippets, lintOrder, lintOptions, lintWords];

/**
 * Finds what an API of this version would lose or change of a configuration, before it is sent
 * (design D5b, facts 2.1), in the order of the lines. It says nothing of what survives; what it
 * cannot know, `gradeStored` sees after the write.
 *
 * @example A section that the parser of an older API does not know
 * ```ts
 * import { lintConfig } from 'haproxy-deployer';
 *
 * const config = 'global\ncrt-store web\n  load crt a.pem\n';
 * console.log(lintConfig(config, { major: 2, minor: 9 }).map(({ line, severity, rule }) => `line ${line}, ${severity}: ${rule}`));
 * // → [ 'line 2, harmless: unknown-section' ]
 * console.log(lintConfig(config, { major: 3, minor: 2 }));
 * // → []
 * ```
 */
export function lintConfig(text: string, api: ApiVersion): Finding[] {
  const config = parseConfig(text);
  const input = { sections: config.sections, ...apiLines(config), api };
  const findings = [...lintText(config), ...rules.flatMap((rule) => rule(input))];
  return withoutSecrets(findings.sort((a, b) => a.line - b.line), text);
}

/** A name of a section may be somebody's password, too. */
function withoutSecrets(findings: readonly Finding[], text: string): Finding[] {
  const masked = maskLines(findings.flatMap(({ section, message }) => [section, message]), findings.length === 0 ? [] : collectSecrets(text));
  return findings.map((finding, index) => ({ ...finding, section: masked[2 * index] ?? '', message: masked[2 * index + 1] ?? '' }));
}
