import { findActiveUserByEmail, nameOfCredential } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { getLessonToEdit, requireEditableLesson, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { notifyReaders } from '#features/lessons/server/index.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused, tooMany } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { WAITING_MAX, type Proof, type Proposal, type ProposedChange } from '../contract.ts';
import { withChange, questionsHash, readSubject } from './edited-lesson.ts';
import { MESSAGES } from './messages.ts';
import { proveChange } from './prove-change.ts';
import { countWaiting, findProposal, insertProposal, toProposal } from './queries.ts';

/** People whose proposal is being proven: one after the other, because each takes many runs. */
const proving = new Set<number>();

/**
 * Proves a change and stores it as a proposal if it passes. One that doesn't is stored nowhere.
 *
 * @param credential Of the call: a token is named as the sender.
 * @throws AppError as for an edit; `conflict` if the change can't be merged; `refused` if it changes nothing; `too_many`
 */
export async function proposeChange(
  platform: Platform,
  actor: Actor,
  credential: string | null,
  { operation_id, ...change }: ProposedChange,
): Promise<Proven> {
  const { db, operations } = platform;
  const sender = (credential === null ? null : await nameOfCredential(db, credential)) ?? actor.name;
  return inTurn(actor, () =>
    operations.run({ id: operation_id, actor, stopped: MESSAGES.stopped }, (operation) =>
      proveAndStore(platform, actor, { ...change, sender }, operation),
    ),
  );
}

/** `proposal`: null if the proof has findings. */
export interface Proven {
  readonly proposal: Proposal | null;
  readonly proof: Proof;
}

/**
 * {@link proposeChange} as a part of other work, in the turn of its person.
 *
 * @param change.sender Who is named beside the change, and in the commit of an author who accepts it.
 */
export async function proveAndStore(
  platform: Platform,
  actor: Actor,
  { lesson_id, base_revision, fields, lesson_fields, reason, sender, ...input }: Omit<ProposedChange, 'operation_id'> & { sender: string },
  operation: Operation,
): Promise<Proven> {
  const { db } = platform;
  const screen_id = input.screen_id ?? null;
  await requireEditableLesson(platform, actor, lesson_id);
  if ((await countWaiting(db, actor.id)) >= WAITING_MAX) throw tooMany(MESSAGES.tooMany(WAITING_MAX));
  const subject = await readSubject(db, { lesson_id, screen_id });
  if (fields?.multipleChoiceQuestions && base_revision !== subject.screen?.revision) throw refused(MESSAGES.questionsOutdated);
  const change = { base_revision, fields: withoutUndefined(fields ?? lesson_fields ?? {}) };
  const edited = await withChange(db, subject, change);
  const proof = await proveChange(platform, actor, subject, edited, operation);
  if (!proof.passes) return { proposal: null, proof };
  const id = await db.transaction().execute(async (tx) => {
    const { owner } = (await getLessonToEdit(tx, actor, lesson_id)).fields;
    const stored = await insertProposal(tx, {
      ...change,
      lesson_id,
      screen_id,
      base_questions: questionsHash(subject.screen),
      reason,
      proof,
      proven_hash: subject.lesson.content_hash,
      proposed_by: actor.id,
      sender,
    });
    await recordAudit(tx, {
      actor,
      action: 'proposal.create',
      subject: auditSubject(lesson_id, screen_id),
      details: { proposal: stored, sender },
    });
    await notifyOwner(tx, platform, actor, { ...subject, id: stored, owner, reason });
    return stored;
  });
  const row = await findProposal(db, id);
  return { proposal: row ? toProposal(row, actor) : null, proof };
}

/** What the audit trail names. */
export function auditSubject(lessonId: number, screenId: number | null): string {
  return screenId === null ? `lesson:${lessonId}` : `screen:${screenId}`;
}

/** Runs one proof of a person at a time. @throws AppError `too_many` */
export async function inTurn<T>({ id }: Actor, work: () => Promise<T>): Promise<T> {
  if (proving.has(id)) throw tooMany(MESSAGES.oneAtATime, 10);
  proving.add(id);
  try {
    return await work();
  } finally {
    proving.delete(id);
  }
}

function withoutUndefined(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

interface Stored {
  readonly id: number;
  readonly lesson: StoredLesson;
  readonly screen: StoredScreen | null;
  /** Email; null: the lesson has none. */
  readonly owner: string | null;
  readonly reason: string;
}

async function notifyOwner(tx: Tx, platform: Platform, actor: Actor, { id, lesson, screen, owner, reason }: Stored): Promise<void> {
  const user = owner === null ? null : await findActiveUserByEmail(tx, owner);
  if (user === null) return;
  await notifyReaders(tx, platform, lesson, {
    kind: 'proposal',
    about: `proposal:${id}`,
    actor,
    to: [user.id],
    details: { proposal: id, excerpt: reason, screen: screen ? { sequence: screen.sequence, title: screen.fields.title } : null },
    target: { screen_id: screen?.id ?? null },
  });
}
