import type { terminalRoutes } from '#contract/terminals.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';

export const terminalHandlers = (_platform: Platform): Handlers<typeof terminalRoutes> => ({
  getRunnerConnection: () => {
    throw unavailable('');
  },
  terminal: () => {
    throw unavailable('');
  },
  checkTerminal: () => {
    throw unavailable('');
  },
});
