import { checkContent } from './checkContent.js';
import { InputError } from './InputError.js';
import { normaliseUrl } from './normaliseUrl.js';
import type { Endpoint, HAProxyPodsDiscoveredEvent, InputEvent } from './types.js';

/** Checks what schemas do not see, and turns URLs of endpoints into identities, their base paths into `basePath`. */
export function finishEvent(event: InputEvent): InputEvent | InputError {
  switch (event.type) {
    case 'TemplateRenderedEvent':
      return checkContent(event);
    case 'HAProxyPodsDiscoveredEvent':
      return withIdentities(event);
    case 'DeploymentCancelRequestEvent':
    case 'ReconcileRequestedEvent':
      return withUrls(event);
    default:
      return event;
  }
}

function withIdentities(event: HAProxyPodsDiscoveredEvent): HAProxyPodsDiscoveredEvent | InputError {
  if (event.endpoints.length === 0) return event;
  const endpoints: Endpoint[] = [];
  const seen = new Map<string, number>();
  for (const [index, entry] of event.endpoints.entries()) {
    const field = `endpoints[${index}].url`;
    const identity = normaliseUrl(entry.url);
    if (identity instanceof InputError) return new InputError(identity.message, { field });
    const twin = seen.get(identity.url);
    if (twin !== undefined) return new InputError(`names the same endpoint as endpoints[${twin}].url, ${identity.url}; list each one once`, { field });
    seen.set(identity.url, index);
    endpoints.push({ ...entry, ...identity });
  }
  return { ...event, endpoints };
}

function withUrls<T extends { readonly endpoints?: readonly string[] }>(event: T): T | InputError {
  if (event.endpoints === undefined) return event;
  const endpoints: string[] = [];
  for (const [index, url] of event.endpoints.entries()) {
    const identity = normaliseUrl(url);
    if (identity instanceof InputError) return new InputError(identity.message, { field: `endpoints[${index}]` });
    endpoints.push(identity.url);
  }
  return { ...event, endpoints };
}
