import { diffConfigs } from '../../lib/haproxy/diffConfigs.js';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';

/** Whether two configuration texts mean the same to HAProxy; equal texts are not read. */
export function sameMeaning(a: string, b: string): boolean {
  return a === b || diffConfigs(parseConfig(a), parseConfig(b)).length === 0;
}
