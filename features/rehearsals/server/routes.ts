import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { rehearsalRoutes } from '../contract.ts';
import { continueRehearsal, getRehearsedScreen, getReleaseRehearsal, startRehearsal, stopRehearsal } from './rehearsals.ts';
import { releaseUpgrade } from './release-upgrade.ts';

const OK = { ok: true } as const;

/** The handlers of all routes of this module. */
export const rehearsalsModule = (platform: Platform): Handlers<typeof rehearsalRoutes> => ({
  getRehearsal: ({ params }) => getReleaseRehearsal(platform, params.id),
  startRehearsal: ({ actor, params, body }) => startRehearsal(platform, actor, params.id, body),
  stopRehearsal: async ({ actor, params }) => {
    await stopRehearsal(platform, actor, params.id);
    return OK;
  },
  continueRehearsal: async ({ actor, params }) => {
    await continueRehearsal(platform, actor, params.id);
    return OK;
  },
  getRehearsedScreen: ({ params }) => getRehearsedScreen(platform, params),
  releaseRehearsal: ({ actor, params, body }) => releaseUpgrade(platform, actor, params.id, body),
});
