import { randomUUID } from 'node:crypto';
import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { didPass, type RunResult } from '#features/runs/contract/runs.ts';
import { getRunContext, type RunContext, runForGuest, startOf } from '#features/runs/server/index.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ScreenGate } from '../contract/screen-tests.ts';
import { firstFailure } from './compare-results.ts';
import { MESSAGES } from './messages.ts';
import { putGate, type StoredGate } from './queries.ts';
import { hasUnsettledRows } from './unsettled-rows.ts';

/** What the code of a screen was found to do. */
export type Findings = Pick<StoredGate, 'answer_passes' | 'initial_fails' | 'warnings' | 'answer_ms' | 'has_unsettled_rows'>;

export const NOTHING: Findings = { answer_passes: null, initial_fails: null, warnings: [], answer_ms: null, has_unsettled_rows: false };

/** Runs code of the screen to its end, and judges it. */
type RunCode = (code: string) => Promise<RunResult>;

/** What judging a screen asks for. */
export interface ScreenRuns {
  readonly run: RunCode;
  /** What learners begin with. */
  readonly start: () => Promise<string>;
  /** Whether a query that passed takes some of several equal rows. */
  readonly hasUnsettledRows: (answer: RunResult) => Promise<boolean>;
}

interface Judged {
  readonly lesson: Pick<StoredLesson, 'fields'>;
  readonly screen: Pick<StoredScreen, 'fields'>;
}

/** Whether the screen has an answer that can be run. */
export function hasAnswer({ fields: { language } }: Judged['lesson'], { fields }: Judged['screen']): boolean {
  return language !== null && fields.answer_code.trim() !== '' && !fields.is_experimental;
}

/** {@link judgeCode} of a stored screen. */
export function judgeScreen(
  platform: Platform,
  { actor, lesson, screen }: { actor: Actor; lesson: StoredLesson; screen: StoredScreen },
  run: RunCode,
  signal: AbortSignal,
): Promise<Findings> {
  return judgeCode(
    { lesson, screen },
    {
      run,
      start: () => startOf(platform, lesson, screen),
      hasUnsettledRows: async (answer) => {
        const context = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: screen.id });
        return hasUnsettledRows(platform, context, answer, signal);
      },
    },
  );
}

/** Runs the answer of a screen, which must pass its checks, and its initial code, which must fail them. */
export async function judgeCode({ lesson, screen }: Judged, runs: ScreenRuns): Promise<Findings> {
  const { fields } = screen;
  if (!hasAnswer(lesson, screen)) return NOTHING;
  const answer = await runs.run(fields.answer_code);
  // Nothing is checked here.
  if (answer.check_summary === null) return NOTHING;
  const answer_passes = didPass(answer);
  const initial_fails = fields.initially_passing ? null : !didPass(await runs.run(await runs.start()));
  const has_unsettled_rows = answer_passes && (await runs.hasUnsettledRows(answer));
  const warnings = [
    ...(answer_passes ? [] : [MESSAGES.answerFails(firstFailure(answer))]),
    ...(initial_fails === false ? [editsFile(lesson.fields) ? MESSAGES.filePasses : MESSAGES.initialPasses] : []),
    ...(has_unsettled_rows ? [MESSAGES.unsettledRows] : []),
  ];
  return { answer_passes, initial_fails, warnings, answer_ms: answer.duration_ms, has_unsettled_rows };
}

/** Runs code in a fresh interpreter without storing the run, in the turn of `owner`. One that was stopped says nothing: it throws. */
export function runUnstored(platform: Platform, context: RunContext, owner: string, signal: AbortSignal): RunCode {
  return async (code) => {
    const request = { id: randomUUID(), owner, context, code, isChecked: true, session: null };
    const result = await runForGuest(platform, request, { signal, onEvent: () => undefined });
    signal.throwIfAborted();
    return result;
  };
}

/** Keeps what was found, and reports it to the pages of the lesson. */
export async function keepGate({ db, live }: Pick<Platform, 'db' | 'live'>, screen: StoredScreen, gate: StoredGate): Promise<void> {
  await putGate(db, screen.id, gate);
  live.publish(`lesson:${screen.lesson_id}`, { type: 'gate', screen_id: screen.id, gate: gateReply(gate, screen) });
}

export function gateReply({ answer_passes, initial_fails, warnings }: Findings, { revision }: Pick<StoredScreen, 'revision'>): ScreenGate {
  return { answer_passes, initial_fails, warnings, revision, is_outdated: false };
}
