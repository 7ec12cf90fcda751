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
  'describePlan',
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
  'Alert',
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
  'FileSet',
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
  'MapClient',
  'MapEntry',
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
  'PlanDescription',
  'PlanOptions',
  'Planner',
  'PlannerOptions',
  'RawConfiguration',
  'RawWrite',
  'RawWriteResult',
  'RefuseReload',
  'ReloadResult',
  'ReloadStatus',
  'RunningBackend',
  'RunningFrontend',
  'RunningMap',
  'RunningMapEntry',
  'RunningServer',
  'RunningState',
  'RunningStats',
  'RuntimeAction',
  'RuntimeStep',
  'RuntimeTargets',
  'Sandbox',
  'SandboxClock',
  'SandboxFaults',
  'SandboxOptions',
  'SandboxServer',
  'SandboxState',
  'SandboxTransaction',
  'SandboxUser',
  'ScheduledOnWire',
  'SchedulerOptions',
  'SchedulerOutput',
  'Section',
  'SectionPlan',
  'ServerTarget',
  'StatusCounts',
  'StatusState',
  'StorageClient',
  'StoredFile',
  'StoredText',
  'Tally',
  'Validator',
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
    const names = named.map((name) => name.trim().replace(/^\w+ as /, '')).filter((name) => name !== '');

    expect(names.toSorted()).toEqual(types);
    expect(statements).toContain("export type * from './events/types.js'");
  });

  it('is made of re-exports only', () => {
    expect(statements.filter((statement) => !/^export (?:type )?(?:\{[^}]*\}|\*) from '\.\/[\w/]+\.js'$/s.test(statement))).toEqual([]);
  });
});
