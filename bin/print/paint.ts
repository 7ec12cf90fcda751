import { styleText } from 'node:util';

/** What of an output tells how it may be written to. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Node's terminals have it: what shows no colours, such as a bare stream, has not. */
  readonly hasColors?: () => boolean;
}

type Colour = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow';

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/**
 * Colours for a terminal that shows them, and for anything else where `FORCE_COLOR` asks for them;
 * `NO_COLOR` and a dumb terminal are stronger.
 */
export function paintFor({ isTTY, hasColors }: Screen, env: Readonly<Record<string, string | undefined>>): Paint {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal } = env;
  const isForced = forced !== undefined && forced !== '0' && forced !== 'false';
  // An empty NO_COLOR counts as absent (no-color.org).
  const isRefused = (refused !== undefined && refused !== '') || terminal === 'dumb';
  const isColoured = !isRefused && (isForced || (isTTY === true && hasColors !== undefined));
  return isColoured ? (colour, text) => styleText(colour, text, { validateStream: false }) : plain;
}

export const plain: Paint = (_, text) => text;
