import type { screenRoutes } from '#contract/screens.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createScreen, deleteScreen, duplicateScreen, getScreen, listScreens, moveScreen, saveOutput, saveVariables } from './service.ts';

/** The routes of screens; saving one needs its questions as well (workflows/routes.ts). */
export const screenHandlers = (platform: Platform): Omit<Handlers<typeof screenRoutes>, 'saveScreen'> => ({
  listScreens: ({ actor, params }) => listScreens(platform, actor, params.id),
  createScreen: ({ actor, params, body }) => createScreen(platform, actor, params.id, body.sequence),
  getScreen: ({ actor, params }) => getScreen(platform, actor, params.lessonId, params.screenId),
  deleteScreen: ({ actor, params }) => deleteScreen(platform, actor, params.lessonId, params.screenId),
  duplicateScreen: ({ actor, params }) => duplicateScreen(platform, actor, params.id),
  moveScreen: ({ actor, params, body }) => moveScreen(platform, actor, params, body.sequence),
  saveOutput: ({ actor, params, body }) => saveOutput(platform, actor, params, body),
  saveVariables: ({ actor, params, body }) => saveVariables(platform, actor, params, body),
});
