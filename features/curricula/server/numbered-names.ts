import type { Handle } from '#platform/server/database/database.ts';
import type { NumberedName } from '../rules/curriculum-problems.ts';
import { listNumberedLessons } from './course-lesson-queries.ts';
import { coursesByNumber } from './courses.ts';
import { preferOwn } from './prefer-own.ts';

/** What numbers of lessons, or of courses, stand for in a release: its own version, or else main's. */
export async function namesInRelease(
  handle: Handle,
  releaseId: number,
  numbered: 'lessons' | 'courses',
  sequences: readonly number[],
): Promise<Map<number, NumberedName>> {
  if (numbered === 'courses') {
    const courses = await coursesByNumber(handle, releaseId, sequences);
    return new Map([...courses].map(([sequence, { name, deprecated }]) => [sequence, { title: name, isDeprecated: deprecated }]));
  }
  const lessons = preferOwn(await listNumberedLessons(handle, releaseId, sequences), releaseId);
  return new Map([...lessons].map(([sequence, { title }]) => [sequence, { title, isDeprecated: false }]));
}
