import { randomUUID } from 'node:crypto';
import { assertDuration, assertWholeAtLeast } from '../validate.js';
import { apiProfile, type ApiProfile, type ApiVersion } from './ApiProfile.js';
import { checkConfig } from './check/checkConfig.js';
import { haproxyCheck } from './check/haproxyCheck.js';
import type { Validator } from './check/Validator.js';
import type { Clock } from './Clock.js';
import type { SandboxFaults } from './faults/SandboxFaults.js';
import { isLoopback, type SandboxUser } from './http/guard.js';
import type { RefuseReload } from './process/inMemoryProcess.js';
import type { HaproxyOptions } from './process/realProcess.js';
import { realClock } from './realClock.js';

/** What runs before the first push, unless told otherwise: nothing but the API's own needs. */
const emptyConfig = `# _version=1

global
  stats socket /var/run/haproxy.sock mode 600 level admin

defaults base
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
`;

/** How a sandbox is: its version, its users, its delays, and what judges and runs its configurations. */
export interface SandboxOptions {
  /** Who may use the API, at least one; there is no default password. */
  readonly users: readonly SandboxUser[];
  /**
   * 0 takes any free one.
   *
   * @defaultValue 0
   */
  readonly port?: number;
  /** @defaultValue 127.0.0.1 */
  readonly host?: string;
  /**
   * Lets `host` be another than loopback, and takes requests for any `Host`.
   *
   * @defaultValue false
   */
  readonly allowNonLoopback?: boolean;
  /**
   * Selects the base path and every shape that differs by version.
   *
   * @defaultValue 3.2
   */
  readonly apiVersion?: ApiVersion;
  /**
   * Period of the ticker that runs scheduled reloads, in milliseconds.
   *
   * @defaultValue 5000
   */
  readonly reloadDelayMs?: number;
  /** The configuration on disk, in memory and running at the start. */
  readonly initialConfig?: string;
  /**
   * Judges configurations, or the path of a haproxy program that does.
   *
   * @defaultValue the program of `haproxy`; without one `checkConfig`, a small stand-in
   */
  readonly validate?:
    | Validator
    | {
        /** Path of the haproxy program. */
        readonly program: string;
      };
  /**
   * Runs a real HAProxy behind the API, on the ports that configurations bind: instances that are to
   * serve at the same time need ports of their own.
   *
   * @defaultValue one in memory, without traffic
   */
  readonly haproxy?: HaproxyOptions;
  /** Tells which valid configurations a worker in memory would not start on. */
  readonly refuseReload?: RefuseReload;
  /** What it does wrong from the start. */
  readonly faults?: SandboxFaults;
  /** @defaultValue the machine's own time */
  readonly clock?: Clock;
  /** Makes transaction ids. @defaultValue `randomUUID` */
  readonly newId?: () => string;
}

export interface ResolvedSandboxOptions extends Required<Omit<SandboxOptions, 'apiVersion' | 'validate' | 'haproxy'>> {
  readonly profile: ApiProfile;
  readonly validate: Validator;
  readonly haproxy: HaproxyOptions | undefined;
}

/** Fills in the defaults; throws a `RangeError` or `TypeError` naming the first option that is out of range. */
export function resolveSandboxOptions({
  users,
  port = 0,
  host = '127.0.0.1',
  allowNonLoopback = false,
  apiVersion = '3.2',
  reloadDelayMs = 5_000,
  initialConfig = emptyConfig,
  haproxy,
  validate = haproxy === undefined ? checkConfig : haproxyCheck(haproxy.program, haproxy.folder),
  refuseReload = () => undefined,
  faults = {},
  clock = realClock,
  newId = randomUUID,
}: SandboxOptions): ResolvedSandboxOptions {
  if (users.length === 0 || users.some(({ name, password }) => name === '' || name.includes(':') || password === '')) {
    throw new TypeError('users takes at least one name without colon, each with a password');
  }
  if (!allowNonLoopback && !isLoopback(host)) throw new RangeError(`host takes a loopback address unless allowNonLoopback is set, got ${host}`);
  assertWholeAtLeast('port', port, 0);
  assertDuration('reloadDelayMs', reloadDelayMs, 1);
  return {
    users, port, host, allowNonLoopback, reloadDelayMs, haproxy, initialConfig, refuseReload, faults, clock, newId,
    profile: apiProfile(apiVersion),
    validate: typeof validate === 'function' ? validate : haproxyCheck(validate.program),
  };
}
