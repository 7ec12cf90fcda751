import type { EndpointRef } from '../../lib/events/types.js';
import { printable } from './printable.js';
import type { ReportStyle } from './ReportStyle.js';

/** Endpoints that a title names one by one, unless all are asked for. */
const maxEndpoints = 5;

/** What was found, and the endpoints of which it is true, below each other. */
export function printTitle(word: string, colour: 'green' | 'cyan' | 'yellow' | 'red', names: readonly string[], { paint, full }: ReportStyle): string {
  const shown = full || names.length <= maxEndpoints + 1 ? names : [...names.slice(0, maxEndpoints), `and ${names.length - maxEndpoints} more`];
  return `${paint(colour, word)}: ${shown.join(`\n${' '.repeat(word.length + 2)}`)}`;
}

/** An endpoint by its URL and, where it has one, its pod. */
export function nameEndpoint({ url, podName, podNamespace }: EndpointRef): string {
  if (podName === undefined) return printable(url);
  return printable(`${url} ${podNamespace === undefined ? '' : `${podNamespace}/`}${podName}`);
}
