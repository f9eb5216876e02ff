import type { Actor } from '#contract/roles.ts';
import { LIMITS } from '#contract/limits.ts';
import { linesOf, replaceLines } from '#content/line-anchor.ts';
import { screenTextOf } from '#content/review-files.ts';
import { publishLessonsChanged, findLessonInRelease, listStoredScreens, screenSummary, writeScreen } from '#server/lessons/index.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getPullThread, lockPullComment, markSuggestionApplied } from '#server/releases/index.ts';
import { readText } from './commit-files.ts';
import { getReleaseFor } from './find-release.ts';
import { MESSAGES } from './messages.ts';

/**
 * Saves the lines that a comment suggests, as an edit of the screen by `actor`, and resolves the thread.
 *
 * @throws AppError `not_found`; `refused` if the lines have changed, the suggestion was applied before, or the lesson is read-only.
 */
export async function applySuggestion(platform: Platform, actor: Actor, releaseId: number, id: number): Promise<void> {
  const { db, git } = platform;
  await getReleaseFor(db, actor, releaseId);
  const { id: threadId, path, suggestion, line_from, line_to, by_name, ...comment } = await getPullThread(db, releaseId, id);
  const [, folder = '', below = ''] = /^lessons\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const text = screenTextOf(below);
  if (suggestion === null || text === null || line_from === null || line_to === null || comment.side === 'before')
    throw refused(MESSAGES.noSuggestion);
  const lines = { from: line_from, to: line_to };
  const source = comment.source || linesOf((await readText(git, comment.commit_sha, path)) ?? '', lines);
  const lesson = await findLessonInRelease(db, releaseId, { folder });
  const screen = lesson && (await listStoredScreens(db, lesson.id)).find((each) => each.folder === text.folder);
  if (!lesson || !screen || source === null) throw refused(MESSAGES.suggestionOutdated);
  await writeScreen(platform, actor, { lessonId: lesson.id, screenId: screen.id }, async (tx, stored) => {
    if ((await lockPullComment(tx, threadId)).applied_by !== null) throw refused(MESSAGES.suggestionApplied);
    const current = stored.fields[text.field];
    const next = current === null ? null : replaceLines(current, { ...lines, source }, suggestion);
    if (next === null) throw refused(MESSAGES.suggestionOutdated);
    if (next.length > LIMITS.textMax) throw refused(MESSAGES.suggestionTooLong);
    await markSuggestionApplied(tx, threadId, actor.id);
    return {
      fields: { ...stored.fields, [text.field]: next },
      attached: stored.attached,
      message: null,
      summary: screenSummary(`Apply a suggestion by ${by_name} to`, stored, lesson),
    };
  });
  publishLessonsChanged(platform, releaseId, []);
}
