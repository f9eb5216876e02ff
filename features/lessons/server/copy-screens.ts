import { dataFileContent, findAliasClash, listLessonFiles, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import { getLessonFor, getLessonToEdit } from '#features/lesson-store/server/index.ts';
import { copiedFields, type StartScreen } from '#features/screens/rules/start-code.ts';
import {
  findScreen,
  getScreenOf,
  insertFilled,
  listScreenFields,
  publishScreensChanged,
  removeScreen,
  screenContentOf,
  type StoredScreen,
} from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CopiedScreens } from '../contract/copied-screens.ts';
import { filesOfScreens } from '../rules/files-of-screens.ts';
import { storeEditedFiles } from './files/write-files.ts';

interface Wanted {
  /** Of one lesson, in the order that they get. */
  screens: readonly number[];
  /** The number of the first copy; omitted: at the end. */
  sequence?: number | undefined;
  /** The originals are deleted; they are in the trash, with their comments. */
  move: boolean;
}

/**
 * Copies screens of another lesson into one, with the images and data files that they name. All of them, or none. A file that the lesson
 * has under the same name stays as it is there.
 *
 * @throws AppError `not_found`; `refused` if the lesson, or for a move the other one, is read-only, or if both are the same.
 */
export async function copyScreens(platform: Platform, actor: Actor, targetId: number, wanted: Wanted): Promise<CopiedScreens> {
  const sourceId = (await findScreen(platform.db, wanted.screens[0] ?? 0))?.lesson_id;
  if (sourceId === undefined) throw notFound('screen');
  const copied = await platform.db.transaction().execute(async (tx) => {
    // In one order, so that moves in both directions don't wait for each other.
    const edited = wanted.move ? [sourceId, targetId].toSorted((a, b) => a - b) : [targetId];
    for (const id of edited) await getLessonToEdit(tx, actor, id);
    if (sourceId === targetId) throw refused('The screens are in this lesson already. Duplicate them there instead.');
    const source = await getLessonFor(tx, actor, sourceId);
    const screens: StoredScreen[] = [];
    for (const screenId of wanted.screens) screens.push(await getScreenOf(tx, { lessonId: sourceId, screenId }));
    const copies = { screens, sequence: wanted.sequence ?? Infinity, source: await listScreenFields(tx, sourceId) };
    const { folders, created } = await insertCopies(tx, platform, actor, targetId, copies);
    const files = filesFor(screens, await listLessonFiles(tx, sourceId), folders);
    const kept_files = await addFiles(tx, platform, actor, targetId, files, [...folders.values()]);
    if (wanted.move) for (const { id } of screens) await removeScreen(tx, platform, actor, await getLessonToEdit(tx, actor, sourceId), id);
    const target = await getLessonFor(tx, actor, targetId);
    return { screens: created, kept_files, is_other_language: source.fields.language !== target.fields.language };
  });
  for (const id of wanted.move ? [sourceId, targetId] : [targetId]) {
    publishScreensChanged(platform, id);
    platform.live.publish(`lesson:${id}`, { type: 'files-changed' });
  }
  return copied;
}

interface Copies {
  screens: readonly StoredScreen[];
  sequence: number;
  /** All screens of the other lesson. */
  source: readonly StartScreen[];
}

/** Returns the new ids, and the new folders by the old ones. */
async function insertCopies(tx: Tx, platform: Platform, actor: Actor, targetId: number, { screens, sequence, source }: Copies) {
  const created: number[] = [];
  const folders = new Map<string, string>();
  const uuids = new Map<string, string>();
  for (const [index, screen] of screens.entries()) {
    const lesson = await getLessonToEdit(tx, actor, targetId);
    const content = { ...screen, fields: copiedFields(source, screen, uuids) };
    const copy = await insertFilled(tx, platform, actor, lesson, content, sequence + index, 'Copy');
    uuids.set(screen.uuid, copy.uuid);
    created.push(copy.id);
    folders.set(screen.folder, copy.folder);
  }
  return { created, folders };
}

/** The files that the screens name, as they are in the other lesson: shown on the copies, if not on all screens. */
function filesFor(
  screens: readonly StoredScreen[],
  files: readonly LessonFileRow[],
  folders: ReadonlyMap<string, string>,
): LessonFileRow[] {
  const images = files.filter(({ kind }) => kind === 'image').map(({ file_name }) => file_name);
  const data = files.filter(({ kind }) => kind === 'data').map(dataFileContent);
  const named = filesOfScreens(screens.map(screenContentOf), { images, data });
  return files
    .filter(({ kind, file_name }) => (kind === 'image' ? named.images : named.data).includes(file_name))
    .map((file) => {
      if (file.kind === 'image') return file;
      const { screens: shownOn } = dataFileContent(file);
      const kept = shownOn.flatMap((folder) => folders.get(folder) ?? []);
      return { ...file, settings: { ...file.settings, screens: shownOn.length > 0 && kept.length === 0 ? [...folders.values()] : kept } };
    });
}

/** Returns the names of those that the lesson has with other bytes, or that its code would open by the name of another file. */
async function addFiles(
  tx: Tx,
  platform: Platform,
  actor: Actor,
  targetId: number,
  wanted: readonly LessonFileRow[],
  copies: readonly string[],
): Promise<string[]> {
  const before: LessonFileRow[] = await listLessonFiles(tx, targetId);
  const added: LessonFileRow[] = [];
  const widened = new Map<LessonFileRow, LessonFileRow>();
  const kept: string[] = [];
  for (const { kind, file_name, sha256, size, settings } of wanted) {
    const file = { kind, file_name, sha256, size, settings };
    const same = [...before, ...added].find((each) => each.kind === kind && each.file_name.toLowerCase() === file_name.toLowerCase());
    const data = [...before, ...added].filter((each) => each.kind === 'data').map(dataFileContent);
    const clash = kind === 'data' && !same ? findAliasClash(dataFileContent(file), data) : undefined;
    if (!same && !clash) added.push(file);
    else if (same?.sha256 !== sha256) kept.push(file_name);
    else if (kind === 'data') widened.set(same, shownOnAlso(same, copies));
  }
  const files = [...before.map((file) => widened.get(file) ?? file), ...added];
  const lesson = await getLessonToEdit(tx, actor, targetId);
  await storeEditedFiles(tx, platform, actor, lesson, {
    before,
    files,
    summary: `Add files of copied screens to lesson ${lesson.sequence}`,
  });
  return kept;
}

/** A data file that is shown on some screens only, on the copies too. */
function shownOnAlso(file: LessonFileRow, copies: readonly string[]): LessonFileRow {
  const { screens } = dataFileContent(file);
  return screens.length === 0 ? file : { ...file, settings: { ...file.settings, screens: [...new Set([...screens, ...copies])] } };
}
