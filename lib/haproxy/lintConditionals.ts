import { apiPlaces } from './apiKeywords.js';
import { headings, hostSections } from './hostSections.js';
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
  const hosts = hostSections(input.sections, input.api);
  const order = storedOrder(input);
  const host = ({ section }: ApiLine): Section => hosts.get(section.key) ?? section;
  const known = headings(input.sections).filter(({ section }) => apiKnowsSection(section.kind, input.api));
  let next = 0;
  let block: Block | undefined;
  /** A block that ended in the section that is being read, and began in another. */
  let closed: Block | undefined;
  for (const line of input.lines) {
    if (line.snippet > 0) continue;
    const directive = line.text.startsWith('.') ? splitWords(line.text)[0] : undefined;
    if (directive === '.if') {
      block ??= { first: line, open: [], torn: false };
      block.open.push(host(line));
    } else if (block !== undefined && (directive === '.elif' || directive === '.else')) {
      block.open.splice(-1, 1, host(line));
    } else if (block !== undefined && directive === '.endif') {
      const began = block.open.pop();
      if (block.open.length > 0) {
        if (began !== host(line)) block.open.splice(-1, 1, host(line));
        continue;
      }
      const inside = knownBetween(block.first.line, line.line);
      if (!order.follow(host(block.first), inside)) block.torn = true;
      if (block.torn) findings.push(finding(block.first));
      // Inside one section, what follows the block stays outside of it.
      closed = inside.length > 0 ? { ...block, open: [host(line)] } : undefined;
      block = undefined;
    } else if (directive === undefined && (block ?? closed) && apiPlaces(host(line).kind, splitWords(line.text))) {
      // The API writes this line before the directives that it follows in its section.
      if (block !== undefined && (block.open.at(-1) === host(line) || block.open[0] === host(line))) block.torn = true;
      if (closed?.open[0] === host(line) && !closed.torn) {
        closed.torn = true;
        findings.push(finding(closed.first));
      }
    }
  }
  return findings;

  /** Blocks come in the order of their lines, and so do the sections. */
  function knownBetween(first: number, last: number): Section[] {
    const inside: Section[] = [];
    for (let heading = known[next]; heading !== undefined && heading.line < last; heading = known[(next += 1)]) {
      if (heading.line > first) inside.push(heading.section);
    }
    return inside;
  }
}

interface Block {
  readonly first: ApiLine;
  /** The section that the last directive of each open `.if` stands in, outermost first. */
  readonly open: Section[];
  torn: boolean;
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
