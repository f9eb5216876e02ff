import type { tokenRoutes } from '#contract/tokens.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createToken, deleteToken, listTokens } from './service.ts';

export function tokenHandlers(platform: Pick<Platform, 'db' | 'live'>): Handlers<typeof tokenRoutes> {
  return {
    listTokens: ({ actor }) => listTokens(platform, actor),
    createToken: ({ actor, body, request }) => createToken(platform, actor, { ...body, address: request.ip }),
    deleteToken: async ({ actor, params, request }) => {
      await deleteToken(platform, actor, { id: params.id, address: request.ip });
      return { ok: true };
    },
  };
}
