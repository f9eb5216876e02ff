import { randomUUID } from 'node:crypto';
import type { Course } from '#contract/courses.ts';
import type { Actor } from '#contract/roles.ts';
import type { CourseContent } from '#content/course-content.ts';
import { emptyCourseFields } from '#content/course-files.ts';
import { courseFolder, uniqueName } from '#content/folder-name.ts';
import { recordAudit } from '#server/audit/index.ts';
import { recordChange, ensureDraftsRelease, findMainRelease, getRelease, type StoredRelease } from '#server/releases/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { alreadyExists, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getCourse } from './course-reply.ts';
import { MESSAGES } from './messages.ts';
import { findCourseInRelease } from './queries.ts';
import { announceCourse, courseSummary } from './write-course.ts';
import { addCourse, requireNotInRelease, takenFolders } from './add-course.ts';

/**
 * Makes a course, in the author's drafts release unless another one is named.
 *
 * @throws AppError `already_exists` with a text that names the course; `refused` for the main release.
 */
export async function createCourse(
  platform: Platform,
  actor: Actor,
  { sequence, name, release_id }: { sequence: number; name: string; release_id?: number | null | undefined },
): Promise<Course> {
  const release = release_id ? await getRelease(platform.db, release_id) : await ensureDraftsRelease(platform, actor);
  if (release.is_main) throw refused(MESSAGES.mainRelease);
  const course: CourseContent = { uuid: randomUUID(), sequence, fields: emptyCourseFields(name), lessons: [] };
  const id = await platform.db.transaction().execute(async (tx) => {
    await requireFreeNumber(tx, release, sequence);
    const folder = uniqueName(courseFolder(sequence, name), await takenFolders(tx, release));
    const made = await addCourse(tx, { release, folder, course, actor });
    await recordChange(tx, platform, {
      release_id: release.id,
      course_id: made,
      actor,
      message: null,
      summary: courseSummary('Create', course),
      content: { kind: 'course', folder, course },
    });
    await recordAudit(tx, { actor, action: 'course.create', subject: `course:${made}`, details: { sequence } });
    return made;
  });
  announceCourse(platform, id);
  return getCourse(platform.db, actor, id);
}

/** A new course also needs a number that main does not have: a release's branch holds main's courses as well. */
async function requireFreeNumber(tx: Tx, release: StoredRelease, sequence: number): Promise<void> {
  await requireNotInRelease(tx, release, sequence);
  const main = await findMainRelease(tx);
  const published = main && (await findCourseInRelease(tx, main.id, { sequence }));
  if (published) throw alreadyExists(MESSAGES.inMain({ sequence, name: published.fields.name }));
}
