import { maskText } from '../haproxy/mask.js';
import { maskMessage } from '../haproxy/maskMessage.js';
import { dataPlaneError, type Doing, type Problem } from './dataPlaneError.js';
import { DataPlaneError } from './errors.js';
import { messageOf } from './messageOf.js';
import { plainWords } from './plainWords.js';
import { plainPort, tlsHints } from './wrongScheme.js';

/** Node's codes for a certificate that it does not trust, or not for this name. */
const untrusted =
  /^(ERR_TLS_CERT_ALTNAME_INVALID|CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)/;
/** The other side's alerts about our certificate, or the lack of one. */
const ourCertificateRefused = /ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_|UNKNOWN_CA|ACCESS_DENIED)/;
/** OpenSSL's for files that hold no usable certificate or key; those of a handshake begin with `ERR_SSL_`. */
const unusableFile = /^ERR_OSSL_/;
/** The parser's, for what is no HTTP. */
const noHttp = /^HPE_/;
/** Node's for what it was asked to send and could not: a fault on this side. */
const misuse = /^ERR_(INVALID_|HTTP_INVALID_|UNESCAPED_)/;

/** Node's, for a connection that the other side ended instead of answering. */
const closed = /^socket hang up$/;

const phases: Readonly<Record<string, string>> = {
  lookup: 'looking up the name',
  connect: 'connecting',
  secureConnect: 'the TLS handshake',
  response: 'the wait for the first byte of the answer',
  socket: 'a silence',
  request: 'the whole request',
};

/**
 * Turns what a request without a readable answer failed of into a `DataPlaneError` (design 7).
 *
 * `error` itself carries the request's options and so the password: only its name and code, and its
 * message and stack, masked, go into the `cause`.
 *
 * @param opened Whether the connection stood, TLS included: until then nothing can have been changed.
 */
export function toDataPlaneError(error: unknown, doing: Doing, opened: boolean): DataPlaneError {
  if (error instanceof DataPlaneError) {
    return error;
  }
  const fault = faultOf(error, doing.secrets());
  return dataPlaneError(doing, {
    cause: fault.cause,
    ...(opened ? {} : { stage: 'connect' }),
    ...(doing.writes ? { outcome: opened ? 'unknown' : 'untouched' } : {}),
    ...judge(fault, doing.endpoint, opened),
  });
}

function judge({ code, event, message }: Fault, endpoint: string, opened: boolean): Problem {
  if (event !== undefined) {
    return {
      code: 'timeout',
      problem: `${phases[event] ?? event} took longer than ${/for (\d+)ms/.exec(message)?.[1] ?? 'the allowed'} ms`,
      hints: ['See whether the Data Plane API is overloaded or its HAProxy is reloading, or raise the request timeout.'],
    };
  }
  if (code !== undefined && untrusted.test(code)) {
    return {
      code: 'unauthorized',
      problem: `the certificate is not trusted: ${message}`,
      hints: ['Give the CA that signed the certificate (caFile), and the name that it bears (serverName).'],
    };
  }
  if (code !== undefined && ourCertificateRefused.test(code)) {
    return {
      code: 'unauthorized',
      problem: `the client certificate was refused: ${message}`,
      hints: ['Give a client certificate and key that the Data Plane API trusts (certFile, keyFile).'],
    };
  }
  if (code !== undefined && !opened && unusableFile.test(code)) {
    return {
      code: 'unauthorized',
      stage: 'local',
      problem: `the TLS files cannot be used: ${message}`,
      hints: ['See that caFile, certFile and keyFile are PEM files, and that the key belongs to the certificate.'],
    };
  }
  if (code !== undefined && noHttp.test(code)) {
    return {
      code: 'api_error',
      problem: `the answer is no HTTP: ${message}`,
      hints: ['See that the URL is that of a Data Plane API.', ...tlsHints(endpoint)],
    };
  }
  const plain = code === undefined ? undefined : plainPort(endpoint, code, message);
  if (plain !== undefined) {
    return { code: 'unreachable', ...plain };
  }
  if (code === undefined || misuse.test(code)) {
    return { code: 'unexpected', stage: 'local', problem: message };
  }
  return {
    code: 'unreachable',
    problem: opened ? `the connection was lost: ${closed.test(message) ? 'it was closed without an answer' : message}` : `no connection: ${message}`,
    hints: ['See that the Data Plane API runs there and that nothing between refuses the connection.', ...(opened && code === 'ECONNRESET' ? tlsHints(endpoint) : [])],
  };
}

/** What may be kept of an error that carries the request's options. */
interface Fault {
  readonly message: string;
  readonly code: string | undefined;
  /** got's name of the limit that ran out. */
  readonly event: string | undefined;
  readonly cause: Error;
}

function faultOf(error: unknown, secrets: readonly string[]): Fault {
  const message = maskMessage(plainWords(messageOf(error)), secrets);
  const code = textOf(error, 'code');
  // got's own code for an error that brought none: nothing that a network does.
  const known = code === 'ERR_GOT_REQUEST_ERROR' ? undefined : code;
  const cause = Object.assign(new Error(message), {
    name: error instanceof Error ? error.name : 'Error',
    ...(known === undefined ? {} : { code: known }),
    ...(error instanceof Error && error.stack !== undefined ? { stack: maskText(error.stack, secrets) } : {}),
  });
  return { message, code: known, event: textOf(error, 'event'), cause };
}

function textOf(error: unknown, property: string): string | undefined {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, property) : undefined;
  return typeof value === 'string' ? value : undefined;
}
