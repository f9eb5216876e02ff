import { createHash } from 'node:crypto';
import { findSuccessBefore } from '#features/environments/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { didPass } from '#features/runs/contract/runs.ts';
import { getRunContext, readFingerprints } from '#features/runs/server/index.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { judgeScreen, keepGate, runUnstored } from './judge-screen.ts';
import { MESSAGES } from './messages.ts';
import { gateFingerprint } from './tests-of-screen.ts';

/** How long the answers of one call may take together: others wait for what runs them. One answer may take an hour. */
const LIMIT_MINUTES = 10;

interface Answers {
  readonly actor: Actor;
  readonly lesson: StoredLesson;
  readonly screens: readonly StoredScreen[];
}

interface Hooks {
  readonly signal: AbortSignal;
  /** Called before each answer. */
  readonly onScreen: (screen: StoredScreen, place: number) => void;
  readonly limitMs?: number;
}

/**
 * Runs the answers of screens and keeps the verdicts, as if the screens had been saved. Returns whether each passes, or why it couldn't be
 * run, as the rest when those before took too long together.
 *
 * @throws the signal's reason if it was stopped.
 */
export async function runAnswers(
  platform: Platform,
  { actor, lesson, screens }: Answers,
  { signal, onScreen, limitMs = LIMIT_MINUTES * 60_000 }: Hooks,
): Promise<Map<number, boolean | { readonly reason: string } | null>> {
  const fingerprints = await readFingerprints(platform.db, lesson);
  const verdicts = new Map<number, boolean | { readonly reason: string } | null>();
  const late = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, late]);
  for (const [index, screen] of screens.entries()) {
    signal.throwIfAborted();
    onScreen(screen, index + 1);
    try {
      either.throwIfAborted();
      const context = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: screen.id });
      const run = runUnstored(platform, context, `user:${actor.id}`, either);
      const found = await judgeScreen(platform, { actor, lesson, screen }, run, either);
      verdicts.set(screen.id, found.answer_passes);
      await keepGate(platform, screen, { ...found, revision: screen.revision, fingerprint: gateFingerprint(fingerprints, screen) });
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) verdicts.set(screen.id, { reason: MESSAGES.answersTookLong(LIMIT_MINUTES) });
      else if (error instanceof AppError) verdicts.set(screen.id, { reason: error.message });
      else throw error;
    }
  }
  return verdicts;
}

/**
 * Whether the answer of a screen passed with the packages before a build; null: that can't be known any more, because the language
 * changed or the runner doesn't have them.
 */
export async function passedBefore(
  platform: Platform,
  { actor, lesson, screen }: { actor: Actor; lesson: StoredLesson; screen: StoredScreen },
  buildId: number,
  signal: AbortSignal,
): Promise<boolean | null> {
  const before = await findSuccessBefore(platform.db, lesson.id, buildId);
  const { language, language_version } = lesson.fields;
  const was = before?.request;
  if (was && (was.language !== language || (was.version !== undefined && was.version !== language_version))) return null;
  try {
    const context = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: screen.id });
    const lock = before?.lock ?? null;
    const environment = lock === null ? null : { key: createHash('sha256').update(lock).digest('hex'), lock };
    const result = await runUnstored(platform, { ...context, environment }, 'answers', signal)(screen.fields.answer_code);
    return result.check_summary === null ? null : didPass(result);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
