import { getUser } from '#features/accounts/server/index.ts';
import { listWaitingComments } from '#features/comments/server/index.ts';
import { listSeenLessonIds } from '#features/lesson-store/server/index.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { readLessonList } from '#features/lessons/server/index.ts';
import { notificationContext, notificationLink } from '#features/notifications/contract/notification-text.ts';
import { listUnreadMentions, shortened } from '#features/notifications/server/index.ts';
import type { Proposal } from '#features/proposals/contract.ts';
import { listWaitingProposals } from '#features/proposals/server/index.ts';
import { listWaitingPulls } from '#features/review/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { WorkItem } from '../contract.ts';
import { waitsForOwner, waitsForReviewer } from '../rules/work-items.ts';

const NOTHING = { screen: null, by: null, excerpt: null, since: null, due: null, stage: null };

/** Everything that waits for a member of the team. */
export async function listWork(platform: Pick<Platform, 'db'>, actor: Actor): Promise<WorkItem[]> {
  const { db } = platform;
  const email = (await getUser(db, actor.id)).email.toLowerCase();
  const rows = (await readLessonList(platform)).rowsFor(actor);
  const pulls = await listWaitingPulls(db, actor.id);
  const asked = new Set(pulls.flatMap(({ why, release_id }) => (why === 'review' ? [release_id] : [])));
  const mentions = await listMentions(platform, actor);
  const mentioned = new Set(mentions.flatMap(({ comment_id }) => comment_id ?? []));
  return [
    ...rows.filter((row) => waitsForOwner(row, email)).map((row) => lessonItem(row, 'write')),
    ...rows.filter((row) => waitsForReviewer(row, email, asked)).map((row) => lessonItem(row, 'review-lesson')),
    ...pulls.map(({ why, title, release_name, release_id, by, since }): WorkItem => ({
      ...NOTHING,
      why,
      title,
      release: release_name,
      by,
      since: since.toISOString(),
      address: `/releases/${release_id}/pull`,
    })),
    ...(await listComments(platform, actor, rows, email)).filter(({ id }) => !mentioned.has(id)).map(({ item }) => item),
    ...(await listWaitingProposals(db, actor)).map(proposalItem),
    ...mentions.map(({ item }) => item),
  ];
}

function proposalItem({
  id,
  lesson_id,
  lesson_sequence,
  lesson_title,
  release_name,
  screen_id,
  screen_sequence,
  ...proposal
}: Proposal): WorkItem {
  const { proposed_by, reason, created_at } = proposal;
  return {
    ...NOTHING,
    why: 'proposal',
    title: lessonTitle({ sequence: lesson_sequence, title: lesson_title }),
    release: release_name,
    screen: screen_sequence,
    by: proposed_by,
    excerpt: shortened(reason),
    since: created_at,
    address: screen_id === null ? `/lesson/${lesson_id}/proposals` : `/lesson/${lesson_id}/screen/${screen_id}?proposal=${id}`,
  };
}

function lessonItem(row: LessonRow, why: 'write' | 'review-lesson'): WorkItem {
  const { due, stage, release_name: release } = row;
  return { ...NOTHING, why, title: lessonTitle(row), release, due, stage, address: `/lesson/${row.id}` };
}

function lessonTitle({ sequence, title }: Pick<LessonRow, 'sequence' | 'title'>): string {
  return `${sequence} ${title}`.trim();
}

async function listComments({ db }: Pick<Platform, 'db'>, actor: Actor, rows: readonly LessonRow[], email: string) {
  const own = rows.flatMap(({ id, owner }) => (owner === email ? [id] : []));
  const lessons = new Map(rows.map((row) => [row.id, row]));
  return (await listWaitingComments(db, actor.id, own)).flatMap(
    ({ id, lesson_id, screen_id, screen_sequence, comment, why, by, since }) => {
      const lesson = lessons.get(lesson_id);
      if (lesson === undefined) return [];
      const item: WorkItem = {
        ...NOTHING,
        why: why === 'open' ? 'comment' : 'completed',
        title: lessonTitle(lesson),
        release: lesson.release_name,
        screen: screen_sequence,
        by,
        excerpt: shortened(comment),
        since: since.toISOString(),
        address: `/lesson/${lesson_id}/screen/${screen_id}?comment=${id}`,
      };
      return [{ id, item }];
    },
  );
}

/** Mentions that aren't read yet, in lessons and pull requests that still exist. */
async function listMentions({ db }: Pick<Platform, 'db'>, actor: Actor) {
  const unread = await listUnreadMentions(db, actor.id);
  const seen = await listSeenLessonIds(
    db,
    actor,
    unread.flatMap(({ target }) => target.lesson_id ?? []),
  );
  return unread.flatMap((each) => {
    const { actor: by, details, target, created_at } = each;
    if (target.lesson_id !== null && !seen.has(target.lesson_id)) return [];
    const item: WorkItem = {
      ...NOTHING,
      why: 'mention',
      title: details.lesson === null ? notificationContext(each) || (details.release ?? '') : lessonTitle(details.lesson),
      release: details.release ?? '',
      screen: details.screen?.sequence ?? null,
      by: by?.name ?? null,
      excerpt: details.excerpt,
      since: created_at,
      address: notificationLink(each),
    };
    return [{ comment_id: target.comment_id, item }];
  });
}
