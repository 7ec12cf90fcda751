import type { Content } from '../../lib/events/types.js';
import { collectSecrets } from '../../lib/haproxy/mask.js';

/** Values of a configuration that no error may quote; looked for when the first error asks, and once. */
export function secretsOf({ haproxyConfig }: Pick<Content, 'haproxyConfig'>): () => readonly string[] {
  let secrets: readonly string[] | undefined;
  return () => (secrets ??= collectSecrets(haproxyConfig));
}
