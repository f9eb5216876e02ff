import { getInstallationRules } from '#features/accounts/server/index.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type assistantRoutes, MCP_PATH } from '../contract.ts';

/** The handlers of all routes of this feature. `/mcp` itself is no JSON route (mcp.ts). */
export const assistantHandlers = (platform: Platform): Handlers<typeof assistantRoutes> => ({
  getAssistants: async () => ({
    are_allowed: (await getInstallationRules(platform.db)).assistants_allowed,
    address: platform.config.publicUrl + MCP_PATH,
  }),
});
