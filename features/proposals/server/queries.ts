/** The table of proposals. */

import { displayName, type User } from '#features/accounts/server/index.ts';
import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import type { ScreenType } from '#features/screens/contract/screens.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { LISTED_MAX, type Proof, type Proposal, type ProposalState } from '../contract.ts';
import { QUESTIONS_LABEL } from '../rules/judge-proposal.ts';

export interface NewProposal {
  readonly lesson_id: number;
  readonly screen_id: number | null;
  readonly base_revision: number;
  readonly base_questions: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly reason: string;
  readonly proof: Proof;
  readonly proven_hash: string;
  readonly proposed_by: number;
  readonly sender: string;
}

export async function insertProposal(tx: Tx, { fields, proof, ...values }: NewProposal): Promise<number> {
  const { id } = await tx
    .insertInto('proposals')
    .values({ ...values, fields: JSON.stringify(fields), proof: JSON.stringify(proof) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function selectProposals(handle: Handle) {
  return handle
    .selectFrom('proposals as p')
    .innerJoin('lessons as l', 'l.id', 'p.lesson_id')
    .innerJoin('releases as r', 'r.id', 'l.release_id')
    .leftJoin('screens as s', 's.id', 'p.screen_id')
    .leftJoin('users as d', 'd.id', 'p.decided_by')
    .where('l.deleted_at', 'is', null)
    .selectAll('p')
    .select([
      'l.sequence as lesson_sequence',
      'l.title as lesson_title',
      'r.name as release_name',
      's.sequence as screen_sequence',
      's.title as screen_title',
      's.type as screen_type',
      's.deleted_at as screen_deleted_at',
      'd.name as decider_name',
      'd.email as decider_email',
    ]);
}

export type ProposalRow = Awaited<ReturnType<ReturnType<typeof selectProposals>['execute']>>[number];

export async function findProposal(handle: Handle, id: number): Promise<ProposalRow | undefined> {
  return selectProposals(handle).where('p.id', '=', id).executeTakeFirst();
}

interface Wanted {
  readonly sent_by?: number;
  readonly lesson_id?: number;
  /** Email of the owner of the lesson. */
  readonly owner?: string;
  /** Also those that are decided. */
  readonly all: boolean;
}

/** Newest first. */
export async function listProposalRows(handle: Handle, { sent_by, lesson_id, owner, all }: Wanted): Promise<ProposalRow[]> {
  return selectProposals(handle)
    .$if(sent_by !== undefined, (query) => query.where('p.proposed_by', '=', sent_by ?? 0))
    .$if(lesson_id !== undefined, (query) => query.where('p.lesson_id', '=', lesson_id ?? 0))
    .$if(owner !== undefined, (query) => query.where('l.owner', '=', owner ?? ''))
    .$if(!all, (query) => query.where('p.state', '=', 'open').where('s.deleted_at', 'is', null))
    .orderBy('p.id', 'desc')
    .limit(LISTED_MAX)
    .execute();
}

/** Whether a proposal for a screen waits for a decision. */
export async function hasOpenProposal(handle: Handle, screenId: number): Promise<boolean> {
  const row = await handle
    .selectFrom('proposals')
    .select('id')
    .where('screen_id', '=', screenId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those that somebody can decide: proposals on deleted lessons wait for nobody. */
export async function countWaiting(handle: Handle, userId: number): Promise<number> {
  const { count } = await handle
    .selectFrom('proposals as p')
    .innerJoin('lessons as l', 'l.id', 'p.lesson_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('p.proposed_by', '=', userId)
    .where('p.state', '=', 'open')
    .where('l.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks a proposal; undefined: it doesn't exist. */
export async function lockState(tx: Tx, id: number): Promise<ProposalState | undefined> {
  return (await tx.selectFrom('proposals').select('state').where('id', '=', id).forUpdate().executeTakeFirst())?.state;
}

export interface Decision {
  readonly state: Exclude<ProposalState, 'open'>;
  /** Null: the product decided, because it no longer applies. */
  readonly decided_by: number | null;
  readonly decision: string | null;
}

export async function decide(tx: Tx, id: number, decision: Decision): Promise<void> {
  await tx
    .updateTable('proposals')
    .set({ ...decision, decided_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export function toProposal(row: ProposalRow, actor: { readonly id: number }): Proposal {
  const { fields, proof, state, sender, created_at, decided_at, proposed_by } = row;
  return {
    id: row.id,
    lesson_id: row.lesson_id,
    lesson_sequence: row.lesson_sequence,
    lesson_title: row.lesson_title,
    release_name: row.release_name,
    screen_id: row.screen_id,
    screen_sequence: row.screen_sequence,
    screen_title: row.screen_title,
    changes: Object.keys(fields).map((field) => labelOf(field, row.screen_type)),
    reason: row.reason,
    proof,
    state,
    proposed_by: sender,
    created_at: created_at.toISOString(),
    decided_by:
      row.decider_email === null
        ? null
        : displayName({ name: row.decider_name, email: row.decider_email } satisfies Pick<User, 'name' | 'email'>),
    decided_at: decided_at?.toISOString() ?? null,
    decision: row.decision,
    is_own: proposed_by === actor.id,
  };
}

/** @param type of the screen; null: a field of the lesson */
function labelOf(field: string, type: ScreenType | null): string {
  if (field === 'multipleChoiceQuestions') return QUESTIONS_LABEL;
  const label = type && screenFieldLabel(field, type);
  if (label !== null) return label;
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
