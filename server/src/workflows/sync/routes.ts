import type { syncRoutes } from '#contract/sync.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { healRelease } from './heal-release.ts';
import { syncLesson } from './sync-lesson.ts';
import { updateFromMain } from './update-from-main.ts';

export const syncHandlers = (platform: Platform): Handlers<typeof syncRoutes> => ({
  syncLesson: ({ actor, params, body }) => syncLesson(platform, actor, params.id, body?.resolution),
  updateFromMain: ({ actor, params, body }) => updateFromMain(platform, actor, params.id, body?.resolution),
  healRelease: ({ actor, params, body }) => healRelease(platform, actor, params.id, body.how),
});
