import { readdirSync, readFileSync } from 'node:fs';

/** The interfaces of events: what their `type` is goes without saying. */
const events = readdirSync('lib/events').flatMap((file) => [...readFileSync(`lib/events/${file}`, 'utf8').matchAll(/^export interface (\w+Event) /gm)].map(([, name]) => name));

/** The API reference, and with `--emit none` the check of the comments that it is made of. */
export default {
  name: 'haproxy-deployer',
  entryPoints: ['lib/index.ts'],
  tsconfig: 'tsconfig.docs.json',
  out: 'docs/api',
  readme: 'none',
  githubPages: false,
  disableSources: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  // `npm run typecheck` does.
  skipErrorChecking: true,
  treatWarningsAsErrors: true,
  validation: { notExported: true, invalidLink: true, invalidPath: true, rewrittenLink: true, notDocumented: true, unusedMergeModuleWith: true },
  requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'TypeAlias', 'Property', 'Method', 'Accessor'],
  intentionallyNotDocumented: [...events, 'ScheduledOnWire', 'ofType.E.__type', 'ofType.__type'].map((name) => `${name}.type`),
  // Named by what is exported, yet nothing that a host makes or reads: `StatusState` is opaque.
  intentionallyNotExported: ['Body', 'EndpointState', 'OpenChange', 'Renders', 'RunningDeployment', 'fileStores'],
};
