import { apiPlaces } from './apiKeywords.js';
import { hostSections } from './hostSections.js';
import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import { plainForm } from './readLines.js';
import { sectionOrder } from './sectionOrder.js';
import { apiKnowsSection, proxyKinds } from './sectionKinds.js';
import { splitWords } from './splitWords.js';

/** Sections of one kind and name: the API keeps the last one only. */
export function lintDuplicates({ sections, lines, api }: LintInput): Finding[] {
  const last = new Map<string, string>();
  const findings: Finding[] = [];
  const content = contents(lines);
  for (const section of [...sections].reverse()) {
    if (section.kind === '' || section.kind === 'global' || !apiKnowsSection(section.kind, api)) continue;
    if (section.kind === 'defaults' && section.name === '') continue;
    const title = sectionTitle(section);
    const kept = last.get(title);
    if (kept === undefined) last.set(title, section.key);
    else if (content.get(kept) !== content.get(section.key)) {
      findings.push({
        rule: 'duplicate-section', severity: 'loss', line: section.line, section: title,
        message: `the API keeps only the last ${title}: the lines of this one are lost`,
        mend: 'give each section a name of its own, or write one section with all the lines',
      });
    }
  }
  return findings;
}

function contents(lines: readonly ApiLine[]): ReadonlyMap<string, string> {
  const parts = new Map<string, string[]>();
  for (const { section, text } of lines) {
    const known = parts.get(section.key);
    if (known === undefined) parts.set(section.key, [plainForm(text)]);
    else known.push(plainForm(text));
  }
  return new Map([...parts].map(([key, texts]) => [key, texts.join('\n')]));
}

/** Proxies without `from`: all `defaults` are written before them, so that the last one reaches them all. */
export function lintDefaults({ sections }: LintInput): Finding[] {
  const defaults = sections.filter(({ kind }) => kind === 'defaults');
  const reaching = sectionOrder(defaults).at(-1);
  const renamed = defaults.filter(({ name }) => name === '').map(({ line, from }): Finding => ({
    rule: 'unnamed-defaults', severity: from === undefined ? 'harmless' : 'loss', line, section: 'defaults',
    message: from === undefined ? 'the API gives this section a name' : 'the API takes the word "from" for the name of this section',
    mend: 'write a name of your own behind defaults',
  }));
  if (reaching === undefined) return renamed;
  const moved = sections.filter(({ kind, from, parent }) => proxyKinds.has(kind) && from === undefined && parent !== reaching.key);
  return [
    ...renamed,
    ...moved.map((section): Finding => ({
      rule: 'implicit-defaults', severity: 'loss', line: section.line, section: sectionTitle(section),
      message: `the API writes all defaults before all proxies: ${sectionTitle(section)} would inherit from the one of line ${reaching.line}, not from the one before it`,
      mend: 'give each defaults section a name and write "from" and that name behind the name of each proxy',
    })),
  ];
}

/** Sections that this API does not know: their lines are glued to the section before, and sorted into it where it knows the keyword. */
export function lintUnknownSections({ sections, lines, api }: LintInput): Finding[] {
  const findings: Finding[] = [];
  const hosts = hostSections(sections, api);
  const hoisted = new Map<string, number>();
  for (const { section, text, line } of lines) {
    const into = hosts.get(section.key)?.kind ?? '';
    if (into !== section.kind && !hoisted.has(section.key) && apiPlaces(into, splitWords(text))) hoisted.set(section.key, line);
  }
  for (const section of sections) {
    const into = hosts.get(section.key)?.kind ?? '';
    if (into === section.kind) continue;
    const line = hoisted.get(section.key);
    findings.push({
      rule: 'unknown-section', severity: line === undefined ? 'harmless' : 'loss', line: line ?? section.line, section: sectionTitle(section),
      message: line === undefined
        ? `this API does not know ${section.kind} sections and keeps their lines as they are`
        : `this API does not know ${section.kind} sections: this line is moved into the ${into} section before`,
      mend: `use an API that knows ${section.kind} sections, or leave the section out`,
    });
  }
  return findings;
}
