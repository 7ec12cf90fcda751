import type { Endpoint, EndpointTls } from '../events/types.js';
import { assertKnownOptions } from '../validate.js';
import { createConnections } from './createConnections.js';
import type { DataPlaneClient } from './DataPlaneClient.js';
import { createGotClient } from './gotClient.js';
import type { CredentialSource } from './resolveCredentials.js';

/** What holds for every endpoint: limits, and credentials for those that bring none of their own. */
export interface ConnectDataPlaneOptions {
  /**
   * Limit for connecting and, but for raw writes, for the first byte and between bytes, in milliseconds (design D2).
   *
   * @defaultValue 10000
   */
  readonly requestTimeoutMs?: number;
  /** For endpoints that bring none of their own. */
  readonly defaults?: CredentialSource & {
    /** For what an endpoint's own settings leave out. */
    readonly tls?: EndpointTls;
  };
  /**
   * Where `passwordEnv` is looked up.
   *
   * @defaultValue `process.env`
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The way to a fleet of Data Plane APIs. */
export interface DataPlaneConnector {
  /** Makes the client of one endpoint; opens nothing before its first request. */
  readonly connect: (endpoint: Endpoint, needs: { readonly maxAnswerBytes: number; readonly secrets: () => readonly string[] }) => DataPlaneClient;
  /** Closes every connection and forgets what was found out. */
  close(): void;
}

/**
 * Makes clients of Data Plane APIs that share their connections and what was found out about each API.
 *
 * @example Ask one API for its version
 * ```ts
 * import { firstValueFrom } from 'rxjs';
 * import { connectDataPlane, startSandbox } from 'haproxy-deployer';
 *
 * const sandbox = await startSandbox({ users: [{ name: 'admin', password: 'example' }] });
 * const connector = connectDataPlane({ defaults: { username: 'admin', password: 'example' } });
 * const client = connector.connect({ url: sandbox.url }, { maxAnswerBytes: 2 ** 24, secrets: () => [] });
 * console.log(await firstValueFrom(client.version()));
 * // → 1
 * connector.close();
 * await sandbox.close();
 * ```
 *
 * @param options Limits, and credentials for endpoints that bring none of their own.
 * @throws RangeError when `requestTimeoutMs` is out of range, TypeError for an option that is unknown.
 */
export function connectDataPlane(options: ConnectDataPlaneOptions = {}): DataPlaneConnector {
  assertKnownOptions(options, ['requestTimeoutMs', 'defaults', 'env'] satisfies (keyof ConnectDataPlaneOptions)[]);
  const { requestTimeoutMs } = options;
  const connections = createConnections(requestTimeoutMs === undefined ? {} : { requestTimeoutMs });
  return {
    connect: (endpoint, needs) => createGotClient(endpoint, { ...options, ...needs, connections }),
    close: () => connections.close(),
  };
}
