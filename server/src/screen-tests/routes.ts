import type { screenTestRoutes } from '#contract/screen-tests.ts';
import { unavailable } from '#server/platform/errors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';

export const screenTestHandlers = (_platform: Platform): Handlers<typeof screenTestRoutes> => ({
  loadScreenTests: () => {
    throw unavailable('');
  },
  saveScreenTest: () => {
    throw unavailable('');
  },
  updateScreenTest: () => {
    throw unavailable('');
  },
  deleteScreenTest: () => {
    throw unavailable('');
  },
  runScreenTest: () => {
    throw unavailable('');
  },
  stopScreenTest: () => {
    throw unavailable('');
  },
  listLessonTests: () => {
    throw unavailable('');
  },
  getScreenGate: () => {
    throw unavailable('');
  },
});
