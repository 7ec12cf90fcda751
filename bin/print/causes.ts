import type { EndpointRef, ErrorInfo } from '../../lib/events/types.js';

/** An endpoint and what went wrong there. */
export interface Failure {
  readonly endpoint: EndpointRef;
  readonly error: ErrorInfo;
}

/** Equal texts for failures that differ in nothing but whose they are. */
export function causeOf({ endpoint, error }: Failure): string {
  return JSON.stringify([error.code, withoutEndpoint(error.message, endpoint), error.hints]);
}

/** A message that is to stand for several endpoints: none of them is named in it. */
export function withoutEndpoint(message: string, { url }: EndpointRef): string {
  return message.replaceAll(url, 'the endpoint').replaceAll(url.replace(/^https?:\/\/([^/]*).*$/, '$1'), 'its address');
}

/** Hints in the words of the command line alone: the library's names are of no use there. */
export function hintsOf({ hints }: ErrorInfo): readonly string[] {
  return hints.map((hint) => hint.replace(/ \(library: \w+\)/g, ''));
}
