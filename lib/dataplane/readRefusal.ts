/** What the API says of a configuration that `haproxy -c` refused. */
export interface Refusal {
  /** HAProxy's own lines; the API's words where it gives none. */
  readonly lines: readonly string[];
  /** Of the failed transaction that the push leaves behind (design D9). */
  readonly transactionId?: string;
}

/** HAProxy's closing lines, which add nothing to those before. */
const summary = /^(config )?(error\(s\) found|fatal errors found|errors found) /i;
/** The file that the API let HAProxy check: another one each time, which says nothing and makes equal refusals look different. */
const candidate = /(?:\/[^\s/:[\]]+)*\/([^\s/:[\]]+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/**
 * Reads `validation error: exit status 1: err transactionId=<uuid> \nmsg="…"\nmsg="…"` (facts 2).
 *
 * A quote inside a line is not escaped, so a line ends at its last quote.
 */
export function readRefusal(words: string): Refusal {
  const transactionId = /\btransactionId=([0-9a-f-]{36})/i.exec(words)?.[1];
  const all = words.split(/\r?\n/).flatMap((line) => /^\s*msg="(.*)"\s*$/.exec(line)?.[1]?.trim() ?? []);
  const telling = all.filter((line) => !summary.test(line));
  const lines = (telling.length > 0 ? telling : all).map((line) => line.replace(candidate, '$1'));
  return {
    lines: lines.length > 0 ? lines : [words],
    ...(transactionId === undefined ? {} : { transactionId }),
  };
}
