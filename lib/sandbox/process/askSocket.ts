import { connect } from 'node:net';

/** How long a socket may be silent, in milliseconds. */
const silenceMs = 10_000;

/**
 * Sends one line to a socket of HAProxy, a worker's or the master's, and gives all that it answers.
 *
 * Rejects when nobody listens there, or nothing is said for 10 seconds.
 */
export function askSocket(path: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const answer: Buffer[] = [];
    socket.setTimeout(silenceMs, () => socket.destroy(new Error(`no answer to ${line.slice(0, 100)} on ${path}`)));
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => answer.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(answer).toString('utf8')));
    // The master keeps the connection open until its client has said all.
    socket.end(`${line}\n`);
  });
}
