import { paintFor } from '../paint.js';
import type { Paint, Screen } from '../paint.js';

/** Colours for a terminal, and for anything else where `FORCE_COLOR` asks for them; `NO_COLOR` is stronger. */
export function paintAsAsked(screen: Screen, env: Readonly<Record<string, string | undefined>>): Paint {
  const asked = env['FORCE_COLOR'];
  const isForced = asked !== undefined && asked !== '0' && asked !== 'false';
  return paintFor(isForced ? { isTTY: true, hasColors: () => true } : screen, env);
}
