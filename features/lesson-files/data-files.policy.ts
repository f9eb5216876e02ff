import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { DataFileFields } from './contract/data-files.ts';

/** Whether learners edit a file of the lesson. Lessons without code and those of the command line have no editor for it. */
export function editsFile({ mode, language }: Pick<LessonFields, 'mode' | 'language'>): boolean {
  return mode === 'filescreen' && language !== null && !isTerminal(language);
}

/**
 * The file that learners edit on a screen, among the files that apply to it: the one that is displayed first, or the only one.
 * Null: no file, or several and none displayed first.
 */
export function editedFile<File extends Pick<DataFileFields, 'display_first'>>(files: readonly File[]): File | null {
  return files.find(({ display_first }) => display_first) ?? (files.length === 1 ? (files[0] ?? null) : null);
}

/**
 * Whether learners see a file: those that are shown in the editor, and those with a preview. Setup scripts of the command line are
 * hidden, because they may reveal the checks.
 */
export function isShownToLearners(file: Pick<DataFileFields, 'alias' | 'show_in_editor' | 'preview'>): boolean {
  return (file.show_in_editor || file.preview) && file.alias !== CUSTOM_SETUP_FILE;
}

/** The part of a file's text that learners see: its first lines if it has a preview, or else all of it. */
export function shownText(text: string, { preview, lines }: Pick<DataFileFields, 'preview' | 'lines'>): string {
  return preview && lines !== null ? text.split('\n').slice(0, lines).join('\n') : text;
}
