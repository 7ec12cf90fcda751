import type { SchedulerLike } from 'rxjs';
import type { Health } from './Health.js';

/** The deployment in flight. */
interface Watched {
  readonly deploymentId: string;
  /** When it was scheduled or an endpoint last ended, in milliseconds. */
  readonly heardAt: number;
  readonly limitMs: number;
}

/** Past the timeout the scheduler cancels and waits some more: only then something is stuck. */
const patience = 1.5;

/**
 * Well when idle, or while endpoints of the running deployment keep ending: an error when none has
 * for 1.5 times the deployment timeout. A canary's wait does not count (design S6).
 */
export function deploymentHealth({ deploymentTimeoutMs, scheduler }: { readonly deploymentTimeoutMs: number; readonly scheduler: SchedulerLike }): Health {
  let inFlight: Watched | undefined;
  return {
    started: () => (inFlight = undefined),
    observe: (event) => {
      switch (event.type) {
        case 'DeploymentScheduledEvent': {
          const limitMs = patience * deploymentTimeoutMs + (event.rollout?.canaryWaitMs ?? 0);
          inFlight = { deploymentId: event.deploymentId, heardAt: scheduler.now(), limitMs };
          return;
        }
        case 'InstanceDeployedEvent':
        case 'InstanceDeploymentFailedEvent':
          if (inFlight?.deploymentId === event.deploymentId) inFlight = { ...inFlight, heardAt: scheduler.now() };
          return;
        case 'DeploymentCompletedEvent':
          // A foreign deployer's completion may have no id; one deployment runs at a time.
          if (event.deploymentId === undefined || inFlight?.deploymentId === event.deploymentId) inFlight = undefined;
          return;
        default:
      }
    },
    check: () => {
      if (!inFlight) return undefined;
      const silentMs = scheduler.now() - inFlight.heardAt;
      return silentMs < inFlight.limitMs ? undefined : new Error(`no endpoint of deployment ${inFlight.deploymentId} has ended for ${silentMs} ms`);
    },
  };
}
