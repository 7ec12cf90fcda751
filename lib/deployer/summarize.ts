import type { DeploymentCompletedEvent, DeploymentScheduledEvent, ErrorCode } from '../events/types.js';
import type { Ended } from './createReporter.js';

/** The completion of a deployment from the ends of its endpoints; the counts add up (design D1). */
export function summarize(scheduled: DeploymentScheduledEvent, ends: readonly Ended[], durationMs: number): DeploymentCompletedEvent {
  const failedByCode: Partial<Record<ErrorCode, number>> = {};
  const operationBreakdown: Record<string, number> = {};
  let [succeeded, cancelled, notAttempted, failed] = [0, 0, 0, 0];
  for (const { event } of ends) {
    if (event.type === 'InstanceDeployedEvent') {
      succeeded += 1;
      for (const [kind, count] of Object.entries(event.operations)) operationBreakdown[kind] = (operationBreakdown[kind] ?? 0) + count;
    } else if (event.error.code === 'cancelled') {
      cancelled += 1;
    } else if (event.error.code === 'not_attempted') {
      notAttempted += 1;
    } else {
      failed += 1;
      failedByCode[event.error.code] = (failedByCode[event.error.code] ?? 0) + 1;
    }
  }
  return {
    type: 'DeploymentCompletedEvent',
    deploymentId: scheduled.deploymentId,
    ...(scheduled.correlationId === undefined ? {} : { correlationId: scheduled.correlationId }),
    total: ends.length,
    succeeded,
    failed,
    cancelled,
    notAttempted,
    failedByCode,
    durationMs,
    reloadsTriggered: sum(ends.map(({ reloads }) => reloads)),
    totalApiOperations: sum(ends.map(({ writes }) => writes)),
    operationBreakdown,
    endpoints: scheduled.coverage,
    compared: ends.every(({ event }) => event.type === 'InstanceDeployedEvent' && event.compared === 'full') ? 'full' : 'cached',
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
