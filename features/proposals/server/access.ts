import { mayEditLesson, requireEditableLesson } from '#features/lesson-store/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { mayWithdraw } from '../proposals.policy.ts';
import { findProposal, type ProposalRow } from './queries.ts';

type Deps = Pick<Platform, 'db'>;

/** Returns a proposal of one's own, or one on a lesson that one may edit. @throws AppError `not_found` for others, so that they aren't disclosed */
export async function getProposalFor({ db }: Deps, actor: Actor, id: number): Promise<ProposalRow> {
  const row = await findProposal(db, id);
  if (!row || (!mayWithdraw(actor, row) && !(await mayEditLesson(db, actor, row.lesson_id)))) throw notFound('proposal');
  return row;
}

/** Returns a proposal that one may decide on. @throws AppError `not_found`; `forbidden` and `refused` as for an edit */
export async function getProposalToDecide({ db }: Deps, actor: Actor, id: number): Promise<ProposalRow> {
  const row = await getProposalFor({ db }, actor, id);
  await requireEditableLesson({ db }, actor, row.lesson_id);
  return row;
}
