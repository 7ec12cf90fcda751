import type { Readable } from 'node:stream';

/** An event as it stands on the wire. */
export type Seen = Readonly<Record<string, unknown>> & { readonly type: string };

/** What was written to a stream so far, and a way to wait for more. */
export interface Watched<T> {
  readonly items: readonly T[];
  readonly text: () => string;
  /** The first item that matches, be it there already or still to come; rejects when the stream ends without one. */
  readonly until: (matches: (item: T) => boolean) => Promise<T>;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
}

/** Reads a stream line by line; `parse` makes an item of each. */
export function watch<T>(stream: Readable, parse: (line: string) => T): Watched<T> {
  const items: T[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  let rest = '';
  let over = false;
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    items.push(...lines.map(parse));
    wake();
  });
  const ended = new Promise<void>((resolve) => {
    stream.once('close', resolve).once('end', resolve);
  }).then(() => {
    over = true;
    wake();
  });
  return {
    items,
    text: () => text,
    ended,
    until: (matches) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = items.find(matches);
          if (found === undefined && !over) return;
          waiting.delete(look);
          if (found === undefined) reject(new Error(`ended without it:\n${text}`));
          else resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** Reads a stream of NDJSON. */
export const watchEvents = (stream: Readable): Watched<Seen> => watch(stream, (line) => {
  const event: Seen = JSON.parse(line);
  return event;
});
export const watchLines = (stream: Readable): Watched<string> => watch(stream, (line) => line);
