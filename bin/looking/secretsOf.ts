import type { Content } from '../../lib/events/types.js';
import { contentSecrets } from '../../lib/haproxy/contentSecrets.js';

/** Values of a content that no error may quote; looked for when the first error asks, and once. */
export function secretsOf(content: Pick<Content, 'haproxyConfig' | 'auxiliaryFiles'>): () => readonly string[] {
  let secrets: readonly string[] | undefined;
  return () => (secrets ??= contentSecrets(content));
}
