import type { Change, Place } from './change.js';
import { diffSequence } from './diffSequence.js';
import { diffServers, type JudgeServer } from './diffServers.js';
import { groupLines, type GroupEntry, type LineGroup } from './groupLines.js';
import type { ParsedConfig, Section } from './parseConfig.js';
import { readInheritance, takesWeights } from './proxyHome.js';
import { readLines, type ConfigLine } from './readLines.js';
import { fitsRuntimeAction } from './runtimeActions.js';
import { runtimeServer } from './runtimeServer.js';
import { serverKind, serverRows, type ServerRows } from './serverRows.js';
import { splitWords } from './splitWords.js';

const noGroup: LineGroup = { rule: 'ordered', entries: [] };
/** Sections whose servers the runtime socket knows. */
const backends = new Set(['backend', 'listen']);
const frontends = new Set(['frontend', 'listen']);

/** One section in a configuration. */
export interface SectionIn {
  readonly config: ParsedConfig;
  readonly section: Section;
}

/** The differences between the lines of two sections of one identity. */
export function diffSection(before: SectionIn, after: SectionIn): Change[] {
  const { kind, name } = after.section;
  const place = { section: kind, name };
  const linesBefore = readLines(before.config, before.section);
  const linesAfter = readLines(after.config, after.section);
  const judge = judgeFor(after);
  const rowsOf = ({ config, section }: SectionIn, lines: readonly ConfigLine[]): ServerRows =>
    serverRows(lines, once(() => readInheritance(config, section.parent).defaultServers));

  if (onlyServersDiffer(linesBefore, linesAfter)) {
    const isServer = ({ text }: ConfigLine): boolean => serverKind(text) !== undefined;
    return diffServers(place, rowsOf(before, linesBefore.filter(isServer)), rowsOf(after, linesAfter.filter(isServer)), judge);
  }
  const groupsBefore = groupLines(kind, linesBefore);
  const groupsAfter = groupLines(kind, linesAfter);
  return [...new Set([...groupsBefore.keys(), ...groupsAfter.keys()])].flatMap((group) => {
    const from = groupsBefore.get(group) ?? noGroup;
    const to = groupsAfter.get(group) ?? noGroup;
    if (from.rule === 'servers' || to.rule === 'servers') {
      return diffServers(place, rowsOf(before, from.entries.map(lineOf)), rowsOf(after, to.entries.map(lineOf)), judge);
    }
    return diffGroup(place, from, to);
  });
}

/** True when the sections have the same lines in the same places but for the text of `server` lines; the usual case, and quick. */
function onlyServersDiffer(before: readonly ConfigLine[], after: readonly ConfigLine[]): boolean {
  if (before.length !== after.length) return false;
  return before.every(({ text, condition }, index) => {
    const other = after[index];
    if (other?.condition !== condition) return false;
    return other.text === text || (serverKind(text) === 'server' && serverKind(other.text) === 'server');
  });
}

function diffGroup(place: Place, before: LineGroup, after: LineGroup): Change[] {
  if (before.entries.length === after.entries.length && before.entries.every(({ form }, index) => form === after.entries[index]?.form)) return [];
  const { rule } = after.entries.length > 0 ? after : before;
  const { created, deleted, updated, reordered } = diffSequence(before.entries, after.entries, { ordered: rule !== 'set', pairRest: true });
  return [
    ...created.map((entry) => change('create', place, entry, { after: entry.source.text })),
    ...deleted.map((entry) => change('delete', place, entry, { before: entry.source.text })),
    ...updated.map(([from, to]) => change('update', place, to, { before: from.source.text, after: to.source.text, ...frontendLimit(place, from, to) })),
    ...(reordered === undefined ? [] : [change('reorder', place, reordered[1], { before: reordered[0].source.text, after: reordered[1].source.text })]),
  ];
}

function change(action: Change['action'], place: Place, { term, source }: GroupEntry, rest: Partial<Change>): Change {
  return { action, kind: term, ...place, line: source.line, reason: 'no run-time command changes this line', ...rest };
}

/** A frontend's limit can be set at run time from one number to another. */
function frontendLimit({ section, name }: Place, from: GroupEntry, to: GroupEntry): Pick<Change, 'actions' | 'reason'> | undefined {
  if (to.term !== 'maxconn' || !frontends.has(section) || from.source.condition !== '' || to.source.condition !== '') return undefined;
  const [limitBefore, limitAfter] = [from, to].map(({ source }) => splitWords(source.text)[1] ?? '');
  if (!isLimit(limitBefore) || !isLimit(limitAfter) || !fitsRuntimeAction(name)) return undefined;
  return { actions: [{ action: 'SetFrontendMaxConn', args: [name, limitAfter] }], reason: 'has run-time commands' };
}

function isLimit(value: string | undefined): value is string {
  return value !== undefined && /^[1-9]\d{0,8}$/.test(value);
}

function judgeFor({ config, section }: SectionIn): JudgeServer {
  if (!backends.has(section.kind)) return () => ({ actions: [], obstacles: [`servers of a ${section.kind} section have no run-time commands`] });
  const home = once(() => ({ backend: section.name, takesWeights: takesWeights(config, section) }));
  return (server, before, after) => runtimeServer(home(), server, before, after);
}

function lineOf({ source }: GroupEntry): ConfigLine {
  return source;
}

function once<T extends object>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}
