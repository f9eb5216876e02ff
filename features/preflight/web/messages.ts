import { counted } from '#platform/contract/counted.ts';

/** Texts of preflight. */
export const MESSAGES = {
  csvHint: 'The filtered findings, with authors and owners of their lessons',
  mineHint: 'Lessons that you own, or wrote if they have no owner',
  loadFailed: 'Couldn’t load the findings. Try again.',
  runFailed: 'Couldn’t check all lessons. Try again.',
  fixFailed: 'Couldn’t fix this. Try again.',
  undoFailed: 'Couldn’t undo this.',
  isWord: 'It is a word.',
  knowsWord: (word: string) => `All lessons may use “${word}” now.`,
  wordAdded: (message: string) => `All lessons may use ${/“.*”/.exec(message)?.[0] ?? 'this word'} now.`,
  acceptFailed: 'Couldn’t accept this. Try again.',
  reopenFailed: 'Couldn’t show this again. Try again.',
  none: 'No problems found.',
  noneShown: 'No findings match these filters.',
  unchecked: (count: number) => `${counted(count, 'lesson')} ${count === 1 ? 'hasn’t' : 'haven’t'} been checked since the last change.`,
  shallow: (count: number) =>
    `${counted(count, 'lesson')} ${count === 1 ? 'isn’t' : 'aren’t'} fully imported and can’t be checked. Import ${count === 1 ? 'it' : 'them'} first.`,
  cut: (shown: number) => `Only the first ${shown} findings are listed. Fix some of them to see the rest.`,
  fixing: 'Fixing',
  undoing: 'Undoing',
  fixAllText: 'Each fix is saved in its lesson, as if you had pressed its button. You can undo all of them together.',
  fixedMany: (done: number, of: number) => `Fixed ${done === of ? counted(done, 'finding') : `${done} of ${of} findings`}.`,
  notFixed: (count: number) => `${counted(count, 'finding')} couldn’t be fixed:`,
  notUndone: (count: number, reason: string) => `${counted(count, 'fix', 'fixes')} couldn’t be undone. ${reason}`,
  fixed: (message: string) => `Fixed: ${message}`,
  undone: 'Undone.',
  accepted: 'Accepted. It returns if this part of the lesson changes.',
  deleted: (name: string) => `“${name}” moved to the trash`,
  restored: (name: string) => `“${name}” restored`,
  published: 'Published lessons are read-only. Clone a lesson to fix what was found in it.',
  acceptHint: 'The reason is stored in git with the lesson. The finding returns if this part of the lesson changes.',
  linksDue: (due: number, total: number) => {
    const links = total === 1 ? '1 link to another site' : `${total} links to other sites`;
    const negated = (count: number) => (count === 1 ? 'hasn’t' : 'haven’t');
    return due === total ? `${links} ${negated(total)} been checked yet.` : `${due} of ${links} ${negated(due)} been checked recently.`;
  },
  linksFailed: 'Couldn’t check all links. Try again.',
  deployWithErrors: (count: number) =>
    `Preflight found ${counted(count, 'error')} in this lesson. The deploy may fail because of that, and its log then says why.`,
  mergeWithErrors: (count: number) => `Preflight found ${counted(count, 'error')} in this release.`,
} as const;
