import { createServer } from 'node:http';
import type { Cleanup } from './cleanup.js';

/** An HTTP server on loopback that answers every request with `words`; gives its port. */
export function startOrigin(words: string, cleanup: Cleanup): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer((_request, response) => response.end(words));
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      cleanup.defer(() => {
        server.close();
        server.closeAllConnections();
      });
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('not listening on a TCP port'));
      else resolve(address.port);
    });
  });
}

/** What a client of HAProxy gets on a port; on a connection of its own, so that no old worker answers. */
export async function ask(port: number): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
}
