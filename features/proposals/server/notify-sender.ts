import { findLesson } from '#features/lesson-store/server/index.ts';
import { notifyReaders } from '#features/lessons/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Decision, ProposalRow } from './queries.ts';

/** Notifies the sender of a proposal of what became of it, unless they decided themselves. */
export async function notifySender(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'jobs'>,
  { id, lesson_id, screen_id, screen_sequence, screen_title, proposed_by }: ProposalRow,
  { state, decided_by, decision }: Decision & { readonly state: 'accepted' | 'declined' | 'outdated' },
): Promise<void> {
  const lesson = await findLesson(tx, lesson_id);
  if (!lesson) return;
  await notifyReaders(tx, platform, lesson, {
    kind: 'proposal_decision',
    about: `proposal-decision:${id}`,
    actor: decided_by === null ? null : { id: decided_by },
    to: [proposed_by],
    details: {
      decision: state,
      excerpt: decision,
      screen: screen_sequence === null ? null : { sequence: screen_sequence, title: screen_title ?? '' },
    },
    target: { screen_id },
  });
}
