import { Agent, request } from 'node:http';
import process from 'node:process';

/** The floor of a reaction: reads lines, and sends one request for each event that validates a configuration. */
const agent = new Agent({ keepAlive: true });
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { type }: { type: string } = JSON.parse(line);
    if (type === 'ValidationCompletedEvent') send();
  }
});
process.stdin.on('end', () => agent.destroy());

function send(): void {
  request(`${process.argv[2] ?? ''}/v3/services/haproxy/configuration/version`, { agent }, (response) => {
    response.resume();
    response.on('end', () => process.stdout.write('{"type":"DeploymentCompletedEvent"}\n'));
  }).end();
}
