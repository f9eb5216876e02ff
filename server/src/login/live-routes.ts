import type { liveRoutes } from '#contract/live.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isStillSignedIn } from './visitors.ts';

/** The live connection ends with the session or token that opened it. */
export function liveHandlers(platform: Pick<Platform, 'db' | 'live'>): Handlers<typeof liveRoutes> {
  return {
    live: ({ request }, socket) => {
      const { visitor } = request;
      if (visitor !== null) platform.live.connect(socket, visitor, () => isStillSignedIn(platform, visitor));
    },
  };
}
