/** Runs the checks of code screens with their replaced code, before anything is saved. */

import type { LeftAlone } from '#features/bulk-edits/contract.ts';
import { getLessonFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { SCREEN_TEXT_FIELDS, SCREEN_TEXTS } from '#features/screens/contract/screen-texts.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import { judgeDraft } from '#features/tests/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from '#platform/server/errors.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CheckedScreen } from '../contract.ts';
import { editsOf, type ReplacePlan } from './apply-plan.ts';
import { MESSAGES } from './messages.ts';

/** Runs at once, all in one turn of a runner's queue, so that authors don't wait for them. */
const AT_ONCE = 4;

/** The texts whose change can change what the checks say. */
const RUN_FIELDS = SCREEN_TEXT_FIELDS.filter((field) => SCREEN_TEXTS[field].judges !== 'nothing');

interface TouchedScreen {
  readonly lesson: StoredLesson;
  readonly screen: StoredScreen;
  /** Its changed fields. */
  readonly draft: Partial<ScreenFields>;
}

/**
 * Checks the code screens whose code a plan changes.
 *
 * @throws AppError `unavailable` if nothing can run the code; the signal's reason if it was stopped
 */
export async function checkReplace(
  platform: Platform,
  actor: Actor,
  plan: ReplacePlan,
  operation: Operation,
): Promise<{ screens: CheckedScreen[]; left: LeftAlone[] }> {
  const left: LeftAlone[] = [];
  const touched = await touchedScreens(platform, actor, plan, left);
  let done = 0;
  operation.progress('Running checks', 0, touched.length);
  const screens = await inParallel(touched, AT_ONCE, async (each): Promise<CheckedScreen> => {
    operation.signal.throwIfAborted();
    const verdict = await checkScreen(platform, actor, each, operation.signal);
    operation.progress('Running checks', (done += 1), touched.length);
    const { lesson, screen } = each;
    const about = { lesson_id: lesson.id, sequence: lesson.sequence, screen_id: screen.id };
    return { ...about, screen_sequence: screen.sequence, screen_title: screen.fields.title, ...verdict };
  });
  return { screens, left };
}

async function touchedScreens(platform: Platform, actor: Actor, plan: ReplacePlan, left: LeftAlone[]): Promise<TouchedScreen[]> {
  const touched: TouchedScreen[] = [];
  for (const { lessonId, screens = new Map<number, never>() } of editsOf(plan)) {
    if (screens.size === 0) continue;
    const lesson = await getLessonFor(platform.db, actor, lessonId).catch(nullIfGone);
    const stored = lesson ? await listStoredScreens(platform.db, lessonId) : [];
    for (const [screenId, edit] of screens) {
      const screen = stored.find(({ id }) => id === screenId);
      const about = { lesson_id: lesson?.id ?? null, sequence: lesson?.sequence ?? 0, title: lesson?.fields.title ?? '' };
      if (!lesson || !screen) {
        left.push({ ...about, screen_id: null, screen_sequence: null, field: null, reason: MESSAGES.gone });
        continue;
      }
      const next = await edit(screen, (each) => left.push({ ...about, screen_id: screen.id, screen_sequence: screen.sequence, ...each }));
      const changed = RUN_FIELDS.filter((field) => next !== null && next.fields[field] !== screen.fields[field]);
      if (next === null || screen.fields.type !== 'code' || lesson.fields.language === null || changed.length === 0) continue;
      touched.push({ lesson, screen, draft: Object.fromEntries(changed.map((field) => [field, next.fields[field]])) });
    }
  }
  return touched;
}

type Verdict = Pick<CheckedScreen, 'state' | 'message'>;

async function checkScreen(
  platform: Platform,
  actor: Actor,
  { lesson, screen, draft }: TouchedScreen,
  signal: AbortSignal,
): Promise<Verdict> {
  const after = await judgeDraft(platform, actor, { lesson, screen, draft }, signal);
  if (after === null) return { state: 'unchecked', message: MESSAGES.unchecked };
  if (after.answerFails === null && !after.initialPasses) return { state: 'passes', message: null };
  const message = after.answerFails === null ? MESSAGES.initialPasses : MESSAGES.answerFails(after.answerFails);
  const before = await judgeDraft(platform, actor, { lesson, screen, draft: {} }, signal);
  const didFail = before !== null && (before.answerFails !== null || before.initialPasses);
  return { state: didFail ? 'failed_before' : 'fails', message };
}

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}
