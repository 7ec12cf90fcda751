import { versionOf, wordsOf, type Answer } from './answer.js';
import type { DataPlaneError } from './errors.js';
import { readRefusal } from './readRefusal.js';
import { dataPlaneError, type Doing, type Problem } from './dataPlaneError.js';
import { tlsPort } from './wrongScheme.js';

const credentialHints = [
  'See the user name and password of this endpoint.',
  'The Data Plane API reads its users when it starts: restart it after changing them.',
];
const routeHints = [
  'See that the URL is that of a Data Plane API 2.x or 3.x, and that nothing in between changes its paths.',
  'Where the URL ends in /v2 or /v3, take that off: the version is then found out.',
];

/**
 * Turns an answer that says no into a `DataPlaneError` (design 7; facts 1 for what each status means).
 *
 * A 401 is never quoted: old versions put the received password into it.
 */
export function answerToError(answer: Answer, doing: Doing): DataPlaneError {
  const version = versionOf(answer);
  return dataPlaneError(doing, {
    status: answer.status,
    ...(version === undefined ? {} : { version }),
    ...judge(answer, doing),
  });
}

function judge(answer: Answer, doing: Doing): Problem {
  const { status } = answer;
  const untouched = doing.writes ? { outcome: 'untouched' as const } : {};
  // A gateway's answer, or a failure half way, does not tell how far a write came.
  const unknown = doing.writes ? { outcome: 'unknown' as const } : {};

  if (status >= 300 && status < 400) {
    return {
      code: 'api_error',
      problem: `answered ${status}, and redirects are refused`,
      hints: ['Give the URL at which the Data Plane API itself answers, with the right scheme.'],
      ...untouched,
    };
  }
  switch (status) {
    case 400: {
      const expectsTls = tlsPort(doing.endpoint, wordsOf(answer));
      if (expectsTls !== undefined) return { code: 'api_error', ...expectsTls, ...untouched };
      // Only a configuration is judged with a 400.
      return doing.writes && doing.stage !== 'files' ? { ...untouched, ...refused(answer) } : { code: 'api_error', problem: quoted(answer), ...untouched };
    }
    case 401:
      return { code: 'unauthorized', problem: 'answered 401: the credentials were refused', hints: credentialHints, ...untouched };
    case 403:
      return { code: 'unauthorized', problem: quoted(answer), hints: credentialHints, ...untouched };
    case 404:
    case 405:
    case 406:
    case 415:
    case 422:
      return { code: 'incompatible', problem: quoted(answer), hints: routeHints, ...untouched };
    case 409:
      return { code: 'conflict', problem: quoted(answer), hints: ['Somebody else writes to this Data Plane API.'], ...untouched };
    case 413:
      return {
        code: 'rejected',
        problem: quoted(answer),
        hints: ['It is larger than the Data Plane API takes: raise its max_body_size.'],
        ...untouched,
      };
    case 408:
    case 429:
      return { code: 'unreachable', problem: quoted(answer), hints: ['The Data Plane API is overloaded, or has too many open transactions.'], ...untouched };
    case 502:
    case 503:
    case 504:
      return { code: 'unreachable', problem: quoted(answer), hints: ['See the proxy in front of the Data Plane API, and the API behind it.'], ...unknown };
    default:
      return {
        code: 'api_error',
        problem: quoted(answer),
        hints: ['See the log of the Data Plane API.'],
        ...(status >= 500 || status < 300 ? unknown : untouched),
      };
  }
}

/** A 400 to a write says one of three things (facts 2): a reload that failed, a configuration refused, a request not understood. */
function refused(answer: Answer): Problem {
  const words = wordsOf(answer);
  if (/^reload failed/i.test(words)) {
    return {
      code: 'reload_failed',
      stage: 'reload',
      problem: words,
      hints: ['HAProxy refused at start what its check let pass: a port in use, a missing permission, a file that it cannot read.'],
      // The API has put an older file back on disk, but its memory holds the new one (facts 4).
      outcome: 'unknown',
    };
  }
  if (/version or transaction|both version and transaction|parameter/i.test(words.split('\n', 1)[0] ?? '')) {
    return { code: 'incompatible', problem: words, hints: routeHints };
  }
  const { lines, transactionId } = readRefusal(words);
  return {
    code: 'rejected',
    problem: `the configuration was refused: ${lines.join('\n')}`,
    hints: lines.some((line) => /:\d+\]/.test(line)) ? ['Line numbers count in the text as the Data Plane API rewrites it, not in the one that was sent.'] : ['See what HAProxy says of it.'],
    ...(transactionId === undefined ? {} : { transactionId }),
  };
}

function quoted(answer: Answer): string {
  const words = wordsOf(answer);
  return words === '' ? `answered ${answer.status}` : `answered ${answer.status}: ${words}`;
}
