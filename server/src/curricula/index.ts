import { COURSES } from './courses.ts';
import type { CurriculumKind } from './kind.ts';
import { PATHS } from './paths.ts';

/**
 * Courses, which order lessons, and paths, which order courses in steps: two kinds of curriculum. What both have is written once and
 * takes the kind (`COURSES` or `PATHS`). Each is a row of a release and a folder in git that holds one small file.
 */

export { listCourseLessons } from './course-lessons.ts';
export { COURSES, getCourseFor } from './courses.ts';
export { replaceCurriculum } from './edit-curriculum.ts';
export { type CurriculumKind, type StoredCurriculum, subjectOf } from './kind.ts';
export { PATHS } from './paths.ts';
export {
  deleteCurriculumRow,
  type DeletedCurriculum,
  listDeletedCurricula,
  listInRelease,
  markAllDeleted,
  markCurriculumDeleted,
} from './queries.ts';
export { curriculaModule } from './routes.ts';
export { deleteLooseSteps } from './step-queries.ts';
export {
  addCurriculum,
  publishCurriculumChanged,
  getCurriculumForUpdate,
  recordEdit,
  requireNotInRelease,
  restoreCurriculumRow,
  upsertCurriculum,
} from './write-curriculum.ts';

/** Courses first: the steps of a path name courses. */
export const CURRICULUM_KINDS: readonly CurriculumKind[] = [COURSES, PATHS];
