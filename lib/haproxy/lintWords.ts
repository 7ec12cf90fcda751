import { sectionTitle, type ApiLine, type Finding, type LintInput } from './lintFinding.js';
import { olderThan } from './sectionKinds.js';
import { splitWords } from './splitWords.js';

/** How many words of such a line API 2.9 keeps; what follows is lost. Read off a run of its parser. */
const keptWords: ReadonlyMap<string, number> = new Map([
  ['global tune.lua.maxmem', 1],
  ['global tune.fail-alloc', 1],
  ['global set-dumpable', 1],
  ['global external-check', 1],
  ['global master-worker', 1],
  ['global lua-load', 2],
  ['peers peer', 3],
]);
/** Keywords that add up in HAProxy and of which API 2.9 keeps the last line only. */
const keptOnce = new Set(['lua-load-per-thread', 'ssl-default-bind-options', 'ssl-default-server-options', 'ssl-provider']);

/** Words and lines that API 2.9 does not write back, though it knows the keyword. */
export function lintWords({ lines, api }: LintInput): Finding[] {
  if (!olderThan(api, [3, 0])) return [];
  const findings: Finding[] = [];
  const last = new Map<string, ApiLine>();
  for (const line of lines) {
    if (line.snippet > 0) continue;
    const words = splitWords(line.text);
    const [keyword = ''] = words;
    const kept = keptWords.get(`${line.section.kind} ${keyword}`);
    if (kept !== undefined && words.length > kept) {
      findings.push(finding('dropped-words', line, `this API keeps ${kept} words of a line with ${keyword}; what follows is lost`));
    }
    if (line.section.kind !== 'global' || !keptOnce.has(keyword)) continue;
    const earlier = last.get(keyword);
    if (earlier !== undefined && earlier.text !== line.text) findings.push(finding('dropped-line', earlier, `this API keeps the last line with ${keyword} only; this one is lost`));
    last.set(keyword, line);
  }
  return findings;
}

function finding(rule: Finding['rule'], { line, section }: ApiLine, message: string): Finding {
  return { rule, severity: 'loss', line, section: sectionTitle(section), message, mend: 'put the line into the snippet block of the section, or use a newer API' };
}
