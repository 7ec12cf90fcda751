import { catchError, concatMap, map, of, retry, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { noProgress } from '../../lib/dataplane/attempt.js';
import type { Attempt, AttemptSettings, Comparison } from '../../lib/dataplane/attempt.js';
import { bodyOf } from '../../lib/dataplane/bodyOf.js';
import type { ApiInfo, DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';
import { DataPlaneError } from '../../lib/dataplane/errors.js';
import { lookAt } from '../../lib/dataplane/lookAt.js';
import { prepareRuntime } from '../../lib/dataplane/prepareRuntime.js';
import type { Content, Endpoint } from '../../lib/events/types.js';
import { describePlan } from '../../lib/haproxy/describePlan.js';
import type { PlanDescription } from '../../lib/haproxy/describePlan.js';
import type { Finding } from '../../lib/haproxy/lintFinding.js';
import { lintConfig } from '../../lib/haproxy/lintConfig.js';
import { recent } from '../../lib/haproxy/recent.js';
import type { EndpointPlan, Refusal } from './EndpointPlan.js';
import { makePlan } from './makePlan.js';
import type { PlanInput } from './makePlan.js';
import { fileRefusals, fleetRefusal, lockoutRefusals, lossRefusals } from './refusalsOf.js';

/** What was seen of an endpoint. */
export interface Planned {
  /** As the API tells it, e.g. `v3.2.15`. */
  readonly apiVersion: string;
  readonly plan: EndpointPlan;
}

/** What the plans of a fleet keep to. */
export interface PlanSettings {
  readonly content: Content;
  readonly instanceTimeoutMs: number;
  /** As a deployer has them, without memory of earlier deployments; what it compares with is put in here. */
  readonly attempt: AttemptSettings;
}

/** Texts that are remembered: twice as many as are looked at side by side by default, should each endpoint have another one. */
const maxTexts = 32;

type Look = (client: DataPlaneClient, endpoint: Endpoint) => Observable<Planned>;

/**
 * Looks at endpoints as the deployer does before it writes, and tells what it would do: nothing but
 * `GET`s are sent. What would be refused is told along with the differences, all of it.
 *
 * Each distinct text is compared once, however many endpoints have it. A connection that is lost on
 * the way, perhaps for being idle while large texts were compared, is made anew once.
 */
export function lookForPlan({ attempt: settings, content, instanceTimeoutMs }: PlanSettings): Look {
  const wanted = content.haproxyConfig;
  const plans = recent<PlanDescription>(maxTexts);
  const lints = recent<readonly Finding[]>(maxTexts);
  const describe = (stored: string): PlanDescription => plans(stored, () => describePlan(stored, wanted, { rawPushThreshold: settings.rawPushThreshold }));
  const lint = ({ major, minor }: ApiInfo): readonly Finding[] => lints(`${major}.${minor ?? ''}`, () => lintConfig(wanted, { major, minor }));
  return (client, { url }) => {
    // Another fleet's endpoint is looked at all the same; that push would not write to it is told beside.
    const attempt: Attempt = {
      settings: { ...settings, takeOver: true, compare: (stored) => toComparison(describe(stored)) },
      client,
      url,
      content,
      force: false,
      deadline: settings.scheduler.now() + instanceTimeoutMs,
      progress: noProgress(),
    };
    return client.info().pipe(
      concatMap((api) =>
        look(attempt).pipe(
          map(({ stored, body, refusals, ...seen }): Planned => {
            const findings = lint(api);
            const described = describe(body);
            const isWritten = !seen.proved;
            const all: readonly Refusal[] = [
              ...(settings.takeOver ? [] : fleetRefusal(stored, settings.name)),
              ...refusals,
              ...(settings.allowLockout || !isWritten ? [] : lockoutRefusals(settings.checks.lostAccess(body, wanted))),
              ...(settings.allowLossy || !isWritten ? [] : lossRefusals(findings, api.version)),
            ];
            return { apiVersion: api.version, plan: makePlan({ ...seen, described, findings, refusals: all }) };
          }),
        ),
      ),
      retry({ count: 1, delay: (error: unknown) => (isLost(error) ? of(undefined) : throwError(() => error)) }),
    );
  };
}

function toComparison({ actions, counts, runtimeActions, strategy }: PlanDescription): Comparison {
  const runtime = strategy === 'runtime' && runtimeActions !== undefined ? { runtime: { header: runtimeActions, actions } } : {};
  return { same: strategy === 'noop', operations: counts, ...runtime };
}

/** Whether the endpoint had answered before: one that is not there at all is not asked again. */
function isLost(error: unknown): boolean {
  return error instanceof DataPlaneError && error.code === 'unreachable' && error.stage !== 'connect';
}

interface EndpointLook extends Pick<PlanInput, 'proved' | 'mapsOnly' | 'prepared' | 'files' | 'refusals'> {
  readonly stored: string;
  /** The same without its head. */
  readonly body: string;
}

function look(attempt: Attempt): Observable<EndpointLook> {
  const { client, content } = attempt;
  return lookAt(attempt).pipe(
    concatMap((seen): Observable<EndpointLook> => {
      const files = seen.files?.plan;
      if (seen.kind === 'proved') return of({ ...textOf({ text: seen.text ?? '' }), proved: true, mapsOnly: false, prepared: undefined, files, refusals: [] });
      const { found, runtime } = seen;
      const prepared$ = runtime === undefined ? of(undefined) : prepareRuntime(attempt, found, runtime);
      return prepared$.pipe(map((step) => ({ ...textOf(found), proved: false, mapsOnly: runtime?.maps !== undefined, prepared: step, files, refusals: [] })));
    }),
    catchError((error: unknown) => {
      if (!(error instanceof DataPlaneError && error.code === 'rejected')) return throwError(() => error);
      const refusals = fileRefusals(content.auxiliaryFiles, error);
      return client.readRaw().pipe(map((found): EndpointLook => ({ ...textOf(found), proved: false, mapsOnly: false, prepared: undefined, files: undefined, refusals })));
    }),
  );
}

function textOf(stored: Parameters<typeof bodyOf>[0]): Pick<EndpointLook, 'stored' | 'body'> {
  return { stored: stored.text, body: bodyOf(stored) };
}
