import { formatDuration } from '../parseDuration.js';

/** What makes an option one that takes a duration, with its default. */
export function duration(milliseconds: number): { readonly type: 'string'; readonly default: string; readonly requiresArg: true } {
  return { type: 'string', default: formatDuration(milliseconds), requiresArg: true };
}
