import type { applicationRoutes } from '#contract/applications.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endApplicationSession, getApplicationSession, openProject } from './service.ts';

export const applicationHandlers = (platform: Platform): Handlers<typeof applicationRoutes> => ({
  getApplicationSession: ({ actor, params }) => getApplicationSession(platform, actor, params.id),
  endApplicationSession: async ({ actor, params }) => {
    await endApplicationSession(platform, actor, params.id);
    return null;
  },
  openProject: ({ actor, params }) => openProject(platform, actor, params.id),
});
