import type { CourseFields } from '#contract/courses.ts';
import type { Actor } from '#contract/roles.ts';
import type { CourseContent } from '#content/course-content.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange, recordRevision } from '#server/releases/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { updateCourseRow, type StoredCourse } from './queries.ts';

/** A course as its file tells it. */
export function courseContentOf({ uuid, sequence, fields, lessons }: StoredCourse): CourseContent {
  return { uuid, sequence, fields, lessons };
}

/** `Update course 3: First Steps`, the first line of a commit message (product §4). */
export function courseSummary(verb: string, { sequence, fields }: Pick<StoredCourse, 'sequence' | 'fields'>): string {
  return `${verb} course ${sequence}${fields.name === '' ? '' : `: ${fields.name}`}`;
}

interface NextCourse {
  readonly fields?: CourseFields;
  readonly lessons?: readonly number[];
  /** What the author typed; null: nothing. */
  readonly message?: string | null;
  /** For the audit trail: `save`, `add-lesson`. */
  readonly action: string;
}

/**
 * Stores a course that `getCourseToEdit` locked, on its way into git. New fields make a new revision; the list of lessons, whose
 * changes name what they began from, makes none. Call {@link announceCourse} after the transaction.
 */
export async function storeCourse(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  course: StoredCourse,
  { fields, lessons, message = null, action }: NextCourse,
): Promise<void> {
  const revision = course.revision + (fields ? 1 : 0);
  const next = { ...course, fields: fields ?? course.fields, lessons: [...(lessons ?? course.lessons)], revision };
  await updateCourseRow(tx, course.id, { ...next, updated_by: actor.id });
  if (fields) await recordRevision(tx, { course_id: course.id }, { revision, fields, message, saved_by: actor.id });
  await recordChange(tx, platform, {
    release_id: course.release_id,
    course_id: course.id,
    actor,
    message,
    summary: courseSummary('Update', next),
    content: { kind: 'course', folder: course.folder, course: courseContentOf(next) },
  });
  await recordAudit(tx, {
    actor,
    action: `course.${action}`,
    subject: `course:${course.id}`,
    details: { sequence: course.sequence, ...(lessons ? { lessons } : { revision }) },
  });
}

/** Notifies the pages that show courses of a change of one, once its transaction is committed; null: of several. */
export function announceCourse(platform: Pick<Platform, 'live'>, course_id: number | null): void {
  platform.live.publish('courses:all', { type: 'course-changed', course_id });
}
