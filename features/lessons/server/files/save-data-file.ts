import { DataFileContent } from '#features/content-model/rules/lesson-content.ts';
import type { DataFile, DataFileFields } from '#features/lesson-files/contract/data-files.ts';
import { dataFileContent, findAliasClash, nameInCode } from '#features/lesson-files/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { listScreenPositions } from '#features/screens/server/index.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import { isSafeName } from '#platform/content/safe-path.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { alreadyExists, invalid, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { listDataFiles } from './file-reply.ts';
import { fileById, getFileFor } from './find-file.ts';
import { MESSAGES } from './messages.ts';
import { checkedDataPath, isSetupFile, requireFreePath } from './put-file.ts';
import { fileSummary, writeFiles } from './write-files.ts';

type DataFileInput = { [K in keyof DataFileFields]?: DataFileFields[K] | undefined } & { readonly file_name?: string | undefined };

/**
 * Saves the settings of a data file, or renames it; omitted fields stay as they are. Returns all files of the lesson. A renamed file
 * has another id: in the history, one file was deleted and another one added.
 *
 * @throws AppError `not_found`; `invalid`; `refused` for a read-only lesson and for the command line setup script;
 * `already_exists` if another file has the alias, or is displayed first.
 */
export async function saveDataFile(platform: Platform, actor: Actor, id: number, input: DataFileInput): Promise<DataFile[]> {
  const found = await getFileFor(platform.db, actor, id, 'data');
  await writeFiles(platform, actor, found.lesson_id, async (tx, lesson, files) => {
    const file = fileById(files, found);
    const before = dataFileContent(file);
    const folders = new Map((await listScreenPositions(tx, lesson.id)).map((screen) => [screen.id, screen.folder]));
    const after = edited(before, input, folders);
    const others = files.filter((each) => each.kind === 'data' && each.id !== id).map(dataFileContent);
    const { file_name, ...settings } = after;
    const isRenamed = file_name !== file.file_name;
    if (isRenamed) requireFreePath(file_name, others);
    if (canonicalJson(after) !== canonicalJson(before)) requireAllowed(lesson, before, after, others);
    return {
      files: files.map((each) => (each.id === id ? { ...each, file_name, settings } : each)),
      action: 'data-file.save',
      file_name,
      summary: isRenamed
        ? fileSummary('Rename', { ...file, file_name: `${file.file_name} to ${file_name}` }, 'in', lesson)
        : fileSummary('Change', file, 'of', lesson),
    };
  });
  return listDataFiles(platform, actor, found.lesson_id);
}

/** @param folders Folders of the lesson's screens, by id. */
function edited(before: DataFileContent, input: DataFileInput, folders: ReadonlyMap<number, string>): DataFileContent {
  const { alias, screens, file_name: renamed, ...others } = input;
  const file_name = renamed === undefined || renamed === before.file_name ? before.file_name : checkedDataPath(renamed, 'file_name');
  const said = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const read = DataFileContent.safeParse({
    ...before,
    ...said,
    file_name,
    ...(alias === undefined ? {} : { alias: [before.file_name, file_name].includes(alias) ? '' : alias.normalize('NFC') }),
    ...(screens === undefined ? {} : { screens: foldersOf(before, screens, folders) }),
  });
  if (read.success) return read.data;
  throw invalid(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

/** Keeps folders of deleted screens, which may be restored, unless the author changes the screens. */
function foldersOf(before: DataFileContent, ids: readonly number[], folders: ReadonlyMap<number, string>): string[] {
  const wanted = ids.map((id) => folders.get(id));
  if (wanted.includes(undefined)) throw invalid([{ path: 'screens', message: MESSAGES.notInLesson }]);
  const live = new Set(folders.values());
  const shown = new Set(before.screens.filter((folder) => live.has(folder)));
  const next = new Set(wanted.filter((folder) => folder !== undefined));
  return shown.size === next.size && [...next].every((folder) => shown.has(folder)) ? before.screens : [...next];
}

function requireAllowed(lesson: StoredLesson, before: DataFileContent, after: DataFileContent, others: readonly DataFileContent[]): void {
  if (isSetupFile(lesson, { kind: 'data', file_name: before.file_name })) throw refused(MESSAGES.setupSettings);
  if (isSetupFile(lesson, { kind: 'data', file_name: after.file_name })) throw refused(MESSAGES.setupName);
  if (after.alias !== '' && after.alias !== before.alias && !isSafeName(after.alias))
    throw invalid([{ path: 'alias', message: MESSAGES.unsafeAlias }]);
  if (isTerminal(lesson.fields.language) && after.alias.toLowerCase() === CUSTOM_SETUP_FILE) throw refused(MESSAGES.setupName);
  const clash = findAliasClash(after, others);
  if (clash) throw alreadyExists(MESSAGES.aliasTaken(nameInCode(after), clash.file_name));
  const first = after.display_first && !before.display_first ? others.find(({ display_first }) => display_first) : undefined;
  if (first) throw alreadyExists(MESSAGES.firstTaken(first.file_name));
}
