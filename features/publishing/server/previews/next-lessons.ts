import { findAssessmentOf, listCoursesWith, listPublishedTitles, type CourseWithLesson } from '#features/curricula/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { NextLessons } from '../../contract/previews.ts';

/** Where a lesson leads, by what is published now. */
export async function nextLessons(handle: Handle, sequence: number): Promise<NextLessons> {
  const courses = await listCoursesWith(handle, sequence);
  const titles = await listPublishedTitles(handle, [...new Set(courses.flatMap(({ lessons }) => lessons))]);
  const assessment = (await findAssessmentOf(handle, sequence)) ?? null;
  const lesson = nextInCourse(courses, sequence, titles);
  // A course may have the assessment as its next lesson.
  return { assessment, lesson: lesson?.sequence === assessment?.sequence ? null : lesson };
}

/** The next published lesson of the first course that has one after this lesson. */
export function nextInCourse(
  courses: readonly CourseWithLesson[],
  sequence: number,
  titles: ReadonlyMap<number, string>,
): NextLessons['lesson'] {
  for (const { name, lessons } of courses) {
    const next = lessons.slice(lessons.indexOf(sequence) + 1).find((number) => number !== sequence && titles.has(number));
    if (next !== undefined) return { sequence: next, title: titles.get(next) ?? '', course: name };
  }
  return null;
}
