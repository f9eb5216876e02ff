import type { userRoutes } from '#contract/users.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getUser, toCurrentUser } from './service.ts';

export function userHandlers(platform: Pick<Platform, 'db'>): Handlers<typeof userRoutes> {
  return {
    getUser: async ({ actor }) => toCurrentUser(await getUser(platform.db, actor.id)),
  };
}
