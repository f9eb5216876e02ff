import type { CourseContent } from '#content/course-content.ts';
import { canonicalJson } from '#content/content-hash.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { type StoredRelease, recordRevision } from '#server/releases/index.ts';
import { addCourse } from './add-course.ts';
import { findCourseForUpdate, findCourseInRelease, updateCourseRow } from './queries.ts';
import { courseContentOf } from './write-course.ts';

/**
 * Makes the row of a course agree with its folder: a new course, or a new state of the one that has the folder, which keeps its id.
 * Answers the id; null where the number belongs to another course of the release, and nothing was stored.
 */
export async function takeCourse(
  tx: Tx,
  { release, folder }: { release: Pick<StoredRelease, 'id' | 'name'>; folder: string },
  course: CourseContent,
): Promise<number | null> {
  const there = await findCourseInRelease(tx, release.id, { folder });
  const namesake = await findCourseInRelease(tx, release.id, { sequence: course.sequence });
  if (namesake && namesake.id !== there?.id) return null;
  const row = there && (await findCourseForUpdate(tx, there.id));
  if (!row) return addCourse(tx, { release, folder, course, actor: null });
  if (canonicalJson(courseContentOf(row)) === canonicalJson(course)) return row.id;
  const isRevised = canonicalJson(row.fields) !== canonicalJson(course.fields);
  const revision = row.revision + (isRevised ? 1 : 0);
  await updateCourseRow(tx, row.id, { ...course, revision, updated_by: null });
  if (isRevised) await recordRevision(tx, { course_id: row.id }, { revision, fields: course.fields, message: null, saved_by: null });
  return row.id;
}
