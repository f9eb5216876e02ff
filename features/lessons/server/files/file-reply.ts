import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { dataFileContent, nameInCode, type StoredFile } from '#features/lesson-files/server/index.ts';
import { listScreenPositions } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isShownAsText } from './file-text.ts';
import { listFilesFor } from './find-file.ts';

/**
 * The data files of a lesson as sent to the page, by name. @throws AppError `not_found` for a lesson that the actor may
 * not see.
 */
export async function listDataFiles({ db, blobs }: Pick<Platform, 'db' | 'blobs'>, actor: Actor, lessonId: number): Promise<DataFile[]> {
  const files = await listFilesFor(db, actor, lessonId, 'data');
  const ids = new Map((await listScreenPositions(db, lessonId)).map(({ folder, id }) => [folder, id]));
  const replies: DataFile[] = [];
  // One at a time: each may have to be read once.
  for (const file of files) replies.push(toReply(file, ids, await isShownAsText(blobs, file)));
  return replies;
}

function toReply(file: StoredFile, idOfFolder: ReadonlyMap<string, number>, is_text: boolean): DataFile {
  const content = dataFileContent(file);
  const { file_name, mode, preview, lines, show_in_editor, display_first, screens } = content;
  return {
    id: file.id,
    file_name,
    alias: nameInCode(content),
    mode,
    preview,
    lines: lines === null || lines < 1 ? null : lines,
    show_in_editor,
    display_first,
    screens: screens.flatMap((folder) => idOfFolder.get(folder) ?? []),
    bytes: file.size,
    is_text,
  };
}
