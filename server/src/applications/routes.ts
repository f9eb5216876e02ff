import type { applicationRoutes } from '#contract/applications.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';

export const applicationHandlers = (_platform: Platform): Handlers<typeof applicationRoutes> => ({
  getApplicationSession: () => {
    throw unavailable('');
  },
  endApplicationSession: () => {
    throw unavailable('');
  },
  openProject: () => {
    throw unavailable('');
  },
});
