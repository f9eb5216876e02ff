import { displayName, listActiveUsers, listGroups, type User } from '#features/accounts/server/index.ts';
import { recordAudit } from '#features/audit/server/index.ts';
import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import { settleNotifications } from '#features/notifications/server/index.ts';
import { getReviewedRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ReviewerCandidate } from '../contract/pull-requests.ts';
import { REVIEWER_ROLES } from '../review.policy.ts';
import { MESSAGES } from './messages.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { findPull, getOpenPull } from './pulls/pull-requests.ts';
import {
  type Asked,
  deleteGroupRequests,
  deleteRequest,
  listFollowers,
  listLessonWork,
  listRequests,
  listSaversIn,
  putRequests,
  setFollower,
  settleRequestRows,
} from './pulls/request-queries.ts';
import { recordReview } from './record-review.ts';

/** Most people who are asked at once, alone and with groups. */
const ASKED_MAX = 200;

/** Who can be asked: those who may approve and have joined, apart from who asks. */
async function listAskable(handle: Handle, actor: Pick<Actor, 'id'>): Promise<User[]> {
  return (await listActiveUsers(handle, REVIEWER_ROLES)).filter(({ id, name }) => id !== actor.id && name !== null);
}

/** Everyone who can be asked to review a release, with what they know of its lessons. */
export async function listCandidates({ db }: Pick<Platform, 'db'>, actor: Actor, releaseId: number): Promise<ReviewerCandidate[]> {
  await getReviewedRelease(db, releaseId);
  const work = await listLessonWork(db, releaseId);
  const writers = await listSaversIn(db, releaseId);
  const opener = (await findPull(db, releaseId))?.opened_by ?? null;
  return (await listAskable(db, actor))
    .filter(({ id }) => id !== opener)
    .map((user) => ({
      id: user.id,
      name: displayName(user),
      reviews: work.flatMap(({ lesson_id, reviewer }) => (reviewer === user.email.toLowerCase() ? [lesson_id] : [])),
      wrote: work.flatMap(({ lesson_id, saves }) => (saves[user.id] === undefined ? [] : [lesson_id])),
      is_writer: writers.has(user.id),
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** The reviewers that the changed lessons name, for requests that choose nobody themselves. */
export async function listNamedReviewers(handle: Handle, actor: Actor, releaseId: number, folders: ReadonlySet<string>): Promise<number[]> {
  const named = new Set(
    (await listLessonWork(handle, releaseId)).flatMap(({ folder, reviewer }) => (folders.has(folder) ? (reviewer ?? []) : [])),
  );
  if (named.size === 0) return [];
  return (await listAskable(handle, actor)).filter(({ email }) => named.has(email.toLowerCase())).map(({ id }) => id);
}

/** Whom somebody asks: users and groups by their ids. */
export interface Asking {
  readonly reviewers?: readonly number[] | undefined;
  readonly groups?: readonly number[] | undefined;
}

/**
 * Who is asked: the users, and everyone in the groups now who can be asked.
 * @param opener Who opened the pull request: groups that they are in are asked without them.
 * @throws AppError `refused` if someone isn't on staff, a group is gone, or nobody in it can be asked; who asks can't ask themselves
 */
export async function whoIsAsked(
  handle: Handle,
  actor: Actor,
  { reviewers = [], groups = [] }: Asking,
  opener: number | null = null,
): Promise<Asked> {
  if (reviewers.length + groups.length === 0) return new Map();
  const askable = new Set((await listAskable(handle, actor)).map(({ id }) => id));
  if (!reviewers.every((id) => askable.has(id))) throw refused(MESSAGES.notAskable);
  const found = await listGroups(handle, groups);
  if (found.length < new Set(groups).size) throw refused(MESSAGES.groupGone);
  const asked = new Map<number, number | null>();
  for (const { id: groupId, name, members } of found) {
    const able = members.filter(({ id }) => askable.has(id) && id !== opener);
    if (able.length === 0) throw refused(MESSAGES.nobodyInGroup(name));
    for (const { id } of able) asked.set(id, groupId);
  }
  for (const id of reviewers) asked.set(id, null);
  if (asked.size > ASKED_MAX) throw refused(MESSAGES.tooManyAsked(ASKED_MAX));
  return asked;
}

/**
 * Asks users to review the open pull request of a release, or asks them again, and those of groups who weren't asked yet. Only they are
 * notified.
 * @throws AppError `not_found`; `refused` if it isn't open, or someone can't be asked
 */
export async function askReviewers(platform: Platform, actor: Actor, releaseId: number, asking: Asking): Promise<void> {
  await getReviewedRelease(platform.db, releaseId);
  await platform.db.transaction().execute(async (tx) => {
    const pull = await getOpenPull(tx, releaseId);
    if (asking.reviewers?.some((id) => id === pull.opened_by)) throw refused(MESSAGES.openerAsked);
    const known = new Set((await listRequests(tx, pull.id)).map(({ user_id }) => user_id));
    const asked = await whoIsAsked(tx, actor, asking, pull.opened_by);
    // Of a group, those who weren't asked yet: the others keep what they said.
    const fresh = new Map([...asked].filter(([id, group]) => group === null || !known.has(id)));
    if (fresh.size > 0) await askIn(tx, platform, actor, pull, fresh);
  });
  publishLessonsChanged(platform, releaseId, []);
}

/** {@link askReviewers} in the transaction that opened the pull request, or that found it open. */
export async function askIn(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'jobs'>,
  actor: Actor,
  pull: StoredPull,
  asked: Asked,
): Promise<void> {
  const users = [...asked.keys()];
  await putRequests(tx, pull.id, asked, actor.id);
  await recordReview(tx, platform, actor, pull, {
    action: 'ask',
    about: `ask:${Date.now()}`,
    text: '',
    asked: users,
    details: { users },
  });
}

/**
 * Takes back the requests to a group that wait for an answer.
 * @throws AppError `not_found` if there are none; `refused` if the pull request isn't open
 */
export async function withdrawGroup(platform: Platform, actor: Actor, releaseId: number, groupId: number): Promise<void> {
  await getReviewedRelease(platform.db, releaseId);
  await platform.db.transaction().execute(async (tx) => {
    const pull = await getOpenPull(tx, releaseId);
    const users = await deleteGroupRequests(tx, pull.id, groupId);
    if (users.length === 0) throw notFound('review request');
    for (const user_id of users) await settleNotifications(tx, { kind: 'review_request', release_id: releaseId, user_id });
    await recordAudit(tx, {
      actor,
      action: 'pull-request.withdraw-group',
      subject: `release:${releaseId}`,
      details: { number: pull.number, users },
    });
  });
  publishLessonsChanged(platform, releaseId, []);
}

/** Takes a request back. @throws AppError `not_found` */
export async function withdrawRequest(platform: Platform, actor: Actor, releaseId: number, userId: number): Promise<void> {
  await getReviewedRelease(platform.db, releaseId);
  await platform.db.transaction().execute(async (tx) => {
    const pull = await getOpenPull(tx, releaseId);
    if (!(await deleteRequest(tx, pull.id, userId))) throw notFound('review request');
    await settleNotifications(tx, { kind: 'review_request', release_id: releaseId, user_id: userId });
    await recordAudit(tx, {
      actor,
      action: 'pull-request.withdraw',
      subject: `release:${releaseId}`,
      details: { number: pull.number, user: userId },
    });
  });
  publishLessonsChanged(platform, releaseId, []);
}

/** Follows the pull request of a release, or no longer. @throws AppError `not_found` */
export async function followPull(platform: Pick<Platform, 'db'>, actor: Actor, releaseId: number, isFollowing: boolean): Promise<void> {
  await getReviewedRelease(platform.db, releaseId);
  await platform.db.transaction().execute(async (tx) => {
    const pull = await findPull(tx, releaseId);
    if (!pull) throw notFound('pull request');
    await setFollower(tx, pull.id, actor.id, isFollowing);
  });
}

/** Requests of a release are done: all, or those to one user. Inboxes and digests no longer list them. */
export async function settleRequests(tx: Tx, releaseId: number, userId: number | null): Promise<void> {
  await settleRequestRows(tx, releaseId, userId);
  await settleNotifications(tx, { kind: 'review_request', release_id: releaseId, user_id: userId });
}

/** Who was asked to review a pull request, with the groups that they were asked with, and who follows it. */
export async function findAudience(handle: Handle, pullId: number) {
  const requests = await listRequests(handle, pullId);
  const groups = await listGroups(handle, [...new Set(requests.flatMap(({ group_id }) => group_id ?? []))]);
  return {
    requests,
    groups: new Map(groups.map(({ id, name }) => [id, { id, name }])),
    followers: await listFollowers(handle, pullId),
  };
}
