import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as surface from '../lib/index.js';

/** By hand: whoever adds a name here adds it to the README, and keeps it working. */
const values = [
  'DataPlaneError',
  'Deployer',
  'DeploymentScheduler',
  'DriftPreventionMonitor',
  'InputError',
  'closeLoop',
  'collectSecrets',
  'connectDataPlane',
  'contentChecksum',
  'createBus',
  'createMetrics',
  'createPlanner',
  'defaults',
  'describeEvent',
  'describeStatus',
  'driftTriggers',
  'executeDeployments',
  'foldStatus',
  'formatEvent',
  'fromAbortable',
  'gradeStored',
  'initialStatus',
  'latestWins',
  'lintConfig',
  'maskText',
  'normaliseUrl',
  'ofType',
  'parseConfig',
  'parseEvent',
  'planDeployment',
  'readFingerprint',
  'runPipeline',
  'scheduleDeployments',
  'startFleet',
  'startSandbox',
  'takesAwayAccess',
  'toWire',
  'wireSchema',
];

const types = [
  'AccessOptions',
  'ApiInfo',
  'ApiVersion',
  'Bus',
  'CertificateTraits',
  'ClientNeeds',
  'CommandReply',
  'Comparison',
  'ConfigurationChecks',
  'ConnectDataPlaneOptions',
  'CredentialSource',
  'DataPlaneClient',
  'DataPlaneConnector',
  'DataPlaneErrorFields',
  'DeployerComponentOptions',
  'DeployerEvent',
  'DeployerOptions',
  'Description',
  'DriftOptions',
  'EndpointStatus',
  'FaultEffect',
  'FaultRule',
  'Fidelity',
  'FileStore',
  'Finding',
  'Fingerprint',
  'FleetOptions',
  'HaproxyOptions',
  'HaproxyProcess',
  'InputErrorFields',
  'LatestWinsOptions',
  'ListedFile',
  'LoggedRequest',
  'Loop',
  'LostAccess',
  'Metrics',
  'MetricsOptions',
  'NormalisedUrl',
  'Operation',
  'OwnedBus',
  'ParsedConfig',
  'PipelineBus',
  'PipelineOptions',
  'PipelineOutput',
  'PipelineStatus',
  'Plan',
  'PlanOptions',
  'Planner',
  'PlannerOptions',
  'RawConfiguration',
  'RawWrite',
  'RawWriteResult',
  'ReloadResult',
  'ReloadStatus',
  'RunningServer',
  'RunningState',
  'RunningStats',
  'RuntimeAction',
  'RuntimeStep',
  'Sandbox',
  'SandboxFaults',
  'SandboxOptions',
  'SandboxState',
  'ScheduledOnWire',
  'SchedulerOptions',
  'Section',
  'StatusCounts',
  'StatusState',
  'StorageClient',
  'StoredFile',
  'StoredText',
  'WireEvent',
  'WireSchema',
  'WorkerInfo',
];

const source = readFileSync(new URL('../lib/index.ts', import.meta.url), 'utf8');
const statements = source
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\/\/.*/g, '')
  .split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '');

describe('the public surface', () => {
  it('exports these values and no other', () => {
    expect(Object.keys(surface).toSorted()).toEqual(values);
  });

  it('exports these types by name, and those of the events', () => {
    const named = statements.flatMap((statement) => /^export type \{([^}]*)\}/s.exec(statement)?.[1]?.split(',') ?? []);
    const names = named.map((name) => name.trim()).filter((name) => name !== '');

    expect(names.toSorted()).toEqual(types);
    expect(statements).toContain("export type * from './events/types.js'");
  });

  it('is made of re-exports only', () => {
    expect(statements.filter((statement) => !/^export (?:type )?(?:\{[^}]*\}|\*) from '\.\/[\w/]+\.js'$/s.test(statement))).toEqual([]);
  });
});
