import { noProgress } from '../dataplane/attempt.js';
import type { Progress } from '../dataplane/attempt.js';
import { DataPlaneError } from '../dataplane/errors.js';
import type { Look } from '../dataplane/look.js';
import { messageOf } from '../dataplane/messageOf.js';
import type { Applied } from '../dataplane/pushRaw.js';
import { defaults } from '../defaults.js';
import { toRef } from '../events/toRef.js';
import type {
  Content,
  DriftDetectedEvent,
  Endpoint,
  ErrorInfo,
  FailureOutcome,
  InstanceDeployedEvent,
  InstanceDeploymentFailedEvent,
  OperationCounts,
} from '../events/types.js';
import { countFileOperations } from '../haproxy/diffAuxFiles.js';
import { maskMessage } from '../haproxy/maskMessage.js';
import type { ResolvedDeployerOptions } from './options.js';
import { withReference } from './withReference.js';

/** One endpoint's part of a deployment. */
export interface Assignment {
  readonly deploymentId: string;
  readonly correlationId: string | undefined;
  readonly endpoint: Endpoint;
  readonly content: Content;
  readonly force: boolean;
  /** Values that no error may quote. */
  readonly secrets: () => readonly string[];
}

/** How one endpoint ended. */
export interface Ended {
  readonly kind: 'ended';
  readonly event: InstanceDeployedEvent | InstanceDeploymentFailedEvent;
  readonly drift: DriftDetectedEvent | undefined;
  /** Requests sent that write. */
  readonly writes: number;
  readonly reloads: number;
}

/** Makes the events of one endpoint, whatever way it ends. */
export interface Reporter {
  readonly progress: Progress;
  found(look: Extract<Look, { kind: 'differs' }>): void;
  /** A noop may still have removed files that nothing uses. */
  unchanged(look: Extract<Look, { kind: 'proved' }>): Ended;
  applied(applied: Applied): Ended;
  failed(error: unknown): Ended;
  cancelled(): Ended;
}

/** Makes the reporter of one endpoint's part, which began at `startedAt` by the scheduler's clock. */
export function createReporter(assignment: Assignment, startedAt: number, options: ResolvedDeployerOptions): Reporter {
  const { content, deploymentId, correlationId, endpoint, force, secrets } = assignment;
  const progress = noProgress();
  const { memory, scheduler } = options.attempt;
  let differing: Extract<Look, { kind: 'differs' }> | undefined;

  const common = () => ({
    deploymentId,
    ...(correlationId === undefined ? {} : { correlationId }),
    endpoint: toRef(endpoint),
    contentChecksum: content.checksum,
    durationMs: scheduler.now() - startedAt,
  });
  let leftAlone: OperationCounts | undefined;
  let recurring = 0;
  const drift = (): DriftDetectedEvent | undefined => {
    const operations = differing?.drifted ? differing.operations : leftAlone;
    return operations
      ? {
          type: 'DriftDetectedEvent',
          deploymentId,
          ...(correlationId === undefined ? {} : { correlationId }),
          endpoint: toRef(endpoint),
          operations,
          ...(recurring >= defaults.driftCorrectionsBorne ? { recurring } : {}),
        }
      : undefined;
  };
  const ended = (event: Ended['event'], reloads: number): Ended => ({ kind: 'ended', event, drift: drift(), writes: progress.writes, reloads });
  const failure = (error: ErrorInfo, retryable: boolean, outcome: FailureOutcome): Ended => {
    // What ended unclear is looked at anew (design D3).
    if (outcome === 'unknown') memory.forget(endpoint.url);
    return ended({ type: 'InstanceDeploymentFailedEvent', ...common(), error: withReference(error), retryable, outcome }, 0);
  };
  const deployed = (version: number, more: Pick<InstanceDeployedEvent, 'strategy' | 'reloadRequired' | 'operations' | 'fidelity' | 'altered'> & { readonly reloadId?: string }): Ended =>
    ended(
      { type: 'InstanceDeployedEvent', ...common(), ...more, version, retries: progress.retries, compared: progress.compared },
      more.reloadRequired ? 1 : 0,
    );

  return {
    progress,
    found: (look) => {
      // Anew after a conflict: one drift all the same.
      if (look.drifted && force && !differing) recurring = memory.noteDrift(endpoint.url, content.checksum, look.operations) - 1;
      differing = look;
    },
    unchanged: ({ version, files, leftAlone: left }) => {
      leftAlone = left;
      if (force) memory.endDrift(endpoint.url);
      return deployed(version, { strategy: 'noop', reloadRequired: false, operations: files && progress.writes > 0 ? countFileOperations(files.plan) : {}, fidelity: 'unchecked' });
    },
    applied: ({ strategy, version, reloadId, fidelity, altered = [] }) =>
      deployed(version, {
        strategy,
        reloadRequired: strategy === 'raw',
        operations: differing?.operations ?? {},
        fidelity: fidelity ?? 'unchecked',
        ...(altered.length === 0 ? {} : { altered }),
        ...(reloadId === undefined ? {} : { reloadId }),
      }),
    failed: (error) => {
      if (error instanceof DataPlaneError) {
        const { code, message, stage, hints, retryable } = error;
        return failure({ code, message, stage, hints }, retryable, outcomeOf(progress, error.outcome));
      }
      options.onUnexpectedError(error);
      const message = maskMessage(messageOf(error), secrets());
      return failure(
        { code: 'unexpected', message, stage: progress.stage, hints: ['This is a bug of haproxy-deployer: please report it with its log.'] },
        true,
        outcomeOf(progress),
      );
    },
    cancelled: () =>
      failure(
        { code: 'cancelled', message: `the deployment was cancelled before ${endpoint.url} had ended`, stage: progress.stage, hints: [] },
        false,
        outcomeOf(progress),
      ),
  };
}

/** What an attempt that ends now leaves, whatever its last error says of the request that failed. */
export function outcomeOf({ inDoubt, touched }: Progress, said?: FailureOutcome): FailureOutcome {
  if (said === 'reverted' && !touched) return said;
  return said === 'unknown' || inDoubt || touched ? 'unknown' : 'untouched';
}
