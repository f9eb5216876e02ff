import type { checkerRoutes } from '#contract/checkers.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';

export const checkerHandlers = (_platform: Platform): Handlers<typeof checkerRoutes> => ({
  listCheckers: () => {
    throw unavailable('');
  },
});
