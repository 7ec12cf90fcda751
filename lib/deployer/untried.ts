import { toRef } from '../events/toRef.js';
import type { Endpoint, ErrorInfo } from '../events/types.js';
import { withReference } from './withReference.js';
import type { Ended } from './createReporter.js';

/** Whose turn in a deployment did not come. */
export interface Untried {
  readonly deploymentId: string;
  readonly correlationId?: string | undefined;
  readonly endpoint: Endpoint;
  readonly contentChecksum: string;
}

/** How an endpoint ends to which nothing was sent. */
export function untried({ deploymentId, correlationId, endpoint, contentChecksum }: Untried, error: ErrorInfo, retryable: boolean): Ended {
  return {
    kind: 'ended',
    drift: undefined,
    writes: 0,
    reloads: 0,
    event: {
      type: 'InstanceDeploymentFailedEvent',
      deploymentId,
      ...(correlationId === undefined ? {} : { correlationId }),
      endpoint: toRef(endpoint),
      contentChecksum,
      durationMs: 0,
      error: withReference(error),
      retryable,
      outcome: 'untouched',
    },
  };
}
