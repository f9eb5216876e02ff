import { screenFolder } from '#content/folder-name.ts';
import { listLessonFiles } from '#server/lessons/files/data-files.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listFolders, type StoredScreen } from '#server/lessons/screen-queries.ts';

/** What screenFolder gives a screen that has no title yet. */
const UNNAMED = /^screen(-\d+)?$/;

/**
 * The folder of a screen after its title became `title`. A screen is named once (product §4), and most are made before
 * they have a title: so the first title gives the name, and later ones leave it. A folder that a data file is
 * addressed to stays as well.
 */
export async function folderAfterTitle(tx: Tx, screen: StoredScreen, title: string): Promise<string> {
  if (screen.fields.title !== '' || title === '' || !UNNAMED.test(screen.folder)) return screen.folder;
  const files = await listLessonFiles(tx, screen.lesson_id);
  if (files.some(({ settings }) => Array.isArray(settings['screens']) && settings['screens'].includes(screen.folder))) return screen.folder;
  return screenFolder(title, await listFolders(tx, screen.lesson_id));
}
