import type { courseRoutes } from '#contract/courses.ts';
import type { pathRoutes } from '#contract/paths.ts';
import { getCourse, getCourseFor, listCourses } from '#server/courses/service.ts';
import { getPath, listPaths, listPathsWithCourse } from '#server/paths/service.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { exportCourse } from '../export-course.ts';
import { copySheet } from './copy-sheet.ts';
import { importSheets } from './import-sheets.ts';
import { COURSES, PATHS } from './kinds.ts';
import { restoreSheet } from './restore-sheet.ts';

/** The calls on courses and paths that need several nouns at once. */
export const courseWorkflowHandlers = (
  platform: Platform,
): Pick<Handlers<typeof courseRoutes>, 'importCourses' | 'copyCourse' | 'restoreCourse' | 'listCoursePaths' | 'exportCourse'> &
  Pick<Handlers<typeof pathRoutes>, 'importPaths' | 'copyPath' | 'restorePath'> => ({
  importCourses: async ({ actor, params, body }) => {
    const { ids, invalid } = await importSheets(platform, actor, COURSES, { ...params, ...body });
    const courses = await listCourses(platform.db, actor);
    return { courses: courses.filter(({ id }) => ids.includes(id)), invalidCourses: invalid };
  },
  copyCourse: async ({ actor, params }) =>
    getCourse(platform.db, actor, await copySheet(platform, actor, COURSES, params.id, params.releaseId)),
  restoreCourse: async ({ actor, params }) => {
    await restoreSheet(platform, actor, COURSES, params.id);
    return getCourse(platform.db, actor, params.id);
  },
  listCoursePaths: async ({ actor, params }) =>
    listPathsWithCourse(platform.db, (await getCourseFor(platform.db, actor, params.id)).course),
  exportCourse: ({ actor, params, reply }) => exportCourse(platform, actor, params.id, reply),
  importPaths: async ({ actor, params, body }) => {
    const { ids, invalid } = await importSheets(platform, actor, PATHS, { ...params, ...body });
    const tracks = await listPaths(platform.db);
    return { tracks: tracks.filter(({ id }) => ids.includes(id)), invalidTracks: invalid };
  },
  restorePath: async ({ actor, params }) => {
    await restoreSheet(platform, actor, PATHS, params.id);
    return getPath(platform.db, params.id);
  },
  copyPath: async ({ actor, params }) => getPath(platform.db, await copySheet(platform, actor, PATHS, params.id, params.releaseId)),
});
