import type { ApiContext } from '../ApiContext.js';
import { sandboxFaultsSchema } from '../faults/sandboxFaultsSchema.js';
import { ApiError } from '../http/ApiError.js';
import { parseJson } from '../http/parseJson.js';
import type { Route } from '../http/Route.js';
import { foreignCommit } from '../state/commitConfig.js';
import type { SandboxState } from '../Sandbox.js';

/**
 * How a sandbox is told over HTTP what to do, with the same users as the API:
 *
 * - `GET`, `PUT /sandbox/faults`: the faults still to come; a `SandboxFaults` object replaces them all.
 * - `GET /sandbox/state`: what is on disk, in memory and running.
 * - `POST /sandbox/restart`: the API is killed and started again.
 * - `POST /sandbox/foreign-commit`: somebody else pushes the text of the body, or the present one again.
 * - `PUT /sandbox/disk`: somebody edits the file.
 */
export function controlRoutes(context: ApiContext, state: () => SandboxState): readonly Route[] {
  const { faults, store, commits, restart } = context;
  return [
    { method: 'GET', path: '/sandbox/faults', handle: () => ({ status: 200, body: faults.get() }) },
    {
      method: 'PUT',
      path: '/sandbox/faults',
      consumes: ['application/json'],
      handle: ({ body }) => {
        const parsed = sandboxFaultsSchema.safeParse(parseJson(body));
        if (!parsed.success) throw new ApiError(400, parsed.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; '));
        faults.set(parsed.data);
        return { status: 200, body: faults.get() };
      },
    },
    { method: 'GET', path: '/sandbox/state', handle: () => ({ status: 200, body: state() }) },
    {
      method: 'POST',
      path: '/sandbox/restart',
      handle: () => {
        restart();
        return { status: 204 };
      },
    },
    {
      method: 'POST',
      path: '/sandbox/foreign-commit',
      consumes: ['text/plain'],
      handle: async ({ body }) => {
        await commits.run(() => foreignCommit(context, body.length === 0 ? undefined : body.toString('utf8')));
        return { status: 204 };
      },
    },
    {
      method: 'PUT',
      path: '/sandbox/disk',
      consumes: ['text/plain'],
      handle: async ({ body }) => {
        await commits.run(() => store.editDisk(body.toString('utf8')));
        return { status: 204 };
      },
    },
  ];
}
