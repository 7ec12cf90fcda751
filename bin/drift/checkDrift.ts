import { concatMap, map, of } from 'rxjs';
import type { Observable } from 'rxjs';
import { bodyOf } from '../../lib/dataplane/bodyOf.js';
import type { DataPlaneClient } from '../../lib/dataplane/DataPlaneClient.js';
import type { Content } from '../../lib/events/types.js';
import { describePlan } from '../../lib/haproxy/describePlan.js';
import type { PlanDescription } from '../../lib/haproxy/describePlan.js';
import { namesFile } from '../../lib/haproxy/namesFile.js';
import { parseConfig } from '../../lib/haproxy/parseConfig.js';
import { recent } from '../../lib/haproxy/recent.js';
import { runningDrift } from '../../lib/haproxy/runningDrift.js';
import { runningMaps } from '../../lib/haproxy/runningMaps.js';
import { runningTargets } from '../../lib/haproxy/runningTargets.js';
import type { RuntimeTargets } from '../../lib/haproxy/runtimeTargets.js';
import { wantedFiles } from '../../lib/haproxy/wantedFiles.js';
import { ifTold } from '../looking/ifTold.js';
import { judgeRunning } from '../status/judgeRunning.js';
import { readStatus } from '../status/readStatus.js';
import { describeValues } from './describeValues.js';
import type { Drift } from './Drift.js';
import { noFiles, readAllFiles } from './readAllFiles.js';
import { readAllMaps } from './readAllMaps.js';

/** Texts that are remembered: what a fleet has, in the forms of a few versions of the API. */
const maxTexts = 16;

/**
 * Looks for drift as the deployer does, and at everything at once: the text, each file, the running
 * values and maps (design R4). Nothing but `GET`s are sent.
 *
 * Each distinct text is compared once, however many endpoints have it.
 */
export function checkDrift(content: Content, fleet: string): (client: DataPlaneClient) => Observable<Drift> {
  const plans = recent<PlanDescription>(maxTexts);
  const targets = recent<RuntimeTargets>(maxTexts);
  const wanted = wantedFiles(content.auxiliaryFiles);
  const wantedMaps = runningMaps(content);
  return (client) =>
    readStatus(client, fleet).pipe(
      concatMap((seen) => (client.storage ? readAllFiles(client.storage, wanted, fleet, (file) => namesFile(content, file)) : noFiles).pipe(map((files) => ({ ...seen, files })))),
      concatMap((seen) => (seen.stats ? of(seen.stats) : ifTold(client.stats())).pipe(map((stats) => ({ ...seen, stats })))),
      concatMap((seen) => {
        // A changed file is told as such.
        const unchanged = wantedMaps.filter(({ name }) => !seen.files.some((file) => file.store === 'maps' && file.name === name));
        return readAllMaps(client, unchanged).pipe(map((maps) => ({ ...seen, maps })));
      }),
      map(({ files, maps: read, ...seen }): Drift => {
        const { fingerprint, found, stats } = seen;
        const body = bodyOf(found);
        const { sections } = plans(body, () => describePlan(content.haproxyConfig, body));
        const running = judgeRunning(seen);
        // Of a process that is not known to have loaded the text every value may differ.
        const isEdited = running === 'edited' && fingerprint?.checksum !== content.checksum;
        const isLoaded = running !== 'reload_pending' && !isEdited && !(running === 'unproved' && fingerprint?.by === 'reload');
        const { states, values } = stats && isLoaded ? runningDrift(targets(body, () => runningTargets(parseConfig(body))), stats) : noRunningDrift;
        const maps = isLoaded ? read : [];
        const isOther = fingerprint !== undefined && fingerprint.name !== fleet;
        const isClean = sections.length + files.length + values.length + maps.length === 0 && isLoaded && !isOther;
        return {
          verdict: isClean ? 'clean' : fingerprint?.checksum === content.checksum && !isOther && isLoaded ? 'drifted' : 'differs',
          ...(isOther ? { otherFleet: fingerprint.name } : {}),
          running,
          sections,
          files,
          values: stats ? describeValues(values, stats) : [],
          maps,
          states: stats ? describeValues(states, stats) : [],
        };
      }),
    );
}

const noRunningDrift = { values: [], states: [] };
