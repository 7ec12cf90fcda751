import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Got } from 'got';
import { defaults } from '../defaults.js';
import { assertDuration } from '../validate.js';
import { createTextPool, type TextPool } from './textPool.js';
import type { ApiInfo } from './DataPlaneClient.js';

export interface ConnectionsOptions {
  /**
   * Longest time to open a connection, in milliseconds.
   *
   * @defaultValue 10000
   */
  readonly requestTimeoutMs?: number;
}

/** What clients share and outlive: open connections, and what was found out about each API. */
export interface Connections {
  readonly agent: { readonly http: http.Agent; readonly https: https.Agent };
  /** got as all requests use it: on these connections, never retrying, following or unpacking. Loaded with the first request: that takes as long as half the rest of the program. */
  transport(): Promise<Got>;
  /** A cache by endpoint and given base path; may be cleared at any time (design D3). */
  readonly apis: Map<string, ApiInfo>;
  /** Shares what many endpoints have in common. */
  readonly texts: TextPool;
  /** The text in UTF-8; the last one is remembered, for a fleet gets one text many times. */
  encode(text: string): Buffer;
  /** Closes every connection, those in use included, and forgets everything. */
  close(): void;
}

/** One attempt's requests go one after another, so more than one socket is only for what overlaps its end. */
const maxSocketsPerEndpoint = 4;
/** How long an idle connection is kept, in milliseconds: less than the 10 s after which the API closes it, so that none is used as it closes. */
const maxIdleMs = 5_000;

/**
 * Makes the pool that clients share; its owner closes it.
 *
 * Connections are kept apart by host, port and every TLS setting, certificates included: Node's
 * agents name them so. An endpoint whose TLS settings change never meets an old connection.
 */
export function createConnections({ requestTimeoutMs = defaults.requestTimeoutMs }: ConnectionsOptions = {}): Connections {
  assertDuration('requestTimeoutMs', requestTimeoutMs, 1);
  const options: http.AgentOptions = {
    keepAlive: true,
    maxSockets: maxSocketsPerEndpoint,
    maxFreeSockets: 1,
    // Counts from the making of a socket: got's limit for connecting is deaf to IPv6 addresses.
    timeout: requestTimeoutMs,
  };
  const agent = { http: withIdleLimit(new http.Agent(options)), https: withIdleLimit(new https.Agent(options)) };
  const apis = new Map<string, ApiInfo>();
  let transport: Promise<Got> | undefined;
  let lastText = '';
  let lastBytes = Buffer.alloc(0);

  return {
    agent,
    transport: () => (transport ??= loadGot(agent)),
    apis,
    texts: createTextPool(),
    encode: (text) => {
      if (text !== lastText) {
        lastText = text;
        lastBytes = Buffer.from(text);
      }
      return lastBytes;
    },
    close: () => {
      agent.http.destroy();
      agent.https.destroy();
      apis.clear();
    },
  };
}

function withIdleLimit<A extends http.Agent>(agent: A): A {
  // After the agent's own listener, which would set the limit for connecting.
  agent.on('free', (socket: Socket) => {
    socket.setTimeout(maxIdleMs);
  });
  return agent;
}

/** What does not change from request to request is read by got once. */
async function loadGot(agent: Connections['agent']): Promise<Got> {
  const { default: got } = await import('got');
  return got.extend({
    headers: { accept: '*/*', 'user-agent': 'haproxy-deployer' },
    agent,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
  });
}
