import { bindOptions, optionName, serverOptions, type LineOptions } from './lineOptions.js';
import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import { olderThan } from './sectionKinds.js';
import { splitWords } from './splitWords.js';

/** The lines whose options an API before 3.1 reads one by one and drops where it does not know them (facts 2.1), with the words before the options. */
const optionLines: ReadonlyMap<string, number> = new Map([
  ['backend server', 3], ['peers server', 3], ['ring server', 3],
  ['backend default-server', 1], ['defaults default-server', 1], ['peers default-server', 1],
  ['backend server-template', 4],
  ['frontend bind', 2], ['log-forward bind', 2], ['peers bind', 2],
]);

/** Options of servers and binds that an API before 3.1 drops, and those on which it never comes back. */
export function lintOptions({ lines, api }: LintInput): Finding[] {
  if (!olderThan(api, [3, 1])) return [];
  const newerAreUnknown = olderThan(api, [3, 0]);
  const findings: Finding[] = [];
  for (const line of lines) {
    if (line.snippet > 0) continue;
    const words = splitWords(line.text);
    const [keyword = ''] = words;
    const lead = optionLines.get(`${line.section.kind} ${keyword}`);
    if (lead === undefined || words.length < lead) continue;
    const known = keyword === 'bind' ? bindOptions : serverOptions;
    const { dropped, cut } = readOptions(words.slice(lead), known);
    if (cut !== undefined && known === serverOptions) findings.push(endless(line, cut));
    const lost = newerAreUnknown ? dropped : dropped.filter((option) => !known.newer.has(option));
    // The value of an option that nobody knows cannot be told from an option.
    if (lost.length > 0 && (newerAreUnknown || lost.length === dropped.length)) findings.push(droppedFinding(line, keyword, lost[0] ?? ''));
  }
  return findings;
}

function readOptions(options: readonly string[], { flags, valued }: LineOptions): { readonly dropped: string[]; readonly cut?: string } {
  const dropped: string[] = [];
  for (let at = 0; at < options.length; at += 1) {
    const option = options[at]?.split('(', 1)[0] ?? '';
    if (valued.has(option)) {
      at += 1;
      if (at >= options.length) return { dropped, cut: option };
    } else if (!flags.has(option)) {
      dropped.push(option);
    }
  }
  return { dropped };
}

function droppedFinding({ line, section }: ApiLine, keyword: string, option: string): Finding {
  return {
    rule: 'dropped-option', severity: 'loss', line, section: sectionTitle(section),
    message: `this API does not know the ${keyword} option ${optionName(keyword === 'bind' ? bindOptions : serverOptions, option) ?? 'on this line'} and drops it`,
    mend: 'leave the option out, put the line into the snippet block of the section, or use an API of 3.1 or later',
  };
}

function endless({ line, section }: ApiLine, option: string): Finding {
  return {
    rule: 'endless-loop', severity: 'loss', line, section: sectionTitle(section),
    message: `the option ${option} has no value, and this API never comes back from such a line`,
    mend: `give ${option} its value, or leave it out`,
  };
}
