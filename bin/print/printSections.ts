import type { SectionPlan } from '../../lib/haproxy/describePlan.js';
import type { Operation } from '../../lib/haproxy/planDeployment.js';
import { count } from './count.js';
import { limited } from './extent.js';
import type { Extent } from './extent.js';
import type { Paint } from './paint.js';
import { printable } from './printable.js';

/** The sections of a plan as lines: `+` what is new, `-` what goes, `~` and `→` what changes, before and after. */
export function printSections(sections: readonly SectionPlan[], { maxOperations, maxSections }: Extent, paint: Paint): readonly string[] {
  const shown = sections.slice(0, maxSections).flatMap((section) => printSection(section, maxOperations, paint));
  const others = sections.slice(maxSections);
  const changes = others.reduce((sum, { operations }) => sum + operations.length, 0);
  return others.length === 0 ? shown : [...shown, paint('dim', `and ${count(others.length, 'more section')} with ${count(changes, 'change')}; --full shows all`)];
}

function printSection({ action, section, name, line, lines, operations }: SectionPlan, max: number, paint: Paint): readonly string[] {
  if (action === 'update') {
    const title = section === '' ? 'before the first section' : `${section} ${name}`.trim();
    const body = limited(operations.map((operation) => printOperation(operation, paint)), max, paint).flat();
    return [paint('bold', printable(title)), ...body.map((text) => `  ${text}`)];
  }
  const [mark, colour] = action === 'create' ? (['+', 'green'] as const) : (['-', 'red'] as const);
  const [head = '', ...rest] = lines;
  const place = action === 'create' ? note([`line ${line}`], paint) : '';
  const body = limited(rest.map((text) => [paint(colour, `${mark}   ${printable(text)}`)]), max, paint).flat();
  return [paint(colour, `${mark} ${printable(head)}`) + place, ...body];
}

function printOperation({ action, after, before, kind, line, runtime }: Operation, paint: Paint): readonly string[] {
  const notes = [...(action === 'delete' ? [] : [`line ${line}`]), ...(runtime ? ['at run time'] : [])];
  const [old, wanted] = [printable(before ?? ''), printable(after ?? kind)];
  switch (action) {
    case 'create':
      return [paint('green', `+ ${wanted}`) + note(notes, paint)];
    case 'delete':
      return [paint('red', `- ${old}`) + note(notes, paint)];
    case 'update':
      return [paint('yellow', '~') + ` ${paint('red', old)}`, `${paint('yellow', '→')} ${paint('green', wanted)}${note(notes, paint)}`];
    case 'reorder':
      return [`${paint('yellow', '~')} ${wanted}${note([...notes, 'in another order among such lines'], paint)}`];
  }
}

function note(parts: readonly string[], paint: Paint): string {
  return parts.length === 0 ? '' : paint('dim', `  (${parts.join(', ')})`);
}
