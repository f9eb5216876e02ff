import type { consoleRoutes } from '#contract/console.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { clearConsoleCalls, keepConsoleCall, listConsoleCalls } from './service.ts';

export function consoleHandlers(platform: Pick<Platform, 'db'>): Handlers<typeof consoleRoutes> {
  return {
    listConsoleCalls: ({ actor }) => listConsoleCalls(platform, actor),
    keepConsoleCall: ({ actor, body }) => keepConsoleCall(platform, actor, body),
    clearConsoleCalls: ({ actor }) => clearConsoleCalls(platform, actor),
  };
}
