import { createServer } from 'node:http';
import { createApiContext } from './createApiContext.js';
import { handleRequest } from './http/handleRequest.js';
import { RequestLog } from './http/RequestLog.js';
import { resolveSandboxOptions, type SandboxOptions } from './options.js';
import { apiRoutes } from './routes/apiRoutes.js';
import { controlRoutes } from './routes/controlRoutes.js';
import { readState } from './readState.js';
import type { Sandbox } from './Sandbox.js';
import { foreignCommit } from './state/commitConfig.js';

/** The API's own limit for headers, in bytes (facts 3). */
const maxHeaderSize = 1024 * 1024;

/**
 * Starts an embedded Data Plane API that keeps everything in memory, or runs a real HAProxy.
 *
 * Rejects with a `RangeError` or `TypeError` for an option that is out of range, and when the port
 * cannot be had or HAProxy does not start.
 *
 * @example An API that somebody else writes to as well
 * ```ts
 * import { startSandbox } from 'haproxy-deployer';
 *
 * const sandbox = await startSandbox({ users: [{ name: 'admin', password: 'example' }], initialConfig: 'global\n' });
 * sandbox.foreignCommit('global\n  maxconn 100\n');
 * console.log(sandbox.state.version, sandbox.state.runningText.includes('maxconn'), sandbox.state.diskText.includes('maxconn'));
 * // → 2 false true
 * await sandbox.close();
 * ```
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const resolved = resolveSandboxOptions(options);
  const { host, port, users, allowNonLoopback } = resolved;
  const context = await createApiContext(resolved);
  const log = new RequestLog();
  const closing = new AbortController();
  const parts = { context, users, allowNonLoopback, closing: closing.signal, routes: apiRoutes(context), controlRoutes: controlRoutes(context, () => readState(context)) };
  const server = createServer({ maxHeaderSize }, (request, response) => {
    log.follow(request, response);
    void handleRequest(parts, request, response);
  });
  const address = await new Promise<ReturnType<typeof server.address>>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server.address()));
  }).catch(async (error: unknown) => {
    await context.process.stop();
    throw error;
  });
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  if (address === null || typeof address === 'string') throw new TypeError('the sandbox listens on a port');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    get state() {
      return readState(context);
    },
    running: () => context.process.state(),
    haproxy: context.process,
    get requests() {
      return log.entries;
    },
    get faults() {
      return context.faults.get();
    },
    set faults(faults) {
      context.faults.set(faults);
    },
    foreignCommit: (text) => foreignCommit(context, text),
    editDisk: (text) => context.store.editDisk(text),
    writeFile: (path, content) => context.files.write({ storageName: '', path, content: '' }, Buffer.from(content, 'utf8').toString('latin1')),
    restart: context.restart,
    close: async () => {
      context.reloads.stop();
      closing.abort();
      server.close();
      server.closeAllConnections();
      await closed;
      await context.process.stop();
    },
  };
}
