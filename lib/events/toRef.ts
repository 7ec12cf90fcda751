import type { Endpoint, EndpointRef } from './types.js';

/** What output events show of an endpoint: its URL and its pod, never a credential. */
export function toRef({ url, podName, podNamespace }: Endpoint): EndpointRef {
  return { url, ...(podName === undefined ? {} : { podName }), ...(podNamespace === undefined ? {} : { podNamespace }) };
}
