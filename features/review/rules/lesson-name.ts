import type { ChangedLesson } from '../contract/pull-requests.ts';

/** The display name of a lesson in a pull request. */
export function changedLessonName({ sequence, title, folder }: Pick<ChangedLesson, 'sequence' | 'title' | 'folder'>): string {
  if (sequence === null) return folder;
  return title === '' ? `${sequence} ${folder}` : `${sequence} ${title}`;
}

/** The number that the name of a folder begins with; null: none. */
export function numberOfFolder(folder: string): number | null {
  const number = /^0*(\d{1,9})(?:-|$)/.exec(folder)?.[1];
  return number === undefined ? null : Number(number);
}
