import { styleText } from 'node:util';

/** What of an output tells how it may be written to. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Of Node's terminals: heeds `NO_COLOR` and `FORCE_COLOR`. */
  readonly hasColors?: () => boolean;
}

type Colour = 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow';

/** Colours a text, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

/** Colours for a terminal that shows them, none for anything else. */
export function paintFor({ isTTY, hasColors }: Screen, env: Readonly<Record<string, string | undefined>>): Paint {
  // An empty NO_COLOR counts as absent (no-color.org).
  const isColoured = isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb' && hasColors !== undefined;
  return isColoured ? (colour, text) => styleText(colour, text, { validateStream: false }) : plain;
}

export const plain: Paint = (_, text) => text;
