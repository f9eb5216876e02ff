import type { courseRoutes } from '#features/curricula/contract/courses.ts';
import type { dataFileRoutes } from '#features/lesson-files/contract/data-files.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { exportRoutes } from '../contract.ts';
import { exportAs, getExportReport } from './export-as.ts';
import { exportCourse } from './export-course.ts';
import { exportLesson, exportLessons } from './export-lesson.ts';

export const exportHandlers = (
  platform: Platform,
): Pick<Handlers<typeof dataFileRoutes>, 'exportLesson' | 'exportLessons'> &
  Pick<Handlers<typeof courseRoutes>, 'exportCourse'> &
  Handlers<typeof exportRoutes> => ({
  exportCourse: ({ actor, params, reply }) => exportCourse(platform, actor, params.id, reply),
  exportAs: ({ actor, query, reply }) => exportAs(platform, actor, query, reply),
  getExportReport: ({ actor, query }) => getExportReport(platform, actor, query),
  exportLesson: ({ actor, params, reply }) => exportLesson(platform, actor, params.id, reply),
  exportLessons: ({ actor, query, reply }) => exportLessons(platform, actor, query.ids, reply),
});
