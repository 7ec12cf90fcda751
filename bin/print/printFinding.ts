import type { Finding } from '../../lib/haproxy/lintFinding.js';
import type { Paint } from './paint.js';
import { printable } from './printable.js';

/** One finding of the lint in two lines: where and what, and the mend. */
export function printFinding({ line, section, severity, message, mend }: Finding, paint: Paint, place = `line ${line}`): readonly string[] {
  const colour = severity === 'loss' ? 'red' : 'dim';
  const where = section === '' ? '' : ` (${printable(section)})`;
  return [`${place}${where}: ${paint(colour, severity)}: ${printable(message)}`, `  ${printable(mend)}`];
}
