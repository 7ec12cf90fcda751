import type { ApiContext } from '../ApiContext.js';
import { ApiError } from '../http/ApiError.js';
import { services, type Route } from '../http/Route.js';

/** `reloads` (facts 4). */
export function reloadRoutes({ reloads }: ApiContext): readonly Route[] {
  return [
    { method: 'GET', path: `${services}/reloads`, handle: async () => ({ status: 200, body: await reloads.list() }) },
    {
      method: 'GET',
      path: `${services}/reloads/{id}`,
      handle: async ({ params: { id = '' } }) => {
        const entry = await reloads.find(id);
        if (entry === undefined) throw new ApiError(404, `Reload with ID ${id} does not exist`);
        return { status: 200, body: entry };
      },
    },
  ];
}
