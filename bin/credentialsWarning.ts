import type { CredentialSource } from '../lib/dataplane/resolveCredentials.js';
import type { Endpoint } from '../lib/events/types.js';

/** URLs that are named one by one. */
const shown = 3;

/**
 * A warning of endpoints for which nobody gave credentials, or half of them, neither their entry nor a
 * default; a Data Plane API that takes requests without any is rare.
 *
 * @returns `undefined` where each has a user and a password.
 */
export function credentialsWarning(endpoints: readonly Endpoint[], defaults: CredentialSource): string | undefined {
  const given = endpoints.map((endpoint) => ({ url: endpoint.url, user: namesUser(endpoint) || namesUser(defaults), password: namesPassword(endpoint) || namesPassword(defaults) }));
  const warnings = [
    about('No credentials were given for', given.filter(({ user, password }) => !user && !password), 'give --username and --password-file or --password-env, or name them in the entry of --endpoints'),
    about('No password was given for the user of', given.filter(({ user, password }) => user && !password), 'give --password-file or --password-env, or name one in the entry of --endpoints'),
    about('No user was given for the password of', given.filter(({ user, password }) => !user && password), 'give --username, or name one in the entry of --endpoints'),
  ].filter((warning) => warning !== '');
  return warnings.length === 0 ? undefined : warnings.join(' ');
}

function about(what: string, endpoints: readonly { readonly url: string }[], mend: string): string {
  if (endpoints.length === 0) return '';
  const others = endpoints.length - shown;
  return `${what} ${endpoints.slice(0, shown).map(({ url }) => url).join(', ')}${others > 0 ? ` and ${others} more` : ''}: ${mend}.`;
}

/** Warns of the first list in which some endpoint has no credentials: a controller says the same of it again and again. */
export function warnOnce(defaults: CredentialSource, warn: (warning: string) => void): (endpoints: readonly Endpoint[]) => void {
  let warned = false;
  return (endpoints) => {
    if (warned || endpoints.length === 0) return;
    const warning = credentialsWarning(endpoints, defaults);
    if (warning === undefined) return;
    warned = true;
    warn(warning);
  };
}

function namesUser({ username }: CredentialSource): boolean {
  return username !== undefined;
}

function namesPassword({ password, passwordFile, passwordEnv }: CredentialSource): boolean {
  return [password, passwordFile, passwordEnv].some((given) => given !== undefined);
}
