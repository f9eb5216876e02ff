/** Records the outputs of answers that are checked and were never recorded. */

import { randomUUID } from 'node:crypto';
import { findLessons, stateFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { READ_ONLY_TEXTS, readOnlyReason } from '#features/lessons/lessons.policy.ts';
import type { RunResult } from '#features/runs/contract/runs.ts';
import { getRunContext, runForGuest } from '#features/runs/server/index.ts';
import type { AnswerOutput } from '#features/screens/contract/screens.ts';
import { lacksOutput } from '#features/screens/rules/missing-output.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError } from '#platform/server/errors.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { BulkEditResult, LeftAlone } from '../contract.ts';
import { MESSAGES, toBulkEditResult } from './bulk-edits.ts';
import { writeBulkEdit, type LessonEdit, type WrittenBulkEdit } from './write-bulk-edit.ts';

/** Runs at once, all in one turn of a runner's queue, so that authors don't wait for them. */
const AT_ONCE = 4;
const OWNER = 'record-outputs';

export const OUTPUT_REASONS = {
  noAnswer: 'It has no answer.',
  experimental: 'It is experimental, so its code doesn’t run.',
  cut: 'The output was cut at a limit.',
  changedSince: 'It changed while its answer ran.',
  fails: (error: string) => `The answer failed: ${error}`,
  earlierFails: (name: string, error: string) => `The code of ${name}, which runs before the answer, failed: ${error}`,
} as const;

interface ScreenToRun {
  readonly lesson: StoredLesson;
  readonly screen: StoredScreen;
}

interface RecordedScreen extends ScreenToRun {
  readonly output: AnswerOutput;
}

/**
 * Runs the answers of all screens of these lessons whose output is missing, and stores what they print as one bulk edit. Screens whose code
 * fails are left alone.
 *
 * @throws AppError `refused` if it was stopped: then nothing is stored
 */
export async function recordOutputs(
  platform: Platform,
  actor: Actor,
  { lesson_ids, operation_id }: { lesson_ids: readonly number[]; operation_id?: string | undefined },
): Promise<BulkEditResult> {
  return platform.operations.run({ id: operation_id, actor, stopped: MESSAGES.stopped }, async (operation) => {
    const { recorded, left } = await runMissingOutputs(platform, actor, lesson_ids, operation);
    const written = await writeOutputs(platform, actor, recorded, operation);
    return toBulkEditResult(platform, { id: written.id, left: [...left, ...written.left] });
  });
}

/** Runs the answers whose output is missing. Stores nothing. @throws the signal's reason if it was stopped */
export async function runMissingOutputs(
  platform: Platform,
  actor: Actor,
  lessonIds: readonly number[],
  operation: Operation,
): Promise<{ recorded: RecordedScreen[]; left: LeftAlone[] }> {
  const left: LeftAlone[] = [];
  const screens = await screensWithoutOutput(platform, actor, lessonIds, left);
  let done = 0;
  operation.progress('Running answers', 0, screens.length);
  const recorded = await inParallel(screens, AT_ONCE, async (each): Promise<RecordedScreen | null> => {
    operation.signal.throwIfAborted();
    const output = await runAnswer(platform, actor, each, operation.signal);
    operation.progress(`Running lesson ${each.lesson.sequence}, screen ${each.screen.sequence}`, (done += 1), screens.length);
    if (typeof output === 'object') return { ...each, output };
    left.push(leftScreen(each, output));
    return null;
  });
  return { recorded: recorded.filter((each) => each !== null), left };
}

async function screensWithoutOutput(
  { db }: Platform,
  actor: Actor,
  lessonIds: readonly number[],
  left: LeftAlone[],
): Promise<ScreenToRun[]> {
  const screens: ScreenToRun[] = [];
  for (const lesson of await findLessons(db, lessonIds)) {
    const missing = (await listStoredScreens(db, lesson.id)).filter(({ fields, attached }) =>
      lacksOutput(lesson.fields.language, { fields, answer_output: attached.answer_output }),
    );
    const reason = readOnlyReason(actor, stateFor(actor, lesson));
    if (missing.length === 0) continue;
    if (reason === null) screens.push(...missing.map((screen) => ({ lesson, screen })));
    else left.push(leftScreen({ lesson, screen: null }, READ_ONLY_TEXTS[reason]));
  }
  return screens;
}

/** What the answer prints, or why it isn't recorded. */
async function runAnswer(
  platform: Platform,
  actor: Actor,
  { lesson, screen: { id, fields } }: ScreenToRun,
  signal: AbortSignal,
): Promise<AnswerOutput | string> {
  if (fields.answer_code.trim() === '') return OUTPUT_REASONS.noAnswer;
  if (fields.is_experimental) return OUTPUT_REASONS.experimental;
  try {
    const context = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: id });
    const request = { id: randomUUID(), owner: OWNER, context, code: fields.answer_code, isChecked: false, session: null };
    const result = await runForGuest(platform, request, { signal, onEvent: () => undefined });
    signal.throwIfAborted();
    return outputOf(result);
  } catch (error) {
    signal.throwIfAborted();
    // One that couldn't run doesn't lose the outputs of the others.
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function outputOf({ output, stderr, images, error, earlier_errors, limit, cut }: RunResult): AnswerOutput | string {
  const [earlier] = earlier_errors;
  if (earlier) return OUTPUT_REASONS.earlierFails(earlier.name, earlier.message);
  if (error !== null) return OUTPUT_REASONS.fails(error.trim().split('\n').at(-1) ?? '');
  return limit !== null || cut.length > 0 ? OUTPUT_REASONS.cut : { stdout: output, stderr, images };
}

/** Stores outputs as one bulk edit, except those of screens that changed since they ran. */
export async function writeOutputs(
  platform: Platform,
  actor: Actor,
  recorded: readonly RecordedScreen[],
  operation: Operation,
): Promise<WrittenBulkEdit> {
  const byLesson = Map.groupBy(recorded, ({ lesson }) => lesson.id);
  const edits = [...byLesson].map(([lessonId, own]): LessonEdit => ({
    lessonId,
    ...(own[0] ? { named: { sequence: own[0].lesson.sequence, title: own[0].lesson.fields.title } } : {}),
    screens: new Map(
      own.map(({ screen: { id, revision }, output }) => [
        id,
        ({ fields, attached, ...current }: StoredScreen, leave: (left: { field: null; reason: string }) => void) => {
          if (current.revision === revision) return { fields, attached: { ...attached, answer_output: output } };
          leave({ field: null, reason: OUTPUT_REASONS.changedSince });
          return null;
        },
      ]),
    ),
  }));
  const spec = { kind: 'settings' as const, summary: `Record the output of ${counted(recorded.length, 'screen')}`, message: null };
  return writeBulkEdit(platform, actor, spec, edits, operation);
}

/** Null: the whole lesson. */
function leftScreen({ lesson, screen }: { lesson: StoredLesson; screen: StoredScreen | null }, reason: string): LeftAlone {
  const about = { lesson_id: lesson.id, sequence: lesson.sequence, title: lesson.fields.title, field: null, reason };
  return { ...about, screen_id: screen?.id ?? null, screen_sequence: screen?.sequence ?? null };
}
