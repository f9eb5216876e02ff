import { counted } from '#platform/contract/counted.ts';

export const MESSAGES = {
  loadFailed: 'Couldn’t load the proposals. Try again later.',
  detailsFailed: 'Couldn’t load the proposal. Try again later.',
  acceptFailed: 'Couldn’t accept everything. Proposals that are still listed were not saved; try again.',
  declineFailed: 'Couldn’t decline the proposal. It still waits; try again.',
  withdrawFailed: 'Couldn’t withdraw the proposal. It still waits; try again.',
  unsaved: 'Couldn’t save your own changes first. Save them, then accept the proposal.',
  none: 'No proposals wait for this lesson.',
  explained:
    'What others and their programs propose to change. Accepting saves the change as your own edit; the history can restore what was before.',
  limits: 'The proof says what was tried. It doesn’t say that the change is right: read it.',
  notMerged: 'The same text has changed since. This proposal can’t be shown any more, and accepting it reports why.',
  accepted: (count: number) => `${counted(count, 'proposal')} accepted`,
  wait: (count: number, what: 'lesson' | 'screen') => `${counted(count, 'proposal')} ${count === 1 ? 'waits' : 'wait'} for this ${what}.`,
} as const;
