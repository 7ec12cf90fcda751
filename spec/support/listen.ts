import { once } from 'node:events';
import net from 'node:net';
import type { TLSSocket } from 'node:tls';

/** A server on a free port of loopback, which knows its connections. */
export interface Listening {
  readonly port: number;
  /** Connections accepted so far. */
  readonly accepted: () => number;
  /** Resolves when the first connection that is accepted has closed. */
  readonly firstClosed: Promise<void>;
  close(): Promise<void>;
}

/** Starts a server (`net`, `http`, `https`) on a free port of loopback. */
export async function listen(server: net.Server): Promise<Listening> {
  const sockets = new Set<net.Socket | TLSSocket>();
  let accepted = 0;
  let noteClosed: () => void = () => undefined;
  const firstClosed = new Promise<void>((resolve) => {
    noteClosed = resolve;
  });
  server.on('connection', (socket: net.Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', noteClosed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('expected a port');
  }
  return {
    port: address.port,
    accepted: () => accepted,
    firstClosed,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
