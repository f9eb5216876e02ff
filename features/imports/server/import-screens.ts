import { readFile } from 'node:fs/promises';
import { listLessonFiles, storeFiles, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import { getLessonFor, getLessonToEdit, publishLessonSaved, requireEditableLesson } from '#features/lesson-store/server/index.ts';
import { storeEditedFiles } from '#features/lessons/server/index.ts';
import { setOrigin } from '#features/revisions/server/index.ts';
import { insertFilled, publishScreensChanged, turnOnAddedChecks } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { invalid, refused } from '#platform/server/errors.ts';
import type { UploadedFile } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { ImportReport, ImportScreensForm } from '../contract/import-file.ts';
import type { ImportedLesson } from '../rules/lesson-from-cells.ts';
import { MESSAGES } from './messages.ts';

interface ScreensToImport extends ImportScreensForm {
  lessonId: number;
  file: UploadedFile | undefined;
}

/**
 * Adds the screens of a notebook or a Markdown file to a lesson, with their images. Code in other languages than the lesson's is kept
 * as listings. The first custom checks of a lesson turn its custom checking on. A dry run adds nothing.
 *
 * @throws AppError `invalid` without a file; `not_found`; `refused` for a lesson that is read-only, a file that can't be read or that
 * has no screens; `too_large`; `unavailable`.
 */
export async function importScreens(
  platform: Platform,
  actor: Actor,
  { lessonId, file, dry_run, sequence = Infinity, code, structure, earlier_code }: ScreensToImport,
): Promise<{ screens: number[]; report: ImportReport }> {
  await requireEditableLesson(platform, actor, lessonId);
  if (!file) throw invalid([{ path: 'file', message: MESSAGES.noFile }]);
  const { language } = (await getLessonFor(platform.db, actor, lessonId)).fields;
  const { versions: offered } = await platform.runners.offers();
  const images = (await listLessonFiles(platform.db, lessonId)).map(({ file_name }) => file_name);
  const choices = { title: '', author: actor.name, code, structure, earlier_code, offered, language, images };
  const read = await requireTextTask('importFile', [file.name, await readFile(file.path), choices], MESSAGES.tooExpensive);
  if (typeof read === 'string') throw refused(read);
  if (read.screens.length === 0) throw refused(MESSAGES.noScreens);
  if (dry_run) return { screens: [], report: read.report };
  const added = await storedImages(platform, read);
  const { screens, revision } = await platform.db.transaction().execute(async (tx) => {
    await setOrigin(tx, { cause: 'import' });
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const ids = await insertScreens(tx, platform, actor, { lessonId, imported: read, sequence });
    await addImages(tx, platform, actor, lessonId, added);
    const checks = ids.map((id, index) => ({ id, custom_check_code: read.screens[index]?.fields.custom_check_code ?? '' }));
    return { screens: ids, revision: await turnOnAddedChecks(tx, platform, actor, lesson, checks) };
  });
  publishScreensChanged(platform, lessonId);
  if (revision !== null) publishLessonSaved(platform, actor, lessonId, revision);
  if (added.length > 0) platform.live.publish(`lesson:${lessonId}`, { type: 'files-changed' });
  return { screens, report: read.report };
}

function storedImages({ blobs }: Platform, { images }: ImportedLesson): Promise<LessonFileRow[]> {
  const bytes = new Map(images.map((image) => [`images/${image.file_name}`, image.bytes]));
  return storeFiles(blobs, { data_files: [], images: images.map(({ file_name }) => ({ file_name })) }, bytes);
}

interface Insertion {
  lessonId: number;
  imported: ImportedLesson;
  sequence: number;
}

async function insertScreens(tx: Tx, platform: Platform, actor: Actor, { lessonId, imported, sequence }: Insertion): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, { fields, skills, questions, tests, answer_output, answer_variables }] of imported.screens.entries()) {
    // Its content hash changes with each screen.
    const lesson = await getLessonToEdit(tx, actor, lessonId);
    const screen = { fields, attached: { skills, questions, tests, answer_output, answer_variables } };
    const { id } = await insertFilled(tx, platform, actor, lesson, screen, sequence + index, 'Create');
    ids.push(id);
  }
  return ids;
}

/**
 * Equal images are shared.
 *
 * @throws AppError `refused` if another image got a name since names were chosen: the screens would show that one.
 */
async function addImages(tx: Tx, platform: Platform, actor: Actor, lessonId: number, images: readonly LessonFileRow[]): Promise<void> {
  if (images.length === 0) return;
  const before: LessonFileRow[] = await listLessonFiles(tx, lessonId);
  const taken = new Map(before.map(({ file_name, sha256 }) => [file_name.toLowerCase(), sha256]));
  const added = images.filter(({ file_name, sha256 }) => {
    const found = taken.get(file_name.toLowerCase());
    if (found !== undefined && found !== sha256) throw refused(MESSAGES.imageTaken);
    return found === undefined;
  });
  const lesson = await getLessonToEdit(tx, actor, lessonId);
  await storeEditedFiles(tx, platform, actor, lesson, {
    before,
    files: [...before, ...added],
    summary: `Add images of imported screens to lesson ${lesson.sequence}`,
  });
}
