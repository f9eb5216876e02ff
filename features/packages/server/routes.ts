import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { packageRoutes } from '../contract.ts';
import { buildPackages, getBuild, stopBuild } from './build-lesson.ts';

export const packageHandlers = (platform: Platform): Handlers<typeof packageRoutes> => ({
  buildPackages: ({ actor, params, body }) => buildPackages(platform, actor, params.id, body),
  getBuild: ({ actor, params, query }) => getBuild(platform, actor, params.id, query.log_from),
  stopBuild: ({ actor, params }) => stopBuild(platform, actor, params.id),
});
