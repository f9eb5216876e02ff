import type { lessonRoutes } from '#contract/lessons.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createLesson, deleteLesson, getLatestLesson, getLesson, listLessons, saveLesson } from './service.ts';

/** Cloning needs several nouns: `workflows/routes.ts` has it. */
export const lessonHandlers = (platform: Platform): Omit<Handlers<typeof lessonRoutes>, 'cloneLesson'> => ({
  listLessons: ({ actor }) => listLessons(platform, actor),
  createLesson: ({ actor, body }) => createLesson(platform, actor, body),
  getLesson: ({ actor, params }) => getLesson(platform, actor, params.id),
  getLatestLesson: ({ actor, params }) => getLatestLesson(platform, actor, params.sequence),
  saveLesson: ({ actor, params, body }) => saveLesson(platform, actor, params.id, body),
  deleteLesson: async ({ actor, params }) => {
    await deleteLesson(platform, actor, params.id);
    return { ok: true };
  },
});
