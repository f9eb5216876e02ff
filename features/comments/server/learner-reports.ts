import { findActiveUserByEmail } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { findLesson } from '#features/lesson-store/server/index.ts';
import { notifyReaders, readersAmong } from '#features/lessons/server/index.ts';
import { wasNotified } from '#features/notifications/server/index.ts';
import { findScreen, listScreenPositions, type StoredScreen } from '#features/screens/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused, tooMany } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './messages.ts';
import { countOpenReports, type CommentRow, insertComment } from './queries.ts';

/** A lesson with this many open reports accepts no more. */
const OPEN_MAX = 200;
const NOTIFY_EVERY_MS = 60 * 60_000;

interface LearnerReport {
  /** The lesson whose build the learner sees. */
  readonly lessonId: number;
  readonly screenUuid: string;
  /** Who made the link. */
  readonly sharedBy: number;
  readonly text: string;
}

/**
 * Stores what a learner reported as a comment on the screen, and notifies whose lesson it is, at most once an hour.
 *
 * @throws AppError `refused` if the screen is no longer in the lesson; `too_many` if the lesson has too many open reports.
 */
export async function addLearnerReport(platform: Platform, { lessonId, screenUuid, sharedBy, text }: LearnerReport): Promise<void> {
  const lesson = await findLesson(platform.db, lessonId);
  const found = lesson && (await listScreenPositions(platform.db, lessonId)).find(({ uuid }) => uuid === screenUuid);
  const screen = found && (await findScreen(platform.db, found.id));
  if (!screen) throw refused(MESSAGES.screenGone);
  if ((await countOpenReports(platform.db, lessonId)) >= OPEN_MAX) throw tooMany(MESSAGES.manyReports, NOTIFY_EVERY_MS / 1_000);
  await platform.db.transaction().execute(async (tx) => {
    const row = { screen_id: screen.id, user_id: sharedBy, is_from_learner: true, comment: text, tags: [], mandatory: false, quote: null };
    const made = await insertComment(tx, row);
    const details = { screen_id: screen.id, from_learner: true };
    await recordAudit(tx, { actor: null, action: 'comment.create', subject: `comment:${made.id}`, details });
    await notify(tx, platform, { lesson, screen, made, sharedBy });
  });
  platform.live.publish(`lesson:${lessonId}`, { type: 'comments-changed', screen_id: screen.id });
}

interface Reported {
  readonly lesson: NonNullable<Awaited<ReturnType<typeof findLesson>>>;
  readonly screen: StoredScreen;
  readonly made: CommentRow;
  readonly sharedBy: number;
}

/** Notifies the lesson's owner, or else the person who made the link. An owner who may not see the lesson is passed over. */
async function notify(tx: Tx, platform: Platform, { lesson, screen, made, sharedBy }: Reported): Promise<void> {
  const owner = lesson.fields.owner === null ? undefined : await findActiveUserByEmail(tx, lesson.fields.owner);
  const candidates = owner ? [owner.id, sharedBy] : [sharedBy];
  const readers = await readersAmong(tx, lesson.id, candidates);
  const to = candidates.find((id) => readers.includes(id));
  if (to === undefined) return;
  const about = `learners:${lesson.id}`;
  const now = Date.now();
  if (await wasNotified(tx, { userId: to, about, since: new Date(now - NOTIFY_EVERY_MS) })) return;
  const { sequence, fields } = screen;
  await notifyReaders(tx, platform, lesson, {
    kind: 'reply',
    // Of two at the same time, one is stored.
    about: `${about}:${Math.floor(now / NOTIFY_EVERY_MS)}`,
    actor: null,
    to: [to],
    details: { screen: { sequence, title: fields.title }, excerpt: made.comment, is_from_learner: true },
    target: { screen_id: screen.id, comment_id: made.id },
  });
}
