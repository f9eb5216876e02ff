import { recordAudit } from '#features/audit/server/index.ts';
import { assistedMessage, endStretches } from '#features/changes/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { saveLesson } from '#features/lessons/server/index.ts';
import { saveScreen } from '#features/screens/server/index.ts';
import { withHiddenShown } from '#platform/contract/one-line.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { AppError, refused } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Acceptance, ProposedLessonFields, ProposedScreenFields } from '../contract.ts';
import { whyDecided } from '../proposals.policy.ts';
import { getProposalToDecide } from './access.ts';
import { withChange, questionsHash, readSubject, type EditedLesson, type ProposalSubject } from './edited-lesson.ts';
import { MESSAGES } from './messages.ts';
import { notifySender } from './notify-sender.ts';
import { inTurn, auditSubject } from './propose-change.ts';
import { proveChange } from './prove-change.ts';
import { decide, lockState, type ProposalRow } from './queries.ts';

/**
 * Saves proposals as edits of `actor`, one after the other. Each is decided by itself.
 *
 * @throws AppError `not_found`, `forbidden` or `refused` if one of them can't be decided by them; then none is saved.
 */
export async function acceptProposals(
  platform: Platform,
  actor: Actor,
  ids: readonly number[],
  operationId: string | undefined,
): Promise<Acceptance[]> {
  const distinct = [...new Set(ids)];
  for (const id of distinct) await getProposalToDecide(platform, actor, id);
  return inTurn(actor, () =>
    platform.operations.run({ id: operationId, actor, stopped: MESSAGES.acceptStopped }, async (operation) => {
      const decided: Acceptance[] = [];
      try {
        for (const id of distinct) {
          operation.signal.throwIfAborted();
          const problem = await acceptOne(platform, actor, id, operation);
          decided.push({ id, is_accepted: problem === null, problem });
        }
        return decided;
      } catch (error) {
        // What is saved stays saved, and the caller must learn of it.
        if (decided.length === 0) throw error;
        const problem = problemOf(platform, operation, error);
        return [...decided, ...distinct.slice(decided.length).map((id) => ({ id, is_accepted: false, problem }))];
      }
    }),
  );
}

/** Why the others wait after an error. */
function problemOf({ log }: Pick<Platform, 'log'>, { signal }: Operation, error: unknown): string {
  if (signal.aborted) return MESSAGES.acceptStopped;
  if (error instanceof AppError) return error.message;
  log.error({ err: error }, 'could not accept a proposal');
  return MESSAGES.acceptFailed;
}

/** Returns why a proposal is not saved; null: it is. @throws what isn't about the proposal, such as a runner that is away */
async function acceptOne(platform: Platform, actor: Actor, id: number, operation: Operation): Promise<string | null> {
  const row = await getProposalToDecide(platform, actor, id);
  const decided = whyDecided(row.state);
  if (decided !== null) return decided;
  if (row.screen_deleted_at !== null) return MESSAGES.gone;
  const subject = await readSubject(platform.db, row);
  const edited = await mergeAgain(platform, subject, row);
  if (typeof edited === 'string') return outdate(platform, row, edited);
  if (subject.lesson.content_hash !== row.proven_hash) {
    const [found] = (await proveChange(platform, actor, subject, edited, operation)).findings;
    if (found) return outdate(platform, row, MESSAGES.provenAgain(found.text));
  }
  try {
    await save(platform, actor, row, subject.lesson.content_hash);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return error.message;
    throw error;
  }
}

/** The lesson with the change, or why it can't be merged into what is stored now. */
async function mergeAgain({ db }: Pick<Platform, 'db'>, subject: ProposalSubject, row: ProposalRow): Promise<EditedLesson | string> {
  if ('multipleChoiceQuestions' in row.fields && questionsHash(subject.screen) !== row.base_questions) return MESSAGES.questionsChanged;
  try {
    return await withChange(db, subject, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'conflict' ? MESSAGES.mergeConflict : error.message;
  }
}

/** The person's own save. It counts only if the lesson is still what the proof is about. */
async function save(platform: Platform, actor: Actor, row: ProposalRow, provenHash: string): Promise<void> {
  const { id, lesson_id, screen_id, base_revision, fields, reason, sender } = row;
  const message = assistedMessage(reason, withHiddenShown(sender));
  const alongside = async (tx: Tx, lesson: Pick<StoredLesson, 'content_hash' | 'release_id'>): Promise<void> => {
    const decided = whyDecided((await lockState(tx, id)) ?? 'withdrawn');
    if (decided !== null) throw refused(decided);
    if (lesson.content_hash !== provenHash) throw refused(MESSAGES.changedMeanwhile);
    // What the author typed before is theirs alone: it gets a commit of its own.
    await endStretches(tx, platform, { release_id: lesson.release_id, lesson_id, user_id: actor.id }, null);
    const decision = { state: 'accepted', decided_by: actor.id, decision: null } as const;
    await decide(tx, id, decision);
    await notifySender(tx, platform, row, decision);
    await recordAudit(tx, {
      actor,
      action: 'proposal.accept',
      subject: auditSubject(lesson_id, screen_id),
      details: { proposal: id, sender },
    });
  };
  if (screen_id === null) {
    const texts = fields as ProposedLessonFields;
    await saveLesson(platform, actor, lesson_id, { ...(texts as object), revision: base_revision, save_message: message }, alongside);
  } else {
    const address = { lessonId: lesson_id, screenId: screen_id };
    const input = { ...(fields as ProposedScreenFields), revision: base_revision, saveMessage: message };
    await saveScreen(platform, actor, address, input, (tx, _stored, lesson) => alongside(tx, lesson));
  }
}

/** Nobody can accept it any more: its sender makes it again. Returns why. */
async function outdate(platform: Pick<Platform, 'db' | 'config' | 'jobs'>, row: ProposalRow, problem: string): Promise<string> {
  const decision = { state: 'outdated', decided_by: null, decision: problem } as const;
  await platform.db.transaction().execute(async (tx) => {
    if ((await lockState(tx, row.id)) !== 'open') return;
    await decide(tx, row.id, decision);
    await notifySender(tx, platform, row, decision);
  });
  return problem;
}
