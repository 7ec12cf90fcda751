import { from } from 'rxjs';
import { runPipeline, startSandbox } from '../lib/index.js';
import type { InputEvent } from '../lib/index.js';

const credentials = { username: 'admin', password: 'for this example only' };
const sandbox = await startSandbox({ users: [{ name: credentials.username, password: credentials.password }] });

const haproxyConfig = `global
  stats socket /var/run/haproxy.sock mode 600 level admin
defaults base
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend web from base
  bind 127.0.0.1:8080
`;

// Your controller's stream; an array stands for it here.
const events: readonly InputEvent[] = [
  { type: 'HAProxyPodsDiscoveredEvent', endpoints: [{ url: sandbox.url }] },
  { type: 'TemplateRenderedEvent', correlationId: 'rev-1', haproxyConfig },
  { type: 'ValidationCompletedEvent', correlationId: 'rev-1' },
];

await runPipeline(from(events), { credentials }).forEach((event) => {
  if (event.type === 'InstanceDeployedEvent') console.log(`deployed: ${event.strategy}, version ${event.version}`);
  if (event.type === 'InstanceDeploymentFailedEvent') console.log(`failed: ${event.error.message}`);
  if (event.type === 'SchedulingCompletedEvent') console.log(`${event.confirmed} of ${event.total} endpoints run it`);
});
await sandbox.close();
