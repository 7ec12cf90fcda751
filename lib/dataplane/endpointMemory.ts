import { createHash } from 'node:crypto';
import type { OperationCounts } from '../events/types.js';
import { recent } from '../haproxy/recent.js';
import { bodyOf } from './bodyOf.js';
import type { StoredText } from './textPool.js';
import type { Fingerprint } from '../haproxy/fingerprint.js';
import type { WorkerInfo } from './DataPlaneClient.js';

/** What the last proved attempt on an endpoint left there. */
export interface Proved {
  /** Of the content that it runs. */
  readonly checksum: string;
  /** Configuration version at which it does. */
  readonly version: number;
  /** Of the worker that runs it, where `runtime/info` told. */
  readonly pid: number | undefined;
}

/** A reloading write that nobody has proved yet. */
export interface Unsettled {
  readonly written: Fingerprint;
  /** From before the write: where the text is still ours, that another worker runs is the proof (design 11). */
  readonly before: WorkerInfo;
}

/**
 * What is remembered between deployments: a cache, to be dropped at any time (design D3).
 *
 * Holds one small entry per endpoint and, per content, the hashes of the forms in which APIs have
 * stored it (design D5b). Both are bounded; the oldest entries go first.
 */
export interface EndpointMemory {
  proved(url: string): Proved | undefined;
  /** Settles the endpoint. */
  remember(url: string, proved: Proved): void;
  /** What runs is not known any more; a write that is not settled stays noted. */
  forget(url: string): void;
  unsettled(url: string): Unsettled | undefined;
  noteWrite(url: string, write: Unsettled): void;
  /** Whether an API has stored the content with this checksum as just this text, head lines aside. */
  isStoredForm(checksum: string, stored: StoredText): boolean;
  rememberStoredForm(checksum: string, stored: StoredText): void;
  /** Running number of forced looks at an endpoint's files or running values, from 0 (design R4). */
  nextPass(url: string, at: 'files' | 'running'): number;
  /** Counts corrections of one drift in a row, of the content with this checksum; another drift or content starts anew (design R7). */
  noteDrift(url: string, checksum: string, operations: OperationCounts): number;
  /** A forced look found no drift. */
  endDrift(url: string): void;
}

const maxEndpoints = 10_000;
const maxContents = 8;
/** Forms of one content: one per version of the API in the fleet, and some to spare. */
const maxForms = 16;

export function createEndpointMemory(): EndpointMemory {
  const endpoints = new Map<string, Proved>();
  const writes = new Map<string, Unsettled>();
  const forms = new Map<string, Set<string>>();
  const passes = new Map<string, { readonly files: number; readonly running: number }>();
  const drifts = new Map<string, { readonly key: string; readonly times: number }>();
  const hashOf = createHashOf();
  return {
    proved: (url) => endpoints.get(url),
    remember: (url, proved) => {
      writes.delete(url);
      setNewest(endpoints, url, proved, maxEndpoints);
    },
    forget: (url) => void endpoints.delete(url),
    unsettled: (url) => writes.get(url),
    noteWrite: (url, write) => setNewest(writes, url, write, maxEndpoints),
    isStoredForm: (checksum, stored) => forms.get(checksum)?.has(hashOf(bodyOf(stored))) ?? false,
    rememberStoredForm: (checksum, stored) => {
      const known = forms.get(checksum) ?? new Set();
      if (known.size < maxForms) known.add(hashOf(bodyOf(stored)));
      setNewest(forms, checksum, known, maxContents);
    },
    nextPass: (url, at) => {
      const known = passes.get(url) ?? { files: 0, running: 0 };
      setNewest(passes, url, { ...known, [at]: known[at] + 1 }, maxEndpoints);
      return known[at];
    },
    noteDrift: (url, checksum, operations) => {
      const key = `${checksum} ${JSON.stringify(operations)}`;
      const known = drifts.get(url);
      const times = known?.key === key ? known.times + 1 : 1;
      setNewest(drifts, url, { key, times }, maxEndpoints);
      return times;
    },
    endDrift: (url) => void drifts.delete(url),
  };
}

function setNewest<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}

/** Hashes a body; the last one is remembered, for a fleet stores one text many times. */
function createHashOf(): (body: string) => string {
  const hashes = recent<string>(maxForms);
  return (body) => hashes(body, () => createHash('sha256').update(body).digest('base64'));
}
