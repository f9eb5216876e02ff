import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { workRoutes } from '../contract.ts';
import { listWork } from './list-work.ts';

/** The route of My work. */
export const workHandlers = (platform: Platform): Handlers<typeof workRoutes> => ({
  listWork: ({ actor }) => listWork(platform, actor),
});
