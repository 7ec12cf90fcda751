import type { CredentialSource } from '../lib/dataplane/resolveCredentials.js';
import type { Endpoint } from '../lib/events/types.js';

/** URLs that are named one by one. */
const shown = 3;

/**
 * A warning of endpoints for which nobody gave credentials, neither their entry nor a default; a
 * Data Plane API that takes requests without any is rare.
 *
 * @returns `undefined` where each has some.
 */
export function credentialsWarning(endpoints: readonly Endpoint[], defaults: CredentialSource): string | undefined {
  if (hasCredentials(defaults)) return undefined;
  const without = endpoints.filter((endpoint) => !hasCredentials(endpoint)).map(({ url }) => url);
  if (without.length === 0) return undefined;
  const others = without.length - shown;
  const named = `${without.slice(0, shown).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return `No credentials were given for ${named}: give --username and --password-file or --password-env, or name them in the entry of --endpoints.`;
}

/** Warns of the first list in which some endpoint has no credentials: a controller says the same of it again and again. */
export function warnOnce(defaults: CredentialSource, warn: (warning: string) => void): (endpoints: readonly Endpoint[]) => void {
  let warned = false;
  return (endpoints) => {
    const warning = warned ? undefined : credentialsWarning(endpoints, defaults);
    if (warning === undefined) return;
    warned = true;
    warn(warning);
  };
}

function hasCredentials({ username, password, passwordFile, passwordEnv }: CredentialSource): boolean {
  return [username, password, passwordFile, passwordEnv].some((given) => given !== undefined);
}
