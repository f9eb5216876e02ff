import { createContext } from 'react';
import type { CourseSummary } from '#contract/courses.ts';

interface CourseActions {
  /** Null: not for this person. */
  copy: ((course: CourseSummary) => void) | null;
}

/** What can be done with a row of the list; the page provides it. */
export const CourseActionsContext = createContext<CourseActions>({ copy: null });
