import type { ApiContext } from '../ApiContext.js';
import type { Route } from '../http/Route.js';
import { certificateRoutes } from './certificateRoutes.js';
import { infoRoutes } from './infoRoutes.js';
import { mapRoutes } from './mapRoutes.js';
import { rawRoutes } from './rawRoutes.js';
import { reloadRoutes } from './reloadRoutes.js';
import { runtimeRoutes } from './runtimeRoutes.js';
import { serverRoutes } from './serverRoutes.js';
import { statsRoutes } from './statsRoutes.js';
import { storageRoutes } from './storageRoutes.js';
import { transactionRoutes } from './transactionRoutes.js';

/** Everything below the base path. */
export function apiRoutes(context: ApiContext): readonly Route[] {
  return [infoRoutes, rawRoutes, reloadRoutes, transactionRoutes, storageRoutes, certificateRoutes, runtimeRoutes, statsRoutes, mapRoutes, serverRoutes]
    .flatMap((routesOf) => routesOf(context));
}
