/** Judges a screen with unsaved fields, as its gate will after they are saved. Stores nothing. */

import { randomUUID } from 'node:crypto';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { didPass, type RunResult } from '#features/runs/contract/runs.ts';
import { getRunContext, runForGuest, startOf } from '#features/runs/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { firstFailure } from './compare-results.ts';

/** All judgments share one turn in a runner's queue. */
const OWNER = 'judge-draft';

interface Judgment {
  /** Why the answer fails its checks, which may be an empty text; null: it passes. */
  readonly answerFails: string | null;
  readonly initialPasses: boolean;
}

/**
 * Runs the answer, which must pass, and the initial code, which must fail.
 *
 * @returns null if nothing is checked.
 * @throws AppError `unavailable` if nothing can run the code; the signal's reason if it was stopped
 */
export async function judgeDraft(
  platform: Platform,
  actor: Actor,
  { lesson, screen, draft }: { lesson: StoredLesson; screen: StoredScreen; draft: Partial<ScreenFields> },
  signal: AbortSignal,
): Promise<Judgment | null> {
  const fields = { ...screen.fields, ...draft };
  if (lesson.fields.language === null || fields.answer_code.trim() === '' || fields.is_experimental) return null;
  const context = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: screen.id, draft });
  const run = async (code: string): Promise<RunResult> => {
    signal.throwIfAborted();
    const request = { id: randomUUID(), owner: OWNER, context, code, isChecked: true, session: null };
    const result = await runForGuest(platform, request, { signal, onEvent: () => undefined });
    signal.throwIfAborted();
    return result;
  };
  const answer = await run(fields.answer_code);
  if (answer.check_summary === null) return null;
  const answerFails = didPass(answer) ? null : firstFailure(answer);
  const initialPasses = !fields.initially_passing && didPass(await run(await startOf(platform, lesson, { ...screen, fields })));
  return { answerFails, initialPasses };
}
