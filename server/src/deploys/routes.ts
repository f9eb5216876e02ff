import type { deployRoutes } from '#contract/deploys.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { sendBundle } from './bundle.ts';
import { getDeploy, getLatestDeploy, listDeploys } from './service.ts';
import { startDeploy, stopDeploy } from './start-deploy.ts';

/** The routes that create and list deploys; those that open a build are in server/src/previews/. */
type MakingRoutes = Pick<
  typeof deployRoutes,
  'listDeploys' | 'startDeploy' | 'getLatestDeploy' | 'getDeploy' | 'stopDeploy' | 'getDeployBundle'
>;

export const deployHandlers = (platform: Platform): Handlers<MakingRoutes> => ({
  listDeploys: ({ actor, params }) => listDeploys(platform, actor, params.id),
  startDeploy: ({ actor, params, body }) => startDeploy(platform, actor, params.id, body.force),
  getLatestDeploy: ({ actor, params }) => getLatestDeploy(platform, actor, params.id),
  getDeploy: ({ actor, params, query }) => getDeploy(platform, actor, params, query.log_from),
  stopDeploy: ({ actor, params }) => stopDeploy(platform, actor, params.id, params.buildNumber),
  getDeployBundle: ({ params, reply }) => sendBundle(platform, params.token, reply),
});
