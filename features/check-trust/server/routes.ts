import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { checkTrustRoutes } from '../contract.ts';
import { examineChecks, listExaminedScreens } from './examine-checks.ts';

export const checkTrustHandlers = (platform: Platform): Handlers<typeof checkTrustRoutes> => ({
  listCheckTrust: ({ actor, params }) => listExaminedScreens(platform, actor, params.id),
  examineChecks: ({ actor, params, body }) => examineChecks(platform, actor, params.id, body),
});
