import type { WorkItem, WorkReason } from '../contract.ts';

/** What the one button of each row does. */
export const ACTIONS: Readonly<Record<WorkReason, string>> = {
  write: 'Open',
  'review-lesson': 'Review',
  review: 'Review',
  unassigned: 'Review',
  changes: 'Answer',
  approved: 'Merge',
  comment: 'Reply',
  completed: 'Check',
  proposal: 'Review',
  mention: 'Read',
};

/** Why an item waits, in one sentence without a period. */
export function workText({ why, by, screen }: Pick<WorkItem, 'why' | 'by' | 'screen'>): string {
  const who = by ?? 'Someone';
  const where = screen === null ? '' : ` on screen ${screen}`;
  switch (why) {
    case 'write':
      return 'You own this lesson';
    case 'review-lesson':
      return 'You review this lesson';
    case 'review':
      return `${who} asks you to review it`;
    case 'unassigned':
      return `${who} sent it for review, and no one has been asked to review it yet`;
    case 'changes':
      return `${who} requested changes`;
    case 'approved':
      return `${who} approved it`;
    case 'comment':
      return `${who} commented${where}`;
    case 'completed':
      return `${who} completed your comment${where}`;
    case 'proposal':
      return `${who} proposes a change${where}`;
    case 'mention':
      return `${who} mentioned you${where}`;
  }
}
