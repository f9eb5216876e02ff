import { textOfLines, replaceLines } from '#features/comments/rules/line-anchor.ts';
import { findLessonInRelease, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { publishLessonsChanged } from '#features/lessons/server/index.ts';
import { type StoredRelease, getReleaseFor } from '#features/releases/server/index.ts';
import { listStoredScreens, screenSummary, type StoredScreen, writeScreen } from '#features/screens/server/index.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { canAddToPull } from '../review-comment.policy.ts';
import { canSuggest, screenOfFile, screenTextOf } from '../rules/review-files.ts';
import { suggestInScreen } from '../rules/suggest-in-screen.ts';
import { readCommitText } from './commit-files.ts';
import { MESSAGES } from './messages.ts';
import { lockPullComment, markSuggestionApplied } from './pulls/pull-comment-queries.ts';
import { getPull, getPullThread } from './pulls/pull-requests.ts';

/**
 * Saves the lines that a comment suggests, as an edit of the screen by `actor`, and resolves the thread.
 *
 * @throws AppError `not_found`; `refused` if the lines have changed, the suggestion was applied before, or the lesson is read-only.
 */
export async function applySuggestion(platform: Platform, actor: Actor, releaseId: number, id: number): Promise<void> {
  const { db, git } = platform;
  const release = await getReleaseFor(db, actor, releaseId);
  const { state } = await getPull(db, releaseId);
  if (!canAddToPull(state)) throw refused(MESSAGES.notOpen(state));
  const { id: threadId, path, suggestion, line_from, line_to, by_name, ...comment } = await getPullThread(db, releaseId, id);
  const [, folder = '', below = ''] = /^lessons\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (suggestion === null || !canSuggest(below) || line_from === null || line_to === null || comment.side === 'before')
    throw refused(MESSAGES.noSuggestion);
  const lines = { from: line_from, to: line_to };
  const source = comment.source || textOfLines((await readCommitText(git, comment.commit_sha, path)) ?? '', lines);
  const lesson = await findLessonInRelease(db, releaseId, { folder });
  const screen = lesson && (await listStoredScreens(db, lesson.id)).find((each) => each.folder === screenOfFile(below));
  if (!lesson || !screen || source === null) throw refused(MESSAGES.suggestionOutdated);
  const inGit = await readInBranch(platform, release, path);
  await writeScreen(platform, actor, { lessonId: lesson.id, screenId: screen.id }, async (tx, stored) => {
    if ((await lockPullComment(tx, threadId)).applied_by !== null) throw refused(MESSAGES.suggestionApplied);
    const edited = withSuggestion(stored, lesson, { path: below, inGit, anchor: { ...lines, source }, replacement: suggestion });
    await markSuggestionApplied(tx, threadId, actor.id);
    return {
      ...edited,
      message: null,
      summary: screenSummary(`Apply a suggestion by ${by_name} to`, stored, lesson),
    };
  });
  publishLessonsChanged(platform, releaseId, []);
}

async function readInBranch({ git }: Pick<Platform, 'git'>, { branch_name }: StoredRelease, path: string): Promise<string | null> {
  const head = await git.head(branch_name);
  return head && readCommitText(git, head, path);
}

/** A screen with a suggestion. @throws AppError `refused` */
function withSuggestion(
  { fields, attached, ...screen }: StoredScreen,
  lesson: StoredLesson,
  suggestion: Parameters<typeof suggestInScreen>[2],
): Pick<StoredScreen, 'fields' | 'attached'> {
  const text = screenTextOf(suggestion.path);
  if (text !== null) {
    const current = fields[text.field];
    const next = current === null ? null : replaceLines(current, suggestion.anchor, suggestion.replacement);
    if (next === null) throw refused(MESSAGES.suggestionOutdated);
    if (next.length > LIMITS.textMax) throw refused(MESSAGES.suggestionTooLong);
    return { fields: { ...fields, [text.field]: next }, attached };
  }
  const next = suggestInScreen({ ...attached, ...screen, fields }, lesson.fields.language, suggestion);
  if (next === 'outdated') throw refused(MESSAGES.suggestionOutdated);
  if ('problem' in next) throw refused(MESSAGES.suggestionInvalid(next.problem));
  if (next.questions.length > LIMITS.questionsMax) throw refused(MESSAGES.tooManyQuestions(LIMITS.questionsMax));
  return { fields, attached: { ...attached, ...next } };
}
