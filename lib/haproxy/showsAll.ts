import type { RuntimeAction } from './runtimeActions.js';
import type { RuntimeTargets } from './runtimeTargets.js';

/**
 * Whether a process shows all that some actions reach, so that its values tell whether they were done.
 *
 * @param targets What the process shows of the configuration that the actions lead to.
 */
export function showsAll(actions: readonly RuntimeAction[], { servers, maxconn }: RuntimeTargets): boolean {
  return actions.every(({ action, args: [proxy = '', name = ''] }) => {
    const server = servers.get(proxy)?.get(name);
    switch (action) {
      case 'SetFrontendMaxConn':
        return maxconn.has(proxy);
      case 'SetServerAddr':
        return server?.address !== undefined;
      case 'SetServerWeight':
        return server?.weight !== undefined;
      case 'SetServerState':
        return server?.state !== undefined;
      case 'SetServerCheckPort':
      case 'SetServerAgentAddr':
      case 'SetServerAgentSend':
        return false;
    }
  });
}
