import { counted } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';

/** The texts of questions. The server's reason follows those of a failed call, which the specification dictates. */
export const MESSAGES = {
  notCreated: 'An error occurred while trying to create the multiple choice question',
  notSaved: 'An error occurred while trying to save the multiple choice question',
  notDeleted: 'An error occurred while trying to delete the multiple choice question',
  notRestored: 'Couldn’t restore the question. It is still in the trash; try again later.',
  kept: 'Your edits are still here.',
  empty: 'This screen has no questions yet.',
  gone: 'Another author deleted this question. Your edits are kept: saving creates it again.',
  deleted: (name: string) => (name === '' ? 'The question was deleted.' : `The question “${name}” was deleted.`),
  restored: 'The question is restored.',
  moved: (from: number, to: number) => `Question ${from} is now question ${to}.`,
  notMoved: 'Couldn’t move the question',
  kindChanged: (from: string, to: string) => `${from} became ${to}. The text of the question is kept, its answers are not.`,
  rowRemoved: (noun: string, text: string) => (text === '' ? `The ${noun} was removed.` : `The ${noun} “${text}” was removed.`),
  linesLeftOut: (max: number, count: number) =>
    `A list can have at most ${max} rows. ${counted(count, 'line')} ${count === 1 ? 'was' : 'were'} left out.`,
  codeTooLong: `This code is too long: it can have at most ${LIMITS.shortTextMax.toLocaleString('en')} characters.`,
} as const;
