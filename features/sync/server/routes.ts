import type { courseRoutes } from '#features/curricula/contract/courses.ts';
import type { pathRoutes } from '#features/curricula/contract/paths.ts';
import { COURSES, PATHS } from '#features/curricula/server/index.ts';
import type { lessonRoutes } from '#features/lessons/contract/lessons.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { syncRoutes } from '../contract/sync.ts';
import { syncCurriculum } from './branches/sync-curriculum.ts';
import { syncLesson } from './branches/sync-lesson.ts';
import { cloneLesson } from './clone-lesson.ts';
import { copyCurriculum } from './curricula/copy-curriculum.ts';
import { importCurricula } from './curricula/import-curricula.ts';
import { restoreCurriculum } from './curricula/restore-curriculum.ts';
import { duplicateLesson } from './duplicate-lesson.ts';

const syncHandlers = (platform: Platform): Omit<Handlers<typeof syncRoutes>, 'updateFromMain' | 'repairRelease'> => ({
  syncLesson: ({ actor, params, body }) => syncLesson(platform, actor, params.id, body?.resolution),
  syncCourse: async ({ actor, params, body }) => {
    const outcome = await syncCurriculum(platform, actor, COURSES, params.id, body?.resolution);
    return { ...(await COURSES.get(platform.db, actor, params.id)), outcome };
  },
  syncPath: async ({ actor, params, body }) => {
    const outcome = await syncCurriculum(platform, actor, PATHS, params.id, body?.resolution);
    return { ...(await PATHS.get(platform.db, actor, params.id)), outcome };
  },
});

/** The calls on courses and paths that read git. */
const curriculumHandlers = (
  platform: Platform,
): Pick<Handlers<typeof courseRoutes>, 'importCourses' | 'copyCourse' | 'restoreCourse'> &
  Pick<Handlers<typeof pathRoutes>, 'importPaths' | 'copyPath' | 'restorePath'> => ({
  importCourses: async ({ actor, params, body }) => {
    const { ids, invalid } = await importCurricula(platform, actor, COURSES, { ...params, ...body });
    const courses = await COURSES.list(platform.db, actor);
    return { courses: courses.filter(({ id }) => ids.includes(id)), invalidCourses: invalid };
  },
  copyCourse: async ({ actor, params }) => {
    const { id, brought } = await copyCurriculum(platform, actor, COURSES, params.id, params.releaseId);
    return { ...(await COURSES.get(platform.db, actor, id)), brought };
  },
  restoreCourse: async ({ actor, params }) => {
    await restoreCurriculum(platform, actor, COURSES, params.id);
    return COURSES.get(platform.db, actor, params.id);
  },
  importPaths: async ({ actor, params, body }) => {
    const { ids, invalid } = await importCurricula(platform, actor, PATHS, { ...params, ...body });
    const tracks = await PATHS.list(platform.db, actor);
    return { tracks: tracks.filter(({ id }) => ids.includes(id)), invalidTracks: invalid };
  },
  copyPath: async ({ actor, params }) => {
    const { id, brought } = await copyCurriculum(platform, actor, PATHS, params.id, params.releaseId);
    return { ...(await PATHS.get(platform.db, actor, id)), brought };
  },
  restorePath: async ({ actor, params }) => {
    await restoreCurriculum(platform, actor, PATHS, params.id);
    return PATHS.get(platform.db, actor, params.id);
  },
});

const cloneHandlers = (platform: Platform): Pick<Handlers<typeof lessonRoutes>, 'cloneLesson' | 'duplicateLesson'> => ({
  cloneLesson: ({ actor, params }) => cloneLesson(platform, actor, params.id),
  duplicateLesson: ({ actor, params, body }) => duplicateLesson(platform, actor, params.id, body),
});

/** The handlers of all routes of this module. */
export const syncModule = (platform: Platform) => ({
  ...syncHandlers(platform),
  ...curriculumHandlers(platform),
  ...cloneHandlers(platform),
});
