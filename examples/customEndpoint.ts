import { defer, from, of, throwError } from 'rxjs';
import { DataPlaneError, runPipeline } from '../lib/index.js';
import type { DataPlaneClient, InputEvent } from '../lib/index.js';

/** An endpoint without HTTP: it keeps the configuration in memory, and a reload is another worker. */
function createMemoryClient(url: string): DataPlaneClient {
  let stored = { text: '', version: 1 };
  let pid = 100;
  return {
    info: () => of({ major: 3, version: 'v3.2.0' }),
    version: () => defer(() => of(stored.version)),
    readRaw: () => defer(() => of(stored)),
    writeRaw: ({ text, version, reload }) =>
      defer(() => {
        if (version !== stored.version) return throwError(() => conflict(url));
        stored = { text, version: version + 1 };
        if (reload !== 'none') pid += 1;
        return of(stored);
      }),
    reload: () => of(undefined),
    reloads: () => of([]),
    worker: () => defer(() => of({ pid, uptimeSeconds: 0 })),
    servers: () => of([]),
    stats: () => of({ servers: [], frontends: [] }),
    deleteTransaction: () => of(undefined),
  };
}

/** A client errors with nothing but a `DataPlaneError`; its code tells what follows. */
function conflict(endpoint: string): DataPlaneError {
  const message = `writing to ${endpoint}: the version has moved on`;
  return new DataPlaneError(message, { code: 'conflict', endpoint, stage: 'apply', retryable: true, outcome: 'untouched' });
}

const events: readonly InputEvent[] = [
  { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: 'http://a.example:5555' }, { url: 'http://b.example:5555' }] },
  { type: 'TemplateRenderedEvent', haproxyConfig: 'global\n  maxconn 2000\n' },
  { type: 'ValidationCompletedEvent' },
];

// One client per endpoint: `connect` is called anew for each deployment.
const clients = new Map<string, DataPlaneClient>();
const connect = ({ url }: { readonly url: string }): DataPlaneClient => {
  const client = clients.get(url) ?? createMemoryClient(url);
  clients.set(url, client);
  return client;
};

await runPipeline(from(events), { connect }).forEach((event) => {
  if (event.type === 'InstanceDeployedEvent') console.log(`${event.endpoint.url}: ${event.strategy}, version ${event.version}`);
});
