import { createServer, type Server } from 'node:net';
import type { Cleanup } from './cleanup.js';

function listen(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port');
  return address.port;
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = await listen();
  const port = portOf(server);
  await close(server);
  return port;
}

/** Takes a loopback port: a configuration that binds it passes `haproxy -c`, and its reload fails. */
export async function occupiedPort(cleanup: Cleanup): Promise<{ readonly port: number; release(): Promise<void> }> {
  const server = await listen();
  const release = (): Promise<void> => close(server);
  cleanup.defer(release);
  return { port: portOf(server), release };
}
