import { cut, limited, uncut } from './extent.js';
import type { ReportStyle } from './ReportStyle.js';

/** A titled list below an endpoint's title, with a blank line before it; nothing where it is empty. An item may have several lines. */
export function printList(title: string, items: readonly (readonly string[])[], { paint, full }: ReportStyle): readonly string[] {
  if (items.length === 0) return [];
  const { maxOperations } = full ? uncut : cut;
  return ['', `  ${paint('bold', title)}`, ...limited(items, maxOperations, paint).flat().map((line) => `    ${line}`)];
}
