import { screenFolder } from '#content/folder-name.ts';
import { listLessonFiles } from '#server/lessons/files/data-files.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listFolders, type StoredScreen } from '#server/lessons/screen-queries.ts';

/** Folder names that screenFolder gives to screens without a title. */
const UNNAMED = /^screen(-\d+)?$/;

/**
 * Returns a screen's folder after its title became `title`. A screen is named once, but most are created without a
 * title: the first title names the folder, and later ones don't change it. A folder that a data file refers to stays as
 * well.
 */
export async function folderAfterTitle(tx: Tx, screen: StoredScreen, title: string): Promise<string> {
  if (screen.fields.title !== '' || title === '' || !UNNAMED.test(screen.folder)) return screen.folder;
  const files = await listLessonFiles(tx, screen.lesson_id);
  if (files.some(({ settings }) => Array.isArray(settings['screens']) && settings['screens'].includes(screen.folder))) return screen.folder;
  return screenFolder(title, await listFolders(tx, screen.lesson_id));
}
