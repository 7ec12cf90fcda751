import type { CancelCause } from './inFlight.js';
import { patch } from './state.js';
import type { Step } from './state.js';

/** Asks for the running deployment to be aborted; it keeps the slot until it completes or the grace is over (design S6, S10). */
export function cancelInFlight(step: Step, because: CancelCause): void {
  const { inFlight } = step.state;
  if (!inFlight) return;
  if (inFlight.cancelled) {
    // It is being aborted already; what follows from its end is up to the newest cause.
    patch(step, { inFlight: { ...inFlight, cancelled: { ...inFlight.cancelled, because } } });
    return;
  }
  patch(step, { inFlight: { ...inFlight, cancelled: { at: step.now, because } } });
  step.outputs.push({
    type: 'DeploymentCancelRequestEvent',
    deploymentId: inFlight.deploymentId,
    reason: because,
    correlationId: inFlight.correlationId,
  });
}

/** Asks for the requests to endpoints that left the fleet to be aborted (design 3). */
export function cancelDropped(step: Step): void {
  const { inFlight, fleet } = step.state;
  if (!inFlight) return;
  const endpoints = [...inFlight.targets.keys()].filter((url) => !inFlight.ended.has(url) && !fleet.has(url));
  if (endpoints.length === 0) return;
  step.outputs.push({
    type: 'DeploymentCancelRequestEvent',
    deploymentId: inFlight.deploymentId,
    reason: 'endpoint_dropped',
    endpoints,
    correlationId: inFlight.correlationId,
  });
}
