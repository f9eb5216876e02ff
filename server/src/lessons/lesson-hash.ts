import type { LessonFields } from '#contract/lessons.ts';
import { contentHash } from '#content/content-hash.ts';
import { hashedLesson } from '#content/content-documents.ts';
import type { LessonAttached } from './queries.ts';

/** Hash of a lesson's screens, from their own hashes in order. */
export function screensHash(screens: readonly string[]): string {
  return contentHash(screens);
}

/**
 * Hash of a lesson's whole content: equal lessons in two releases have equal hashes, and nothing else does
 * (`release_status`, product §3).
 */
export function lessonHash(lesson: {
  uuid: string;
  sequence: number;
  fields: LessonFields;
  attached: LessonAttached;
  screens_hash: string;
  files_hash: string;
}): string {
  const { uuid, sequence, fields, attached, screens_hash, files_hash } = lesson;
  // A lesson without files has the hash that it had before files counted.
  return contentHash({ uuid, sequence, ...hashedLesson({ fields, attached }), screens_hash, ...(files_hash === '' ? {} : { files_hash }) });
}
