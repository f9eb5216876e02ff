import type { PullHost } from '#features/code-hosts/server/index.ts';
import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import { lookAtReleaseQueue } from '#features/preflight/server/index.ts';
import { type StoredRelease, getReleaseToReview } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { askIn, type Asking, listNamedReviewers, whoIsAsked } from './ask-reviewers.ts';
import { compareWithMain, waitUntilPushed } from './branch-state.ts';
import { callCodeHost } from './call-host.ts';
import { followReview } from './lesson-review.ts';
import { MESSAGES } from './messages.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { getPull, openLocalPull } from './pulls/pull-requests.ts';
import { type Asked, listRequests, putRequests } from './pulls/request-queries.ts';
import { recordReview } from './record-review.ts';
import { syncPullRequest } from './sync-pull-request.ts';

/** Without reviewers and groups, the reviewers of its changed lessons are asked. */
interface PullTexts extends Asking {
  title?: string | undefined;
  body?: string | undefined;
}

/** What is sent, with everyone who is asked. */
type Request = Pick<PullTexts, 'title' | 'body'> & { readonly asked: Asked; readonly isChosen: boolean };

/**
 * Opens the pull request of a release: returns the open one, reopens a closed one, or creates one. Waits for queued
 * changes to be pushed.
 *
 * @throws AppError `refused` for main, for a closed release, for a release without changes, and while changes can't be pushed; `unavailable`
 * if the code host can't be reached.
 */
export async function openPull(platform: Platform, actor: Actor, releaseId: number, texts: PullTexts): Promise<StoredPull> {
  const release = await getReleaseToReview(platform.db, releaseId);
  await waitUntilPushed(platform, releaseId);
  const { base, head } = await compareWithMain(platform, release);
  const changed = await platform.git.history.listChangedFiles({ before: base, after: head, place: {} });
  if (changed.length === 0) throw refused(MESSAGES.noDifference);
  const { pulls } = platform.codeHost;
  const folders = new Set(changed.flatMap(({ path }) => /^lessons\/([^/]+)\//.exec(path)?.[1] ?? []));
  const isChosen = texts.reviewers !== undefined || texts.groups !== undefined;
  const asked = isChosen
    ? await whoIsAsked(platform.db, actor, texts)
    : new Map((await listNamedReviewers(platform.db, actor, releaseId, folders)).map((id) => [id, null]));
  const request = { title: texts.title, body: texts.body, asked, isChosen };
  return pulls === null ? openHere(platform, actor, release, request) : openThere(platform, pulls, actor, release, request);
}

async function openHere(platform: Platform, actor: Actor, release: StoredRelease, texts: Request): Promise<StoredPull> {
  const { pull, lessons } = await platform.db.transaction().execute(async (tx) => {
    const input = { release_id: release.id, title: texts.title, body: texts.body, defaultTitle: release.name, actor };
    const opened = await openLocalPull(tx, input);
    if (opened.is_new) await recordOpening(tx, platform, actor, opened.pull, texts.asked);
    else if (texts.isChosen) await askAnew(tx, platform, actor, opened.pull, texts.asked);
    return { ...opened, lessons: await followReview(tx, release.id, opened.pull.status) };
  });
  publishLessonsChanged(platform, release.id, lessons);
  return pull;
}

async function openThere(platform: Platform, pulls: PullHost, actor: Actor, release: StoredRelease, texts: Request): Promise<StoredPull> {
  const branch = release.branch_name;
  const { heard, isNew } = await callCodeHost(async () => {
    const known = await pulls.find(branch);
    if (known?.state === 'open') return { heard: known, isNew: false };
    if (known?.state === 'closed') return { heard: await pulls.reopen(known.number), isNew: false };
    return { heard: await pulls.open({ branch, title: texts.title || release.name, body: texts.body ?? '' }), isNew: true };
  });
  const record = (tx: Tx, pull: StoredPull) => recordOpening(tx, platform, actor, pull, texts.asked);
  // Who opened it there is who has to leave its approval to others.
  await syncPullRequest(platform, heard, isNew ? { by: actor, record } : { record });
  return getPull(platform.db, release.id);
}

/** Asks for the review, and for the preflight that it begins with. Opening it again after it was closed is another request. */
async function recordOpening(tx: Tx, platform: Platform, actor: Actor, pull: StoredPull, asked: Asked): Promise<void> {
  await putRequests(tx, pull.id, asked, actor.id);
  const event = { action: 'open', about: `open:${Date.now()}`, text: pull.body, asked: [...asked.keys()] } as const;
  await recordReview(tx, platform, actor, pull, event);
  const { release_id } = pull;
  await platform.jobs.send(tx, lookAtReleaseQueue, { release_id }, { singletonKey: String(release_id) });
}

/** Of a pull request that is open already, only those are asked who weren't before. */
async function askAnew(tx: Tx, platform: Platform, actor: Actor, pull: StoredPull, chosen: Asked): Promise<void> {
  const asked = new Set((await listRequests(tx, pull.id)).map(({ user_id }) => user_id));
  const others = new Map([...chosen].filter(([id]) => !asked.has(id) && id !== pull.opened_by));
  if (others.size > 0) await askIn(tx, platform, actor, pull, others);
}
