import type { Content } from '../events/types.js';
import { collectSecrets } from './mask.js';
import { isTelling, pemLines } from './pemSpans.js';
import { wantedFiles } from './wantedFiles.js';

/**
 * What no message about a content may quote: the secrets of its configuration, and every line
 * between PEM markers of its files. HAProxy quotes single words of what it cannot read.
 */
export function contentSecrets({ haproxyConfig, auxiliaryFiles }: Pick<Content, 'haproxyConfig' | 'auxiliaryFiles'>): readonly string[] {
  const files = wantedFiles(auxiliaryFiles);
  return [...new Set([...collectSecrets(haproxyConfig), ...files.flatMap(({ content }) => pemLines(content).filter(isTelling))])];
}
