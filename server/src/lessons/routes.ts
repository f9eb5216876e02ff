import type { lessonRoutes } from '#contract/lessons.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createLesson, deleteLesson, getLatestLesson, readLessonList } from './service.ts';

/** Lesson details, cloning and saving need several modules and are in `workflows/routes.ts`. */
export const lessonHandlers = (platform: Platform): Omit<Handlers<typeof lessonRoutes>, 'getLesson' | 'cloneLesson' | 'saveLesson'> => ({
  listLessons: async ({ actor }) => (await readLessonList(platform)).rowsJson(actor),
  listLessonColumns: async ({ actor }) => (await readLessonList(platform)).columnsJson(actor),
  createLesson: ({ actor, body }) => createLesson(platform, actor, body),
  getLatestLesson: ({ actor, params }) => getLatestLesson(platform, actor, params.sequence),
  deleteLesson: async ({ actor, params }) => {
    await deleteLesson(platform, actor, params.id);
    return { ok: true };
  },
});
