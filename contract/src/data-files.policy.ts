import type { DataFileFields } from './data-files.ts';
import { CUSTOM_SETUP_FILE } from './packages.ts';

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
