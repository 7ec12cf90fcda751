import { concatMap, map, of } from 'rxjs';
import type { Observable } from 'rxjs';
import type { RunHelpers, TestScheduler } from 'rxjs/testing';
import { executeDeployments } from '../../lib/deployer/executeDeployments.js';
import type { DeployerOptions } from '../../lib/deployer/options.js';
import type { Content, DeploymentScheduledEvent, PipelineEvent } from '../../lib/events/types.js';
import * as build from './events.js';
import { FakeApi } from './fakeApi.js';
import type { FakeApiOptions } from './fakeApi.js';
import { host } from './tell.js';

/**
 * A deployer with fake APIs, in virtual time: input by letters, output in words (`tellDeployment`).
 *
 * `S` schedules the content `new` for every API, `F` likewise with "compare everything", `X` cancels
 * the deployment that runs. More by `events`. Everything stops where the diagram ends; `|` completes
 * the source.
 */
export interface DeployerRun {
  readonly input: string;
  readonly apis: readonly FakeApi[];
  readonly events?: Readonly<Record<string, PipelineEvent>>;
  readonly options?: Partial<DeployerOptions>;
}

type Helpers = RunHelpers & { readonly scheduler: TestScheduler };

export const wanted = build.content('new\n');
export const older = build.content('old\n');

/** An endpoint's first look and reloading push take four requests of one millisecond, the proof a fifth. */
export function runDeployer(helpers: Helpers, run: DeployerRun): Observable<string> {
  return runDeployments(helpers, run).pipe(map(tellDeployment));
}

/** The same as events. */
export function runDeployments({ hot, scheduler }: Helpers, { input, apis, events = {}, options = {} }: DeployerRun): Observable<PipelineEvent> {
  const letters: Readonly<Record<string, PipelineEvent>> = {
    S: scheduledFor(apis),
    F: scheduledFor(apis, { force: true }),
    X: build.cancelRequested(),
    ...events,
  };
  return hot(input).pipe(
    concatMap((letter) => of(letters[letter] ?? unknownLetter(letter))),
    executeDeployments({ ...calm, connect: connectTo(apis), scheduler, ...options }),
  );
}

/** Limits that nothing meets by chance, and no chance at all. */
export const calm: Pick<DeployerOptions, 'compare' | 'instanceTimeoutMs' | 'reloadTimeoutMs' | 'pollMs' | 'random'> = {
  compare: (stored, other) => ({ same: stored.trim() === other.trim(), operations: { text_update: 1 } }),
  instanceTimeoutMs: 1_000,
  reloadTimeoutMs: 20,
  pollMs: 2,
  random: () => 0,
};

export const connectTo =
  (apis: readonly FakeApi[]): DeployerOptions['connect'] =>
  ({ url }) => {
    const api = apis.find((each) => each.url === url);
    if (!api) throw new Error(`no API at ${url}`);
    return api.client();
  };

export const scheduledFor = (apis: readonly FakeApi[], given: Partial<DeploymentScheduledEvent> = {}, content: Content = wanted): DeploymentScheduledEvent =>
  build.scheduled({
    targets: apis.map(({ url }) => ({ endpoint: { url }, contentChecksum: content.checksum })),
    contents: { [content.checksum]: content },
    contentChecksum: content.checksum,
    ...given,
  });

/** APIs of the hosts `h1`, `h2`, … */
export const fleet = (size: number, options: FakeApiOptions): FakeApi[] =>
  Array.from({ length: size }, (_, index) => new FakeApi({ host: `h${index + 1}`, ...options }));

/** An event of the deployer in a few words; the completion as succeeded, failed, cancelled, not attempted. */
export function tellDeployment(event: PipelineEvent): string {
  switch (event.type) {
    case 'DeploymentStartedEvent':
      return `start ${event.endpoints.map(({ url }) => host(url)).join(' ')}`.trim();
    case 'InstanceDeployedEvent':
      return `${host(event.endpoint.url)} ${event.strategy}${event.reloadId === undefined ? '' : ` ${event.reloadId}`}`;
    case 'InstanceDeploymentFailedEvent':
      return `${host(event.endpoint.url)} ${event.error.code} ${event.outcome}`;
    case 'DriftDetectedEvent':
      return `${host(event.endpoint.url)} drifted`;
    case 'DeploymentCompletedEvent':
      return `done ${event.succeeded}+${event.failed}+${event.cancelled}+${event.notAttempted}`;
    default:
      return event.type;
  }
}

const unknownLetter = (letter: string): never => {
  throw new Error(`${letter} has no meaning in this diagram`);
};
