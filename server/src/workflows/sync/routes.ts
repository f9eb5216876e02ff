import type { syncRoutes } from '#contract/sync.ts';
import { getCourse } from '#server/courses/service.ts';
import { getPath } from '#server/paths/service.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { COURSES, PATHS } from '../courses/kinds.ts';
import { healRelease } from './heal-release.ts';
import { syncLesson } from './sync-lesson.ts';
import { syncSheet } from './sync-sheet.ts';
import { updateFromMain } from './update-from-main.ts';

export const syncHandlers = (platform: Platform): Handlers<typeof syncRoutes> => ({
  syncLesson: ({ actor, params, body }) => syncLesson(platform, actor, params.id, body?.resolution),
  syncCourse: async ({ actor, params, body }) => {
    const outcome = await syncSheet(platform, actor, COURSES, params.id, body?.resolution);
    return { ...(await getCourse(platform.db, actor, params.id)), outcome };
  },
  syncPath: async ({ actor, params, body }) => {
    const outcome = await syncSheet(platform, actor, PATHS, params.id, body?.resolution);
    return { ...(await getPath(platform.db, params.id)), outcome };
  },
  updateFromMain: ({ actor, params, body }) => updateFromMain(platform, actor, params.id, body?.resolution),
  healRelease: ({ actor, params, body }) => healRelease(platform, actor, params.id, body.how),
});
