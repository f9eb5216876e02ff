import { counted } from '#platform/contract/counted.ts';

export const MESSAGES = {
  loadFailed: 'Couldn’t load the trash. Try again.',
  empty: 'The trash is empty. Deleted lessons, screens, questions, files, images, courses and paths are kept here for 30 days.',
  emptyExternal: 'The trash is empty. Items deleted from your lessons are kept here for 30 days.',
  noMatch: 'No items match.',
  kept: 'Deleted items can be restored for 30 days.',
  restoreFailed: 'Couldn’t restore the item. It is still in the trash; try again later.',
  restoredMany: (count: number) => `${counted(count, 'item')} restored.`,
  restoring: (name: string) => `Restoring ${name}`,
  notRestored: (count: number) => `${counted(count, 'item')} couldn’t be restored and ${count === 1 ? 'stays' : 'stay'} in the trash:`,
  stopped: (done: number, all: number) =>
    `Stopped. ${done} of ${counted(all, 'item')} ${done === 1 ? 'is' : 'are'} restored, and the others stay selected.`,
  restoredMeanwhile: (name: string) => `“${name}” is no longer in the trash: someone else restored it.`,
  lessonDeleted: (sequence: number) => `Lesson ${sequence} deleted.`,
  nameDeleted: (name: string) => `“${name}” deleted.`,
  restored: (what: string, release: string) => `${what} restored to ${release}.`,
  nameRestored: (name: string, sequence: number) => `“${name}” restored to lesson ${sequence}.`,
} as const;
