import process from 'node:process';

const sockets = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

/** Tells, once it is called, how many sockets more are open than when this was called; lets closing ones finish first. */
export function watchSockets(): () => Promise<number> {
  const before = sockets();
  return async () => {
    // A socket that was destroyed is gone some turns of the event loop later.
    for (let turn = 0; turn < 1_000 && sockets() > before; turn++) await new Promise((resolve) => setImmediate(resolve));
    return Math.max(0, sockets() - before);
  };
}
