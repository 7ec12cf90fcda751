import type { Change } from './change.js';
import { diffSection } from './diffSection.js';
import type { ParsedConfig, Section } from './parseConfig.js';
import { readLines } from './readLines.js';
import { splitWords, trimBlanks } from './splitWords.js';

/**
 * Lists what differs in meaning between two configurations (design D5). No difference are comments
 * (the API's and our own head lines among them), blanks, line ends, quoting, the order of independent
 * sections, the order of keywords without meaning, and the name that the API gives to an unnamed
 * `defaults`. A whole section that is new or gone is one change.
 *
 * Takes time in proportion to the texts; sections that are equal as text are not read.
 */
export function diffConfigs(before: ParsedConfig, after: ParsedConfig): Change[] {
  const changes: Change[] = [];
  for (const section of after.sections) {
    const old = before.byKey.get(section.key);
    if (old === undefined) {
      if (!isVoid(after, section)) changes.push(sectionChange('create', section));
      continue;
    }
    if (old.parent !== section.parent || old.extra.join(' ') !== section.extra.join(' ')) {
      changes.push({ ...sectionChange('update', section), before: headLine(before, old), after: headLine(after, section) });
    }
    if (!sameText(before, old, after, section)) {
      for (const change of diffSection({ config: before, section: old }, { config: after, section })) changes.push(change);
    }
  }
  for (const section of before.sections) {
    if (!after.byKey.has(section.key) && !isVoid(before, section)) changes.push(sectionChange('delete', section));
  }
  return changes;
}

function sectionChange(action: Change['action'], { kind, name, line }: Section): Change {
  return { action, kind, section: kind, name, line, reason: 'sections are created, changed and deleted by a reload only' };
}

/** A `global` without lines is as good as none, and so is what stands before the first section when it is comments only. */
function isVoid(config: ParsedConfig, section: Section): boolean {
  return (section.kind === '' || section.kind === 'global') && readLines(config, section).length === 0;
}

/** As written, and with the `defaults` that it has by place: else one that changes to others would look like no change. */
function headLine({ text }: ParsedConfig, { start, bodies, from, parent }: Section): string {
  const head = text.slice(...trimBlanks(text, start, bodies[0]?.start ?? text.length));
  return from !== undefined || parent === '' ? head : [...splitWords(head), 'from', parent.split(' ')[1] ?? ''].join(' ');
}

function sameText(before: ParsedConfig, old: Section, after: ParsedConfig, section: Section): boolean {
  return (
    old.bodies.length === section.bodies.length &&
    old.bodies.every(({ start, end, condition }, index) => {
      const other = section.bodies[index];
      return (
        other !== undefined &&
        end - start === other.end - other.start &&
        condition.mark === other.condition.mark &&
        before.text.slice(start, end) === after.text.slice(other.start, other.end)
      );
    })
  );
}
