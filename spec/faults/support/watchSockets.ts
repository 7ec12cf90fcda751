import process from 'node:process';

const sockets = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

/** How long closing sockets may take, in milliseconds: idle ones would stay for longer. */
const patienceMs = 2_000;

/** Tells, once it is called, how many sockets more stay open than when this was called. */
export function watchSockets(): () => Promise<number> {
  const before = sockets();
  return async () => {
    const until = performance.now() + patienceMs;
    while (sockets() > before && performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
    return Math.max(0, sockets() - before);
  };
}
