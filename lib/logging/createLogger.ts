import type { Writable } from 'node:stream';
import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { escapeControls } from './escapeControls.js';

/** How log lines look; `auto` is pretty on a terminal and JSON elsewhere. */
export type LogFormat = 'auto' | 'json' | 'pretty';

export interface LoggerOptions {
  /**
   * Where lines go: stderr, for stdout is the event stream.
   *
   * It is written to in the caller's own turn, so nothing is lost at the end of the process. Once
   * it is closed, lines are dropped silently.
   */
  readonly output: Writable & { readonly isTTY?: boolean };
  /** @defaultValue `info` */
  readonly level?: Level | 'silent';
  /** @defaultValue `auto` */
  readonly format?: LogFormat;
}

/** Should a whole endpoint or request ever be logged: what is `[masked]` then, up to two objects deep. */
const secretFields = ['password', 'authorization', 'Authorization', 'haproxyConfig', 'auxiliaryFiles', 'content', 'contents'];
const redactPaths = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

/**
 * Makes the logger of the process (design 8). Texts in it are masked by whoever logs them (design 6).
 *
 * A promise, because what formats for people is only loaded where it is wanted.
 */
export async function createLogger({ output, level = 'info', format = 'auto' }: LoggerOptions): Promise<Logger> {
  const pretty = format === 'pretty' || (format === 'auto' && output.isTTY === true);
  output.on('error', () => undefined);
  return pino(
    { level, base: null, redact: { paths: redactPaths, censor: '[masked]' } },
    pretty ? await prettyDestination(output) : { write: writeTo(output) },
  );
}

async function prettyDestination(output: LoggerOptions['output']): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({ colorize: output.isTTY === true, translateTime: 'SYS:HH:MM:ss.l', singleLine: true });
  const write = writeTo(output);
  return { write: (line) => write(format(escapeControls(line))) };
}

/** What nobody reads is dropped above this, in bytes: a log must not fill the memory. */
const maxUnreadBytes = 4 * 1024 * 1024;

function writeTo(output: LoggerOptions['output']): (line: string) => void {
  return (line) => {
    if (output.writableLength <= maxUnreadBytes) output.write(line);
  };
}
