import type { screenRoutes } from '#contract/screens.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createScreen, deleteScreen, duplicateScreen, getScreen, listScreens, saveOutput, saveScreen, saveVariables } from './service.ts';

export const screenHandlers = (platform: Platform): Handlers<typeof screenRoutes> => ({
  listScreens: ({ actor, params }) => listScreens(platform, actor, params.id),
  createScreen: ({ actor, params, body }) => createScreen(platform, actor, params.id, body.sequence),
  getScreen: ({ actor, params }) => getScreen(platform, actor, params.lessonId, params.screenId),
  saveScreen: ({ actor, params, body }) => saveScreen(platform, actor, params, body),
  deleteScreen: ({ actor, params }) => deleteScreen(platform, actor, params.lessonId, params.screenId),
  duplicateScreen: ({ actor, params }) => duplicateScreen(platform, actor, params.id),
  saveOutput: ({ actor, params, body }) => saveOutput(platform, actor, params, body),
  saveVariables: ({ actor, params, body }) => saveVariables(platform, actor, params, body),
});
