import type { courseRoutes } from '#contract/courses.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addCourseLesson, removeCourseLesson, setCourseLessons, swapCourseLesson } from './arrange-lessons.ts';
import { createCourse } from './create-course.ts';
import { deleteCourse } from './delete-course.ts';
import { saveCourse } from './save-course.ts';
import { getCourse } from './course-reply.ts';
import { listCourseLessons, listCourses } from './courses.ts';

/** Importing, copying, restoring and the paths of a course need several nouns: `workflows/courses/routes.ts` has them. */
export const courseHandlers = (
  platform: Platform,
): Omit<Handlers<typeof courseRoutes>, 'importCourses' | 'copyCourse' | 'restoreCourse' | 'listCoursePaths' | 'exportCourse'> => ({
  listCourses: ({ actor }) => listCourses(platform.db, actor),
  createCourse: ({ actor, body }) => createCourse(platform, actor, body),
  getCourse: ({ actor, params }) => getCourse(platform.db, actor, params.id),
  updateCourse: ({ actor, params, body }) => saveCourse(platform, actor, params.id, body),
  deleteCourse: ({ actor, params }) => deleteCourse(platform, actor, params.id),
  listCourseLessons: ({ actor, params }) => listCourseLessons(platform.db, actor, params.id),
  addCourseLesson: ({ actor, params }) => addCourseLesson(platform, actor, params),
  removeCourseLesson: ({ actor, params }) => removeCourseLesson(platform, actor, params),
  swapCourseLesson: ({ actor, params, body }) => swapCourseLesson(platform, actor, params, body.swap_with_previous),
  setCourseLessons: ({ actor, params, body }) => setCourseLessons(platform, actor, params.id, body),
});
