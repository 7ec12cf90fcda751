import type { Readable } from 'node:stream';

/** Characters that are kept. */
const kept = 256 * 1024;

/** What a program wrote, as far as it is kept. */
export interface Tail {
  all(): string;
  /** The place that the output has come to. */
  mark(): number;
  since(mark: number): string;
}

/** Keeps the last 256 KiB of several streams, in the order of their arrival. */
export function tailOf(streams: readonly Readable[]): Tail {
  let text = '';
  let dropped = 0;
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      dropped += Math.max(0, text.length - kept);
      text = text.slice(-kept);
    });
  }
  return { all: () => text, mark: () => dropped + text.length, since: (mark) => text.slice(Math.max(0, mark - dropped)) };
}
