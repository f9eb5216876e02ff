import { createHash } from 'node:crypto';
import { getUserNames } from '#features/accounts/server/index.ts';
import { mergeWithinLimits } from '#features/documents/server/index.ts';
import { findFileNamed, hasOrHadContent } from '#features/lesson-files/server/index.ts';
import { getLessonFor, requireEditableLesson, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { hasDeletedFile } from '#features/revisions/server/index.ts';
import { FILE_TOO_LARGE, LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { Sha256 } from '#platform/contract/runner-protocol.ts';
import { conflict, notFound, refused, tooLarge } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isText, isTooLong, SHOWN_MB_MAX } from './file-text.ts';
import { MESSAGES } from './messages.ts';
import { isSetupFile, putFile } from './put-file.ts';

interface FileText {
  contents: string;
  sha256: string;
}

interface FileAddress {
  lessonId: number;
  fileName: string;
}

/**
 * The text of a data file. A command line lesson always has a `custom_setup.sh`, even if it is empty.
 *
 * @throws AppError `not_found`; `refused` if it isn't text, or is too long to show.
 */
export async function readContents(platform: Platform, actor: Actor, address: FileAddress): Promise<FileText> {
  const { contents, sha256 } = (await findText(platform, actor, address)).text;
  return { contents, sha256 };
}

/**
 * Writes the text of a data file. If it changed since the edit began (`sha256`), lines that only one side changed are
 * merged.
 *
 * @throws AppError `not_found`; `refused`; `too_large`; `conflict` with both texts and, if this file had it, the common
 * ancestor.
 */
export async function saveContents(
  platform: Platform,
  actor: Actor,
  address: FileAddress,
  input: { contents: string; sha256?: string | undefined; automatic?: boolean | undefined },
): Promise<FileText> {
  await requireEditableLesson(platform, actor, address.lessonId);
  for (;;) {
    const { text: now, lesson } = await findText(platform, actor, address);
    const isStale = input.sha256 !== undefined && input.sha256 !== now.sha256;
    const contents = isStale ? await merge(platform, lesson, address, input, now) : input.contents;
    const bytes = Buffer.from(contents, 'utf8');
    if (bytes.length > LIMITS.dataFileBytes) throw tooLarge(FILE_TOO_LARGE);
    const blob = await platform.blobs.put(bytes);
    const file = {
      kind: 'data',
      file_name: address.fileName,
      blob,
      overwrite: true,
      instead_of: now.isStored ? now.sha256 : null,
      by: input.automatic ? 'itself' : 'hand',
    } as const;
    if (await putFile(platform, actor, address.lessonId, file)) return { contents, sha256: blob.sha256 };
    // It was saved concurrently.
  }
}

interface StoredText extends FileText {
  /** False: the default empty text of a file that has never been saved. */
  readonly isStored: boolean;
}

async function findText(
  platform: Platform,
  actor: Actor,
  { lessonId, fileName }: FileAddress,
): Promise<{ text: StoredText; lesson: StoredLesson }> {
  const lesson = await getLessonFor(platform.db, actor, lessonId);
  const file = await findFileNamed(platform.db, { lesson_id: lessonId, kind: 'data', file_name: fileName });
  if (!file && !isSetupFile(lesson, { kind: 'data', file_name: fileName })) throw notFound('file');
  if (!file) return { lesson, text: { contents: '', sha256: createHash('sha256').digest('hex'), isStored: false } };
  if (isTooLong(file)) throw refused(MESSAGES.longText(fileName, SHOWN_MB_MAX));
  const bytes = await platform.blobs.get(file.sha256, file.size);
  if (!isText(bytes)) throw refused(MESSAGES.noText(fileName));
  return { lesson, text: { contents: Buffer.from(bytes).toString('utf8'), sha256: file.sha256, isStored: true } };
}

/** @throws AppError `conflict` if both sides changed the same lines. */
async function merge(
  platform: Platform,
  lesson: StoredLesson,
  address: FileAddress,
  mine: { contents: string; sha256?: string | undefined },
  theirs: FileText,
): Promise<string> {
  const base = await findBase(platform, address, mine.sha256);
  const sides = { base: { contents: base ?? '' }, mine: { contents: mine.contents }, theirs: { contents: theirs.contents } };
  const { merged, conflicts } = await mergeWithinLimits(sides.base, sides.mine, sides.theirs);
  // Without the common ancestor, it's impossible to tell which side changed what.
  if (conflicts.length === 0 && (base !== null || mine.contents === theirs.contents)) return merged.contents;
  const by = lesson.updated_by === null ? undefined : (await getUserNames(platform.db, [lesson.updated_by])).get(lesson.updated_by);
  const known = base === null ? { ...sides, base: {} } : sides;
  throw conflict({ ...known, merged: {}, revision: lesson.revision, changed_by: by ?? null });
}

/**
 * The text that an edit began from, if it is still stored. Only earlier texts of this file: the store has the files of
 * all lessons, and knowing a hash is no permission to read them.
 */
async function findBase({ db, blobs }: Platform, { lessonId, fileName }: FileAddress, sha256: string | undefined): Promise<string | null> {
  if (sha256 === undefined || !Sha256.safeParse(sha256).success) return null;
  const file = await findFileNamed(db, { lesson_id: lessonId, kind: 'data', file_name: fileName });
  const isOurs =
    (file && (await hasOrHadContent(db, file.id, sha256))) ||
    (await hasDeletedFile(db, { lesson_id: lessonId, kind: 'data', name: fileName, sha256 }));
  if (!isOurs || !(await blobs.has(sha256))) return null;
  const bytes = await blobs.get(sha256);
  return isText(bytes) && !isTooLong({ size: bytes.length }) ? Buffer.from(bytes).toString('utf8') : null;
}
