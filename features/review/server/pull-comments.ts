import { getUserNames } from '#features/accounts/server/index.ts';
import { findLines, textOfLines } from '#features/comments/rules/line-anchor.ts';
import { findMentioned } from '#features/comments/server/index.ts';
import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import { getReleaseFor, getReviewedRelease } from '#features/releases/server/index.ts';
import { writeCommentBody } from '#platform/content/comment-body.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { contentPathProblem } from '#platform/server/content-path.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import { inTurns } from '#platform/server/in-turns.ts';
import type { Platform } from '#platform/server/platform.ts';
import { PULL_COMMENT_MAX, type PullComment } from '../contract/pull-comments.ts';
import type { DiffSide, LineRange } from '../contract/pull-diffs.ts';
import { canAddToPull, isOwnComment } from '../review-comment.policy.ts';
import { canSuggest } from '../rules/review-files.ts';
import { compareFromCache, type BranchComparison } from './branch-state.ts';
import { callCodeHost } from './call-host.ts';
import { readCommitText } from './commit-files.ts';
import { MESSAGES } from './messages.ts';
import {
  addPullComment,
  listPendingComments,
  listPullComments,
  lockPullComment,
  setPullThreadResolved,
  type StoredPullComment,
} from './pulls/pull-comment-queries.ts';
import type { StoredPull } from './pulls/pull-request-queries.ts';
import { findPull, getOpenPull, getPull, getPullThread } from './pulls/pull-requests.ts';
import { recordReview } from './record-review.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/**
 * The comments on the changes of the newest pull request of a release, with their lines in its current state.
 * @throws AppError `not_found`; `unavailable` if the branch doesn't exist.
 */
export async function listComments(platform: Deps, actor: Actor, releaseId: number): Promise<PullComment[]> {
  const { db, git } = platform;
  const release = await getReleaseFor(db, actor, releaseId);
  const pull = await findPull(db, releaseId);
  if (!pull) return [];
  const rows = [...(await listPullComments(db, pull.id)), ...(await listPendingComments(db, pull.id, actor.id))];
  if (rows.length === 0) return [];
  const { base, head } = await compareFromCache(platform, release, pull);
  const names = await getUserNames(
    db,
    rows.flatMap(({ applied_by, resolved_by }) => [applied_by, resolved_by].filter((id) => id !== null)),
  );
  const texts = new Map<string, Promise<string | null>>();
  const read = (commit: string, path: string) => {
    const key = `${commit} ${path}`;
    const text = texts.get(key) ?? readCommitText(git, commit, path);
    texts.set(key, text);
    return text;
  };
  // Each looks through its file, and there may be thousands.
  return inTurns(rows, async (row) => {
    const commit = row.side === 'after' ? head : base;
    // Code hosts name the branch's commit for removed lines too.
    const origin = row.side === 'before' && row.user_id === null ? base : row.commit_sha;
    const { lines, source, is_outdated } = await locateComment(row, { commit, origin }, read);
    return {
      id: row.id,
      reply_to: row.reply_to,
      path: row.path,
      side: row.side,
      lines,
      is_outdated,
      quote: row.quote,
      source,
      text: row.text,
      suggestion: row.suggestion,
      by: row.by_name,
      at: row.created_at.toISOString(),
      applied_by: row.applied_by === null ? null : (names.get(row.applied_by) ?? ''),
      resolved_by: row.resolved_by === null ? null : (names.get(row.resolved_by) ?? ''),
      is_own: isOwnComment(actor, row),
      is_pending: row.is_pending,
      is_edited: row.edited_at !== null,
      is_deleted: row.deleted_at !== null,
    };
  });
}

/**
 * Where a comment is at `commit`.
 * @param origin The commit that its lines are counted in.
 */
export async function locateComment(
  row: StoredPullComment,
  { commit, origin }: { commit: string; origin: string },
  read: (commit: string, path: string) => Promise<string | null>,
): Promise<Pick<PullComment, 'lines' | 'source' | 'is_outdated'>> {
  const anchor = anchorOf(row);
  if (anchor === null) return { lines: null, source: '', is_outdated: false };
  const source = row.source === '' ? textOfLines((await read(origin, row.path)) ?? '', anchor) : row.source;
  const text = source === null ? null : await read(commit, row.path);
  const lines = source === null || text === null ? null : findLines(text, { ...anchor, source });
  return { lines, source: source ?? '', is_outdated: lines === null };
}

function anchorOf({ line_from, line_to }: StoredPullComment): LineRange | null {
  return line_from === null || line_to === null ? null : { from: line_from, to: line_to };
}

interface NewComment {
  path: string;
  side: DiffSide;
  commit: string;
  lines?: LineRange | undefined;
  quote: string;
  text: string;
  suggestion: string | null;
  is_pending: boolean;
}

/**
 * Comments on lines, on a passage of them or on a file, and can suggest a replacement.
 * @throws AppError `not_found`; `refused` if the pull request isn't open, the lines don't exist or can't be changed by a suggestion.
 */
export async function createPullComment(platform: Platform, actor: Actor, releaseId: number, input: NewComment): Promise<void> {
  const { db, git } = platform;
  const release = await getReviewedRelease(db, releaseId);
  const pull = await getPull(db, releaseId);
  const compared = await compareFromCache(platform, release, pull);
  await requireCompared(git, compared, input);
  const { path, side, commit, lines = null, quote, text, suggestion, is_pending } = input;
  const folder = /^lessons\/[^/]+\//.exec(path)?.[0] ?? '';
  if (suggestion !== null && (folder === '' || !canSuggest(path.slice(folder.length)))) throw refused(MESSAGES.noSuggestion);
  const source = lines === null ? '' : textOfLines((await readCommitText(git, commit, path)) ?? '', lines);
  if (source === null) throw refused(MESSAGES.noLines);
  // It is stored with each comment, and all comments are sent together.
  if (source.length > PULL_COMMENT_MAX.source) throw refused(MESSAGES.longLines);
  const values = { reply_to: null, path, side, commit, lines, source, quote, text, suggestion, is_pending };
  await store(platform, actor, pull, values, { thread: null, head: side === 'after' ? commit : compared.head });
}

/** Only commits of the comparison: others aren't what the pull request is about. */
async function requireCompared(
  git: Platform['git'],
  { base, head }: BranchComparison,
  { path, side, commit }: Pick<NewComment, 'path' | 'side' | 'commit'>,
): Promise<void> {
  if (contentPathProblem(path) !== null || !path.includes('/')) throw notFound('file');
  if (!(await git.hasCommit(commit)) || !(await git.history.contains(side === 'after' ? head : base, commit)))
    throw refused(MESSAGES.noLines);
}

/**
 * Replies in the thread of a comment.
 * @throws AppError `not_found`; `refused` if the pull request isn't open.
 */
export async function replyToPullComment(platform: Platform, actor: Actor, releaseId: number, id: number, text: string): Promise<void> {
  await getReleaseFor(platform.db, actor, releaseId);
  const first = await getPullThread(platform.db, releaseId, id);
  const { path, side, commit_sha: commit, source } = first;
  const reply = {
    reply_to: first.id,
    path,
    side,
    commit,
    lines: anchorOf(first),
    source,
    quote: '',
    text,
    suggestion: null,
    is_pending: false,
  };
  await store(platform, actor, await getPull(platform.db, releaseId), reply, { thread: first.host_id, head: commit });
}

interface Values extends Omit<NewComment, 'lines'> {
  reply_to: number | null;
  lines: LineRange | null;
  source: string;
}

/**
 * Writes a comment on its code host, if that is another one, and then here.
 * @param there The thread's id on the code host, and the commit of the branch that it is about.
 */
async function store(
  platform: Platform,
  actor: Actor,
  pull: StoredPull,
  values: Values,
  there: { thread: string | null; head: string },
): Promise<void> {
  if (!canAddToPull(pull.state)) throw refused(MESSAGES.notOpen(pull.state));
  const { commit, lines, ...rest } = values;
  const { path, side, quote, text, suggestion, is_pending } = rest;
  // A pending one notifies when its review is submitted.
  const mentioned = is_pending ? [] : await findMentioned(platform, text);
  const pulls = is_pending ? null : platform.codeHost.pulls;
  const body = writeCommentBody({ by: actor.name, quote, text, suggestion });
  const host_id =
    pulls &&
    (await callCodeHost(() => pulls.comment(pull.number, { path, side, lines, commit: there.head, body, reply_to: there.thread })));
  await platform.db.transaction().execute(async (tx) => {
    await getOpenPull(tx, pull.release_id);
    const id = await addPullComment(tx, {
      ...rest,
      pull_request_id: pull.id,
      line_from: lines?.from ?? null,
      line_to: lines?.to ?? null,
      commit_sha: commit,
      user_id: actor.id,
      by_name: actor.name,
      host_id,
    });
    // Pending comments are private to their author until the review is submitted.
    if (is_pending) return;
    const others = (await listPullComments(tx, pull.id)).filter((other) => [other.id, other.reply_to].includes(values.reply_to));
    await recordReview(tx, platform, actor, pull, {
      action: 'comment',
      about: `comment:${id}`,
      text: text || (suggestion ?? ''),
      verdict: 'comment',
      mentioned,
      thread: values.reply_to === null ? [] : others.flatMap(({ user_id }) => user_id ?? []),
      details: { path },
    });
  });
  if (!is_pending) publishLessonsChanged(platform, pull.release_id, []);
}

/** Resolves a thread, or reopens it. @throws AppError `not_found` */
export async function resolveComment(platform: Platform, actor: Actor, releaseId: number, id: number, isResolved: boolean): Promise<void> {
  await getReleaseFor(platform.db, actor, releaseId);
  const first = await getPullThread(platform.db, releaseId, id);
  await platform.db.transaction().execute(async (tx) => {
    await lockPullComment(tx, first.id);
    await setPullThreadResolved(tx, first.id, isResolved ? actor.id : null);
  });
  publishLessonsChanged(platform, releaseId, []);
}
