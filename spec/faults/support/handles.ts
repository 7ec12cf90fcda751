import process from 'node:process';

/** Open sockets and timers of this process. */
function open(): { readonly sockets: number; readonly timers: number } {
  const resources = process.getActiveResourcesInfo();
  return {
    sockets: resources.filter((resource) => resource === 'TCPSocketWrap').length,
    timers: resources.filter((resource) => resource === 'Timeout').length,
  };
}

/** Tells, once it is called, whether more is open than when this was called; lets closing sockets finish first. */
export function watchHandles(): () => Promise<{ readonly sockets: number; readonly timers: number }> {
  const before = open();
  const more = (): { readonly sockets: number; readonly timers: number } => {
    const now = open();
    return { sockets: Math.max(0, now.sockets - before.sockets), timers: Math.max(0, now.timers - before.timers) };
  };
  return async () => {
    // A socket that was destroyed is gone some turns of the event loop later.
    for (let turn = 0; turn < 1_000 && more().sockets + more().timers > 0; turn++) await new Promise((resolve) => setImmediate(resolve));
    return more();
  };
}
