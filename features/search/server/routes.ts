import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { searchRoutes } from '../contract/search.ts';
import { search } from './search.ts';

/** The handlers of all routes of this module. */
export const searchModule = (platform: Platform): Handlers<typeof searchRoutes> => ({
  search: ({ actor, body }) => search(platform, actor, body.query, body),
});
