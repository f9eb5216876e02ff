import { type AuditAction, recordAudit } from '#features/audit/server/index.ts';
import { joinStretch, recordChange } from '#features/changes/server/index.ts';
import { findFileNamedAsFolder } from '#features/lesson-files/rules/data-path.ts';
import {
  fileBlobs,
  listLessonFiles,
  pathOfFile,
  setLessonFiles,
  type LessonFileRow,
  type StoredFile,
} from '#features/lesson-files/server/index.ts';
import {
  getLessonToEdit,
  type EditableLesson,
  lessonContentOf,
  touchLessonFiles,
  type StoredLesson,
} from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './lesson-file-messages.ts';

type Deps = Pick<Platform, 'db' | 'jobs' | 'live'>;

/** A lesson folder is read as a whole when it is committed or compared. */
const FILES_MAX = 1_000;
const MB_MAX = 800;

/** The result of editing a lesson's files. */
interface EditedFiles {
  /** All of them, of both kinds. */
  files: readonly LessonFileRow[];
  action: AuditAction;
  /** The file's name, for the audit trail. */
  file_name: string;
  /** The first line of the commit message. */
  summary: string;
  /** A text is saved by itself, or by hand: it shares a commit with the author's automatic saves before. Absent: anything else. */
  by?: 'itself' | 'hand';
}

/**
 * Every write to a lesson's data files and images goes through here: lock the lesson, let `edit` decide, store the rows
 * with their queued change and an audit entry, all or nothing. Store the bytes in the blob store first. An edit that
 * changes nothing stores nothing.
 *
 * @throws AppError `not_found`; `refused` if the lesson is read-only, or would be too large; and what `edit` throws.
 */
export async function writeFiles(
  platform: Deps,
  actor: Actor,
  lessonId: number,
  edit: (tx: Tx, lesson: EditableLesson, files: readonly StoredFile[]) => Promise<EditedFiles>,
): Promise<void> {
  const isChanged = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const before = await listLessonFiles(tx, lessonId);
    const { files, action, file_name, summary, by } = await edit(tx, lesson, before);
    const isAutomatic = by === 'itself';
    const stretch = by ? await joinStretch(tx, { lesson_id: lessonId, screen_id: null, summary, actor, isAutomatic }) : null;
    const queued = { batch: stretch?.batch ?? null, waits: isAutomatic };
    if (!(await storeEditedFiles(tx, platform, actor, lesson, { before, files, summary, ...queued }))) return false;
    // One deed for each file of a stretch, as for screens.
    if (isAutomatic && stretch?.isFirst === false) return true;
    await recordAudit(tx, { actor, action, subject: `lesson:${lessonId}`, details: { file_name } });
    return true;
  });
  if (!isChanged) return;
  platform.live.publish(`lesson:${lessonId}`, { type: 'files-changed' });
}

interface FilesOfLesson extends Pick<EditedFiles, 'files' | 'summary'> {
  before: readonly LessonFileRow[];
  /** With the author's automatic saves. */
  batch?: string | null;
  waits?: boolean;
}

/**
 * Stores the files of a locked lesson with their queued change. Returns whether anything changed.
 *
 * @throws AppError `refused` if the lesson would be too large.
 */
export async function storeEditedFiles(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  lesson: EditableLesson,
  { before, files, summary, batch = null, waits = false }: FilesOfLesson,
): Promise<boolean> {
  requireWithinLimits(before, files);
  requireStorable(files);
  if (!(await touchLessonFiles(tx, actor, lesson, files))) return false;
  await setLessonFiles(tx, lesson.id, files);
  await recordChange(tx, platform, {
    release_id: lesson.release_id,
    lesson_id: lesson.id,
    screen_id: null,
    actor,
    message: null,
    batch,
    waits,
    summary,
    content: { folder: lesson.folder, files: changedBlobs(before, files), lesson: await lessonContentOf(tx, lesson) },
  });
  return true;
}

/** `Add file data.csv to lesson 12: Title`. */
export function fileSummary(
  verb: string,
  file: Pick<LessonFileRow, 'kind' | 'file_name'>,
  preposition: string,
  lesson: StoredLesson,
): string {
  const title = lesson.fields.title === '' ? '' : `: ${lesson.fields.title}`;
  return `${verb} ${file.kind === 'data' ? 'file' : 'image'} ${file.file_name} ${preposition} lesson ${lesson.sequence}${title}`;
}

/** A lesson from git that exceeds the limits may shrink but not grow. */
export function requireWithinLimits(before: readonly Pick<LessonFileRow, 'size'>[], after: readonly Pick<LessonFileRow, 'size'>[]): void {
  const bytesOf = (files: readonly Pick<LessonFileRow, 'size'>[]) => files.reduce((sum, { size }) => sum + size, 0);
  if (after.length > FILES_MAX && after.length > before.length) throw refused(MESSAGES.tooMany(FILES_MAX));
  const bytes = bytesOf(after);
  if (bytes > MB_MAX * 1024 * 1024 && bytes > bytesOf(before)) throw refused(MESSAGES.tooMuch(MB_MAX));
}

/** Git would replace the one by the other. */
function requireStorable(files: readonly LessonFileRow[]): void {
  const clash = findFileNamedAsFolder(files.filter(({ kind }) => kind === 'data').map(({ file_name }) => file_name));
  if (clash) throw refused(MESSAGES.pathClash['is-folder'](clash.file, clash.inside));
}

/** The files with new bytes, and null for removed ones. */
function changedBlobs(before: readonly LessonFileRow[], after: readonly LessonFileRow[]) {
  const known = new Map(before.map((file) => [pathOfFile(file), file.sha256]));
  const remaining = new Set(after.map(pathOfFile));
  const removed = [...known.keys()].filter((path) => !remaining.has(path));
  return {
    ...fileBlobs(after.filter((file) => known.get(pathOfFile(file)) !== file.sha256)),
    ...Object.fromEntries(removed.map((path) => [path, null])),
  };
}
