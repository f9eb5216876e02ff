import { editedFile, editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { PREVIEW_CODE_MAX } from '../../contract/previews.ts';
import { PROBLEMS } from './messages.ts';
import { error, type DeployProblem } from './problem.ts';
import type { SnapshotFile } from './snapshot.ts';

/** A file that learners edit, and its text when they begin. */
interface EditedFile {
  readonly name: string;
  readonly text: string;
}

/** The text of a stored file; null: it is no text. */
export type ReadText = (file: SnapshotFile) => Promise<string | null>;

/** The file that learners edit on a screen, with what is wrong about it; null: none. */
export async function readEditedFile(
  lesson: Pick<LessonFields, 'mode' | 'language'>,
  { folder, fields }: Pick<StoredScreen, 'folder' | 'fields'>,
  { files, folders, readText }: { files: readonly SnapshotFile[]; folders: readonly string[]; readText: ReadText },
): Promise<{ file: EditedFile | null; problems: DeployProblem[] }> {
  if (fields.type !== 'code' || !editsFile(lesson)) return { file: null, problems: [] };
  // A file whose screens are all gone is for all screens.
  const here = files.filter(({ screens }) => screens.includes(folder) || !screens.some((each) => folders.includes(each)));
  const file = editedFile(here);
  if (!file) return { file: null, problems: [error(PROBLEMS.noEditedFile)] };
  const text = await readText(file);
  if (text === null || text.length > PREVIEW_CODE_MAX) return { file: null, problems: [error(PROBLEMS.notText(file.name))] };
  return { file: { name: file.name, text }, problems: [] };
}
