/** Every word that opens a section in HAProxy up to 3.4. */
export const sectionKinds: ReadonlySet<string> = new Set([
  'global',
  'defaults',
  'frontend',
  'backend',
  'listen',
  'userlist',
  'peers',
  'mailers',
  'resolvers',
  'cache',
  'ring',
  'log-forward',
  'log-profile',
  'http-errors',
  'fcgi-app',
  'crt-store',
  'traces',
  'acme',
  'healthcheck',
  'program',
]);

/** Sections that inherit from a `defaults` section. */
export const proxyKinds: ReadonlySet<string> = new Set(['frontend', 'backend', 'listen']);

/** Version of a Data Plane API; `minor` is unknown for builds without a version (facts 1). */
export interface ApiVersion {
  /** 2 or 3. */
  readonly major: number;
  /** `undefined` counts as the newest of its major. */
  readonly minor?: number | undefined;
}

/** True when the API is known to be older than the given version; an unknown minor counts as the newest of its major. */
export function olderThan({ major, minor = Infinity }: ApiVersion, [thanMajor, thanMinor]: readonly [number, number]): boolean {
  return major < thanMajor || (major === thanMajor && minor < thanMinor);
}

const since: readonly (readonly [kind: string, version: readonly [number, number]])[] = [
  ['crt-store', [3, 0]],
  ['traces', [3, 1]],
  ['log-profile', [3, 1]],
  ['acme', [3, 2]],
  ['healthcheck', [3, 4]],
];

/** Whether an API of this version has a parser for the section; without one it glues the lines to the section before (facts 2.1). */
export function apiKnowsSection(kind: string, api: ApiVersion): boolean {
  if (kind === 'program') return olderThan(api, [3, 4]) || api.minor === undefined;
  return sectionKinds.has(kind) && !since.some(([name, version]) => name === kind && olderThan(api, version));
}
