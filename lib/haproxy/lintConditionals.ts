import { apiPlaces } from './apiKeywords.js';
import { hostKinds } from './hostKinds.js';
import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import type { Section } from './parseConfig.js';
import { sectionOrder } from './sectionOrder.js';
import { apiKnowsSection } from './sectionKinds.js';
import { splitWords } from './splitWords.js';

/**
 * `.if` blocks outside snippet blocks: the directives are unknown lines to the API and go to the end
 * of their section, while what it knows goes to its own place (facts 2.1). A block survives where it
 * holds nothing that the API moves.
 */
export function lintConditionals(input: LintInput): Finding[] {
  const findings: Finding[] = [];
  const hosts = hostKinds(input.sections, input.api);
  const order = storedOrder(input);
  let depth = 0;
  let next = 0;
  let block: { readonly first: ApiLine; readonly held: ApiLine[] } | undefined;
  for (const line of input.lines) {
    if (line.snippet > 0) continue;
    const directive = line.text.startsWith('.') ? splitWords(line.text)[0] : undefined;
    if (directive === '.if') {
      depth += 1;
      if (depth === 1) block = { first: line, held: [] };
    } else if (directive === '.endif' && depth > 0) {
      depth -= 1;
      if (depth > 0 || block === undefined) continue;
      const inside = sectionsBetween(block.first.line, line.line);
      const torn = inside.some(({ kind }) => apiKnowsSection(kind, input.api))
        ? !order.follow(block.first.section, inside)
        : block.held.some(({ text, section }) => apiPlaces(hosts.get(section.key) ?? '', splitWords(text)));
      if (torn) findings.push(finding(block.first));
      block = undefined;
    } else if (directive === undefined) {
      block?.held.push(line);
    }
  }
  return findings;

  /** Blocks come in the order of their lines, and so do the sections. */
  function sectionsBetween(first: number, last: number): Section[] {
    const inside: Section[] = [];
    for (; next < input.sections.length; next += 1) {
      const section = input.sections[next];
      if (section === undefined || section.line >= last) break;
      if (section.line > first) inside.push(section);
    }
    return inside;
  }
}

/** Tells whether sections stand behind one another in the API's order too. */
function storedOrder({ sections, api }: LintInput): { readonly follow: (before: Section, inside: readonly Section[]) => boolean } {
  let places: ReadonlyMap<string, number> | undefined;
  return {
    follow: (before, inside) => {
      places ??= new Map(sectionOrder(sections.filter(({ kind }) => kind === '' || apiKnowsSection(kind, api))).map(({ key }, place) => [key, place]));
      const start = places.get(before.key) ?? NaN;
      const distinct = new Set(inside.map(sectionTitle)).size === inside.length;
      return distinct && inside.every(({ key }, index) => places?.get(key) === start + 1 + index);
    },
  };
}

function finding({ line, section }: ApiLine): Finding {
  return {
    rule: 'conditional', severity: 'loss', line, section: sectionTitle(section),
    message: 'the API moves the conditional to the end of its section and leaves what it holds outside: its lines would always be in force',
    mend: 'decide before rendering, or put the block between ###_config-snippet_### BEGIN and ###_config-snippet_### END',
  };
}
