import type { FaultEffect } from '../../../lib/sandbox/faults/SandboxFaults.js';
import type { Sandbox } from '../../../lib/sandbox/Sandbox.js';

/** What can happen to a request that is answered, or cut off. */
export const loud = {
  'drop before': { kind: 'drop', when: 'before' },
  'drop after': { kind: 'drop', when: 'after' },
  503: { kind: 'status', status: 503 },
  500: { kind: 'status', status: 500 },
  401: { kind: 'status', status: 401 },
  429: { kind: 'status', status: 429 },
  garbage: { kind: 'garbage' },
} as const satisfies Record<string, FaultEffect>;

/** Its own kind: an answer of 16 MiB and more is work for everybody. */
export const endless = { endless: { kind: 'endless' } } as const satisfies Record<string, FaultEffect>;

/** What can happen to one that is not answered in time; the wait is longer than an endpoint may take in all. */
export const silent = {
  hang: { kind: 'hang' },
  delay: { kind: 'delay', ms: 2_000 },
} as const satisfies Record<string, FaultEffect>;

export type Fault = keyof typeof loud | keyof typeof endless | keyof typeof silent;

/** `once`: the next request, whatever it is; `lasting`: every one from now on. */
export type Duration = 'once' | 'lasting';
export const durations: readonly Duration[] = ['once', 'lasting'];

export function start(sandbox: Sandbox, effect: FaultEffect, duration: Duration): void {
  sandbox.faults = { rules: [{ effect, ...(duration === 'once' ? { times: 1 } : {}) }] };
}
