import type { LessonFields } from '#contract/lessons.ts';
import { contentHash } from '#content/content-hash.ts';
import { hashedLesson } from '#content/content-documents.ts';
import type { LessonAttached } from './queries.ts';

/** Hash of a lesson's screens, from their own hashes in order. */
export function screensHash(screens: readonly string[]): string {
  return contentHash(screens);
}

/** Hash of a lesson's whole content: two lessons have equal hashes if and only if they are equal (`release_status`). */
export function lessonHash(lesson: {
  uuid: string;
  sequence: number;
  fields: LessonFields;
  attached: LessonAttached;
  screens_hash: string;
  files_hash: string;
}): string {
  const { uuid, sequence, fields, attached, screens_hash, files_hash } = lesson;
  // A lesson without files keeps the hash it had before files were included.
  return contentHash({ uuid, sequence, ...hashedLesson({ fields, attached }), screens_hash, ...(files_hash === '' ? {} : { files_hash }) });
}
