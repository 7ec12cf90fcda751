import { parseConfig } from '../lib/haproxy/parseConfig.js';

/**
 * What a text is that was named as a configuration and can be none, and what to do instead;
 * `undefined` for any that may be one. Nothing of it is quoted: it may be a key.
 */
export function notAConfiguration(text: string): string | undefined {
  if (/^[ \t]*-----BEGIN /m.test(text)) return 'is a PEM file, or holds a part of one; name a configuration: certificates are for --cert and --ca';
  // A fleet or a recording, which other options and commands take.
  if (/^\s*[{[]/.test(text)) return 'is JSON; name a configuration: endpoints are for --endpoints, events for run';
  if (parseConfig(text).sections.every(({ key }) => key === '')) return 'has no section, such as global or frontend; name a configuration';
  return undefined;
}
