import type { checkerRoutes } from '#contract/checkers.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listCheckers, pycheckVersion } from './service.ts';

export const checkerHandlers = (_platform: Platform): Handlers<typeof checkerRoutes> => ({
  listCheckers: ({ reply }) => {
    reply.header('pycheck-version', pycheckVersion());
    return [...listCheckers()];
  },
});
