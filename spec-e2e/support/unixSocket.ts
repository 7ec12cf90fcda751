import { connect } from 'node:net';

/** Sends one line to a HAProxy socket and gives all that it answers until it closes. */
export function askSocket(path: string, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let answer = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${line} on ${path}`)));
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    // The master keeps the connection open until its client has said all.
    socket.end(`${line}\n`);
  });
}
