import { COURSES } from './courses.ts';
import type { CurriculumKind } from './kind.ts';
import { PATHS } from './paths.ts';

/** Courses first: the steps of a path name courses. */
export const CURRICULUM_KINDS: readonly CurriculumKind[] = [COURSES, PATHS];
