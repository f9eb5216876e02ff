import type { packageRoutes } from '#contract/packages.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';

export const packageHandlers = (_platform: Platform): Handlers<typeof packageRoutes> => ({
  buildPackages: () => {
    throw unavailable('');
  },
  getBuild: () => {
    throw unavailable('');
  },
  stopBuild: () => {
    throw unavailable('');
  },
});
