import type { EndpointRef, ErrorInfo } from '../../lib/events/types.js';
import { printable } from './printable.js';
import { nameEndpoint, printTitle } from './printTitle.js';
import type { ReportStyle } from './ReportStyle.js';

/** An endpoint that could not be looked at: why, and what to do about it. */
export function printFailure({ endpoint, error }: { readonly endpoint: EndpointRef; readonly error: ErrorInfo }, style: ReportStyle): readonly string[] {
  return [printTitle(error.code, 'red', [nameEndpoint(endpoint)], style), ...[error.message, ...error.hints].map((text) => `  ${printable(text)}`)];
}
