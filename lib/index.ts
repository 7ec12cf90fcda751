/**
 * The public surface of haproxy-deployer: what is not exported here may change at any time.
 *
 * `runPipeline` is the whole; the operators are its parts, for hosts that wire them themselves.
 */

// The pipeline and its parts.
export { runPipeline } from './runPipeline.js';
export type { PipelineOptions, PipelineOutput } from './runPipeline.js';
export { scheduleDeployments } from './scheduler/scheduleDeployments.js';
export type { SchedulerOutput } from './scheduler/state.js';
export type { SchedulerOptions } from './scheduler/options.js';
export { executeDeployments } from './deployer/executeDeployments.js';
export type { DeployerEvent } from './deployer/executeDeployments.js';
export type { ClientNeeds, DeployerOptions } from './deployer/options.js';
export { driftTriggers } from './drift/driftTriggers.js';
export type { DriftOptions } from './drift/options.js';
export { defaults } from './defaults.js';

// Wiring, for any events.
export { closeLoop } from './bus/closeLoop.js';
export type { Loop } from './bus/closeLoop.js';
export { createBus } from './bus/createBus.js';
export type { Bus, OwnedBus } from './bus/createBus.js';
export { fromAbortable } from './operators/fromAbortable.js';
export { latestWins } from './operators/latestWins.js';
export type { LatestWinsOptions } from './operators/latestWins.js';

// Events.
export type * from './events/types.js';
export { formatEvent, toWire } from './events/formatEvent.js';
export { InputError } from './events/InputError.js';
export type { InputErrorFields } from './events/InputError.js';
export { normaliseUrl } from './events/normaliseUrl.js';
export type { NormalisedUrl } from './events/normaliseUrl.js';
export { ofType } from './events/ofType.js';
export type { ScheduledOnWire, WireEvent } from './events/outputSchemas.js';
export { parseEvent } from './events/parseEvent.js';
export { wireSchema } from './events/wireSchema.js';
export type { WireSchema } from './events/wireSchema.js';
export { describeEvent } from './logging/describeEvent.js';
export type { Description } from './logging/description.js';

// What the events tell of a pipeline.
export { createMetrics } from './metrics/createMetrics.js';
export type { Metrics, MetricsOptions } from './metrics/createMetrics.js';
export { describeStatus } from './metrics/describeStatus.js';
export type { EndpointStatus, PipelineStatus } from './metrics/describeStatus.js';
export { foldStatus } from './metrics/foldStatus.js';
export { initialStatus } from './metrics/StatusState.js';
export type { StatusCounts, StatusState, Tally } from './metrics/StatusState.js';

// Data Plane APIs.
export { connectDataPlane } from './dataplane/connectDataPlane.js';
export type { ConnectDataPlaneOptions, DataPlaneConnector } from './dataplane/connectDataPlane.js';
export type {
  ApiInfo,
  DataPlaneClient,
  RawConfiguration,
  RawWrite,
  RawWriteResult,
  ReloadStatus,
  RunningServer,
  RunningStats,
  WorkerInfo,
} from './dataplane/DataPlaneClient.js';
export type { MapClient } from './dataplane/MapClient.js';
export type { ListedFile, StorageClient, StoredFile } from './dataplane/StorageClient.js';
export { DataPlaneError } from './dataplane/errors.js';
export type { DataPlaneErrorFields } from './dataplane/errors.js';
export type { Comparison, RuntimeStep } from './dataplane/attempt.js';
export type { CredentialSource } from './dataplane/resolveCredentials.js';

// HAProxy configurations: text in, data out.
export type { FileStore } from './haproxy/fileNames.js';
export type { CertificateTraits } from './haproxy/manifest.js';
export { contentChecksum } from './haproxy/contentChecksum.js';
export { createPlanner } from './haproxy/createPlanner.js';
export type { Planner, PlannerOptions } from './haproxy/createPlanner.js';
export type { RunningMapEntry } from './haproxy/diffMapEntries.js';
export { describePlan } from './haproxy/describePlan.js';
export type { PlanDescription, SectionPlan } from './haproxy/describePlan.js';
export { readFingerprint } from './haproxy/fingerprint.js';
export type { Fingerprint } from './haproxy/fingerprint.js';
export { gradeStored } from './haproxy/gradeStored.js';
export type { Fidelity } from './haproxy/gradeStored.js';
export { lintConfig } from './haproxy/lintConfig.js';
export type { Finding } from './haproxy/lintFinding.js';
export { collectSecrets, maskText } from './haproxy/mask.js';
export { parseConfig } from './haproxy/parseConfig.js';
export type { ParsedConfig, Section } from './haproxy/parseConfig.js';
export { planDeployment } from './haproxy/planDeployment.js';
export type { Operation, Plan, PlanOptions } from './haproxy/planDeployment.js';
export type { RunningMap } from './haproxy/runningMaps.js';
export type { RuntimeAction } from './haproxy/runtimeActions.js';
export type { ApiVersion } from './haproxy/sectionKinds.js';
export { takesAwayAccess } from './haproxy/takesAwayAccess.js';
export type { AccessOptions, LostAccess } from './haproxy/takesAwayAccess.js';

// An embedded Data Plane API, for trying and testing.
export { startFleet } from './sandbox/startFleet.js';
export type { FleetOptions } from './sandbox/startFleet.js';
export type { LoggedRequest, Sandbox, SandboxState } from './sandbox/Sandbox.js';
export { startSandbox } from './sandbox/startSandbox.js';
export type { SandboxOptions } from './sandbox/options.js';
export type { Alert, Validator } from './sandbox/check/Validator.js';
export type { Clock as SandboxClock } from './sandbox/Clock.js';
export type { SandboxUser } from './sandbox/http/guard.js';
export type { FaultEffect, FaultRule, SandboxFaults } from './sandbox/faults/SandboxFaults.js';

export { Deployer, DeploymentScheduler, DriftPreventionMonitor } from './components.js';
export type { DeployerComponentOptions, PipelineBus } from './components.js';
export type { ConfigurationChecks } from './haproxy/createChecks.js';
export type { RuntimeTargets, ServerTarget } from './haproxy/runtimeTargets.js';
export type { StoredText } from './dataplane/textPool.js';
export type { HaproxyOptions } from './sandbox/process/realProcess.js';
export type {
  CommandReply,
  HaproxyProcess,
  MapEntry,
  ReloadResult,
  RunningBackend,
  RunningFrontend,
  RunningServer as SandboxServer,
  RunningState,
} from './sandbox/process/HaproxyProcess.js';
export type { RefuseReload } from './sandbox/process/inMemoryProcess.js';
export type { FileSet } from './sandbox/state/FileStore.js';
export type { Transaction as SandboxTransaction } from './sandbox/state/Transactions.js';
