import { DataFileContent } from '#features/content-model/rules/lesson-content.ts';
import type { LessonFileRow } from './queries.ts';

/** The settings of a data file, with defaults filled in. */
export function dataFileContent({ file_name, settings }: Pick<LessonFileRow, 'file_name' | 'settings'>): DataFileContent {
  return DataFileContent.parse({ ...settings, file_name });
}

/** The name by which code opens a file: its alias, or its own name. */
export function nameInCode({ alias, file_name }: Pick<DataFileContent, 'alias' | 'file_name'>): string {
  return alias === '' ? file_name : alias;
}

/**
 * Another file that code on some screen would open by the same name, or whose folder has the name; undefined if there is none.
 * Case-insensitive, like many file systems.
 */
export function findAliasClash(file: DataFileContent, others: readonly DataFileContent[]): DataFileContent | undefined {
  const name = nameInCode(file).toLowerCase();
  return others.find(
    (other) =>
      other.file_name !== file.file_name &&
      cannotShareFolder(nameInCode(other).toLowerCase(), name) &&
      shareScreen(file.screens, other.screens),
  );
}

function cannotShareFolder(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** An empty list means all screens. */
function shareScreen(one: readonly string[], other: readonly string[]): boolean {
  return one.length === 0 || other.length === 0 || one.some((folder) => other.includes(folder));
}
