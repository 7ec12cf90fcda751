import type { ApiContext } from '../ApiContext.js';
import type { Route } from '../http/Route.js';

/** What tells an API's version and health (facts 1). */
export function infoRoutes({ profile }: ApiContext): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/info',
      handle: () => ({ status: 200, body: { api: { build_date: '2026-08-14T08:42:35.000Z', version: profile.release }, system: {} } }),
    },
    { method: 'GET', path: '/health', handle: () => ({ status: 200, body: { haproxy: 'unknown' } }) },
    {
      method: 'GET',
      path: '/specification',
      handle: () => ({ status: 200, body: { swagger: '2.0', info: { title: 'HAProxy Data Plane API', version: profile.apiVersion }, basePath: profile.basePath, paths: {} } }),
    },
  ];
}
