import { collectSecrets } from './mask.js';
import { maskLines } from './maskLines.js';
import { parseConfig } from './parseConfig.js';
import type { ParsedConfig, Section } from './parseConfig.js';
import { planParsed } from './planDeployment.js';
import type { Operation, Plan, PlanOptions } from './planDeployment.js';

/** What a plan does to one section, fit to be shown: secrets are masked. */
export interface SectionPlan {
  /** `create` and `delete` mean the whole section, `update` some of its lines. */
  readonly action: 'create' | 'update' | 'delete';
  /** Kind of the section; empty for lines before the first one. */
  readonly section: string;
  /** Empty for sections without a name. */
  readonly name: string;
  /** Of the section, or of its first change: in the wanted text, in the current one for what is deleted; from 1. */
  readonly line: number;
  /** In the order of {@link Plan}; one for a whole section. */
  readonly operations: readonly Operation[];
  /** The lines of a whole section, its own first, without blank lines and comments; empty for an `update`. */
  readonly lines: readonly string[];
}

/** A plan with its operations by section, and the lines of sections that come and go as a whole. */
export interface PlanDescription extends Plan {
  /** In the order of the wanted text; what is deleted as a whole comes last. */
  readonly sections: readonly SectionPlan[];
}

/**
 * Tells what leads from one configuration to another, for a person to read (design D5): the plan of
 * `planDeployment`, by section.
 *
 * Every secret of either text is masked, wherever it stands. Takes time in proportion to the texts.
 *
 * @example A plan for a person to read
 * ```ts
 * import { describePlan } from 'haproxy-deployer';
 *
 * const { sections } = describePlan('backend app\n', 'backend app\nbackend api\n  server s1 10.0.0.1:80\n');
 * for (const { action, section, name, lines } of sections) console.log(action, section, name, lines.length);
 * // → create backend api 2
 * ```
 */
export function describePlan(current: string, wanted: string, { secrets = [], ...options }: PlanOptions = {}): PlanDescription {
  const [from, to] = [parseConfig(current), parseConfig(wanted)];
  const hidden = [...new Set([...secrets, ...collectSecrets(current), ...collectSecrets(wanted)])];
  const plan = planParsed(from, to, { ...options, secrets: hidden });
  const groups = bySection(plan.operations);
  const texts = maskEach(groups.map((group) => linesOf(group, from, to)), hidden);
  const sections = groups.map((operations, index): SectionPlan => {
    const { action, section, name, line } = operations[0];
    const whole = isWhole(operations[0]) && action !== 'reorder';
    return { action: whole ? action : 'update', section, name, line, operations, lines: texts[index] ?? [] };
  });
  return { ...plan, sections };
}

type Group = readonly [Operation, ...Operation[]];

/** Operations come section by section; two sections of one kind and name are parted by what is whole. */
function bySection(operations: readonly Operation[]): readonly Group[] {
  const groups: [Operation, ...Operation[]][] = [];
  for (const operation of operations) {
    const last = groups.at(-1);
    const isSame = last !== undefined && last[0].section === operation.section && last[0].name === operation.name;
    if (isSame && !isWhole(last[0]) && !isWhole(operation)) last.push(operation);
    else groups.push([operation]);
  }
  return groups;
}

/** A change of a line tells the line; that of a whole section does not. */
function isWhole({ before, after }: Operation): boolean {
  return before === undefined && after === undefined;
}

function linesOf([operation]: Group, from: ParsedConfig, to: ParsedConfig): readonly string[] {
  if (!isWhole(operation)) return [];
  const config = operation.action === 'delete' ? from : to;
  const section = config.sections.find(({ kind, line }) => kind === operation.section && line === operation.line);
  return section === undefined ? [] : textOf(config, section);
}

function textOf({ text }: ParsedConfig, { start, bodies }: Section): readonly string[] {
  const head = text.slice(start, bodies[0]?.start ?? text.length);
  return [head, ...bodies.map((body) => text.slice(body.start, body.end))]
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** {@link maskLines} for the lines of all groups at once. */
function maskEach(groups: readonly (readonly string[])[], secrets: readonly string[]): readonly (readonly string[])[] {
  const masked = maskLines(groups.flat(), secrets);
  let done = 0;
  return groups.map(({ length }) => masked.slice(done, (done += length)));
}
