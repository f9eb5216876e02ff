import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { editedFile, editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '../../contract/lessons.ts';

/**
 * The files that have a tab on a screen: texts that apply to it and are shown in the editor. Where learners edit a file, all texts are.
 * The one displayed first is first.
 */
export function filesOfScreen(files: readonly DataFile[], screenId: number, lesson: Pick<Lesson, 'mode' | 'language'>): DataFile[] {
  const showsAll = editsFile(lesson);
  return filesFor(files, screenId)
    .filter((file) => (showsAll || file.show_in_editor) && file.is_text)
    .toSorted((left, right) => Number(right.display_first) - Number(left.display_first));
}

/** The files that apply to a screen. */
function filesFor(files: readonly DataFile[], screenId: number): DataFile[] {
  return files.filter(({ screens }) => screens.length === 0 || screens.includes(screenId));
}

/** The file that learners edit on a screen; null: the lesson has another mode, or it isn't clear which file. */
export function editedFileOf(files: readonly DataFile[], screenId: number, lesson: Pick<Lesson, 'mode' | 'language'>): DataFile | null {
  return editsFile(lesson) ? editedFile(filesFor(files, screenId)) : null;
}
