/**
 * Courses, which order lessons, and paths, which order courses in steps. Both are rows of a release and a folder in git.
 */

export { getCourseFor } from './courses/access.ts';
export { getCourse } from './courses/course-reply.ts';
export { listCourseLessons, listCourses } from './courses/courses.ts';
export {
  deleteCourseRow,
  type DeletedCourse,
  listDeletedCourses,
  listReleaseCourses,
  markReleaseCoursesDeleted,
} from './courses/queries.ts';
export { courseHandlers } from './courses/routes.ts';
export { COURSES, PATHS, type ReadSheet, SHEET_KINDS, type SheetKind, type StoredSheet, unreadableNumber } from './kinds.ts';
export { listPathsWithCourse } from './paths/list-queries.ts';
export { getPath } from './paths/path-reply.ts';
export { listPaths } from './paths/paths.ts';
export { type DeletedPath, deletePathRow, listDeletedPaths, listReleasePaths, markReleasePathsDeleted } from './paths/queries.ts';
export { pathHandlers } from './paths/routes.ts';
export { deleteLooseSteps, deleteStepsOf } from './paths/step-queries.ts';
