import type { CourseFields, Course } from '#contract/courses.ts';
import type { Actor } from '#contract/roles.ts';
import { canonicalJson } from '#content/content-hash.ts';
import type { Platform } from '#server/platform/platform.ts';
import { COURSE_FIELDS } from '#content/field-documents.ts';
import { mergeSave } from '#server/releases/index.ts';
import { getCourseToEdit } from './access.ts';
import { getCourse } from './course-reply.ts';
import { announceCourse, storeCourse } from './write-course.ts';

export type CourseSave = { [K in keyof CourseFields]?: CourseFields[K] | undefined } & {
  revision?: number | undefined;
  save_message?: string | undefined;
};

/**
 * Saves fields of a course. Those left out stay; a stale save is merged (product §10.1). One that changes nothing makes no revision.
 *
 * @throws AppError `conflict` with both sides; `refused` when the course is read only.
 */
export async function saveCourse(
  platform: Platform,
  actor: Actor,
  id: number,
  { revision, save_message, ...fields }: CourseSave,
): Promise<Course> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<CourseFields>;
  const isSaved = await platform.db.transaction().execute(async (tx) => {
    const course = await getCourseToEdit(tx, actor, id);
    const merged = await mergeSave(tx, { course_id: id }, COURSE_FIELDS, revision, given, course);
    if (canonicalJson(merged) === canonicalJson(course.fields)) return false;
    await storeCourse(tx, platform, actor, course, { fields: merged, message: save_message || null, action: 'save' });
    return true;
  });
  if (isSaved) announceCourse(platform, id);
  return getCourse(platform.db, actor, id);
}
