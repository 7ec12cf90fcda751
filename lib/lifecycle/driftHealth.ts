import { isFullComparison } from '../drift/driftTriggers.js';
import type { ResolvedDriftOptions } from '../drift/options.js';
import type { Health } from './Health.js';

/** In intervals. */
const patience = 1.5;

/**
 * Well when off, following or paused, after the end of input, or while checks are triggered or put
 * off by full comparisons: an error when neither has happened for 1.5 intervals.
 */
export function driftHealth({ driftPreventionIntervalMs, driftJitter, leading: leadsAtFirst, scheduler }: ResolvedDriftOptions): Health {
  // Chance may move a check by almost an interval.
  const limitMs = driftPreventionIntervalMs * Math.max(patience, 1 + driftJitter);
  let [leading, paused, ended, heardAt] = [leadsAtFirst, false, false, scheduler.now()];
  const hear = (): void => {
    heardAt = scheduler.now();
  };
  return {
    started: () => {
      [leading, paused, ended] = [leadsAtFirst, false, false];
      hear();
    },
    observe: (event) => {
      switch (event.type) {
        case 'DriftPreventionTriggeredEvent':
          return hear();
        case 'DeploymentCompletedEvent':
          if (isFullComparison(event)) hear();
          return;
        case 'BecameLeaderEvent':
          leading = true;
          return hear();
        case 'LostLeadershipEvent':
          leading = false;
          return;
        case 'PauseRequestedEvent':
          paused = true;
          return;
        case 'ResumeRequestedEvent':
          paused = false;
          return hear();
        case 'InputEndedEvent':
          ended = true;
          return;
        default:
      }
    },
    check: () => {
      const silentMs = scheduler.now() - heardAt;
      const isWatching = driftPreventionIntervalMs > 0 && leading && !paused && !ended;
      return isWatching && silentMs >= limitMs ? new Error(`no drift check was triggered for ${silentMs} ms`) : undefined;
    },
  };
}
