import type { operationRoutes } from '#contract/operations.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';

export const operationHandlers = ({ operations }: Pick<Platform, 'operations'>): Handlers<typeof operationRoutes> => ({
  stopOperation({ actor, params }) {
    operations.stop(actor, params.operationId);
    return { ok: true };
  },
});
