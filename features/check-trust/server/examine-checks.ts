/** Examines how far the checks of screens can be trusted, by running many submissions. */

import { getLessonFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { timeLimitOf, usesCustomChecks, usesLegacyChecks } from '#features/lessons/lessons.policy.ts';
import { didPass } from '#features/runs/contract/runs.ts';
import {
  getRunContext,
  type RunContext,
  type RunServices,
  readFingerprints,
  type Fingerprints,
  startOf,
} from '#features/runs/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { withFirstDraw } from '#features/screens/rules/values/fill-in-values.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { unitTestsOf } from '#platform/contract/unit-tests.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CheckTrust, ExaminedScreen, TrustReport } from '../contract.ts';
import { examined, gradeChecks, type Examined } from './grade-checks.ts';
import { findTrust, putTrust } from './queries.ts';
import { AT_ONCE, findDependence, repeatAnswer, runOnce, type Dependence } from './repeat-answer.ts';
import { neighborsOf, submissionsOf, type Neighbor, type TriedSubmission } from './submissions.ts';

/** Raised when submissions or grades change, so that earlier reports are outdated. */
const VERSION = 4;
/** The turn of examinations in a runner's queue. */
const OWNER = 'check-trust';
/** Repeats of an answer whose screen isn't saved: an author or a program waits for them. */
const DRAFT_REPEATS = 5;
/** Combinations of circumstances that are tried at most, for the progress. */
const COMBINATIONS = 16;
/** A mutant may never end: it gets this many times what the answer took, and some seconds to start. */
const TIME_FACTOR = 10;
const EXTRA_SECONDS = 2;
/** Shorter lines and texts are in many messages by chance. */
const SECRET_LINE = 12;
const SECRET_TEXT = 4;

const MESSAGES = {
  stopped: 'Stopped. Screens that were examined before keep their results.',
  nothing: 'This lesson has no code screen with an answer and a check. Add a check to examine it.',
} as const;

/** The screens of a lesson whose checks can be examined, in order. @throws AppError `not_found` */
export async function listExaminedScreens({ db }: Pick<Platform, 'db'>, actor: Actor, lessonId: number): Promise<ExaminedScreen[]> {
  const { lesson, screens } = await readLesson(db, actor, lessonId);
  if (screens.length === 0) return [];
  const fingerprints = await readFingerprints(db, lesson);
  const found = await findTrust(db, new Map(screens.map((screen) => [screen.id, trustFingerprint(screen, fingerprints)])));
  return screens.map((screen) => toReply(screen, found.get(screen.id) ?? null));
}

/**
 * Examines the checks of a lesson's screens and stores each report as soon as it is complete. Stopped, it keeps the complete ones.
 *
 * @param input.screen_ids Absent: all screens.
 * @param input.draft Unsaved fields of the one screen that is chosen. Its report is returned, and not stored.
 * @throws AppError `not_found`; `refused` if there is nothing to examine; `unavailable` if nothing can run the code.
 */
export async function examineChecks(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  input: ExaminationInput,
): Promise<ExaminedScreen[]> {
  if (input.draft) return examineUnsaved(platform, actor, lessonId, { ...input, draft: input.draft });
  const { lesson, screens, all } = await readLesson(platform.db, actor, lessonId);
  const chosen = screens.filter(({ id }) => input.screen_ids?.includes(id) ?? true);
  if (chosen.length === 0) throw refused(MESSAGES.nothing);
  const fingerprints = await readFingerprints(platform.db, lesson);
  await platform.operations.run({ id: input.operation_id, actor, stopped: MESSAGES.stopped }, async (operation) => {
    const plans = await Promise.all(
      chosen.map(async (screen) => {
        const context = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: screen.id });
        const start = await startOf(platform, lesson, screen);
        return { screen, ...(await planOf({ screen, context, start, all, repeats: input.repeats, owner: OWNER })) };
      }),
    );
    const total = plans.reduce((sum, plan) => sum + stepsOf(plan), 0);
    let before = 0;
    for (const plan of plans) {
      if (operation.signal.aborted) break;
      const doing = `Examining screen ${plan.screen.sequence}`;
      const report = await examineScreen(platform, plan, operation.signal, (done) => operation.progress(doing, before + done, total));
      if (report) await putTrust(platform.db, plan.screen.id, trustFingerprint(plan.screen, fingerprints), report);
      before += stepsOf(plan);
    }
  });
  return listExaminedScreens(platform, actor, lessonId);
}

interface ExaminationInput {
  readonly screen_ids?: readonly number[] | undefined;
  readonly repeats: number;
  readonly draft?: Partial<ScreenFields> | undefined;
  readonly operation_id?: string | undefined;
}

/** Empty: there is nothing to examine. */
async function examineUnsaved(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  { screen_ids, repeats, draft, operation_id }: ExaminationInput & { readonly draft: Partial<ScreenFields> },
): Promise<ExaminedScreen[]> {
  const lesson = await getLessonFor(platform.db, actor, lessonId);
  const screen = (await listStoredScreens(platform.db, lessonId)).find(({ id }) => id === screen_ids?.[0]);
  if (!screen) throw notFound('screen');
  const report = await platform.operations.run({ id: operation_id, actor, stopped: MESSAGES.stopped }, (operation) =>
    examineDraft(platform, actor, {
      lesson,
      screen,
      draft,
      repeats,
      owner: `user:${actor.id}`,
      signal: operation.signal,
      onProgress: (done, total) => operation.progress(`Examining screen ${screen.sequence}`, done, total),
    }),
  );
  if (report === null) return [];
  const edited = { ...screen, fields: { ...screen.fields, ...draft } };
  return [toReply(edited, { ...report, is_current: true, examined_at: new Date().toISOString() })];
}

interface Draft {
  readonly lesson: StoredLesson;
  readonly screen: StoredScreen;
  /** Unsaved fields of the screen. */
  readonly draft: Partial<ScreenFields>;
  readonly repeats?: number;
  /** Runs of one owner share a turn in a runner's queue. */
  readonly owner: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Examines the checks of a screen with unsaved fields, in the same way as those of a stored one. The mutants of a stored answer that the
 * draft replaces are tried as well: they failed, and have to fail again. Stores nothing.
 *
 * @returns null if there is nothing to examine, or it was stopped.
 * @throws AppError `not_found`; `refused` for an answer that is too long; `unavailable` if nothing can run the code.
 */
export async function examineDraft(
  platform: Platform,
  actor: Actor,
  { lesson, screen, draft, repeats = DRAFT_REPEATS, owner, signal, onProgress }: Draft,
): Promise<TrustReport | null> {
  if (lesson.fields.language === null) return null;
  const context = await getRunContext(platform, actor, { lesson_id: lesson.id, screen_id: screen.id, draft });
  const edited = { ...screen, fields: { ...screen.fields, ...draft } };
  if (!canBeExamined(edited, context.lesson)) return null;
  const all = answersOf(await listStoredScreens(platform.db, lesson.id));
  const start = await startOf(platform, lesson, edited);
  const plan = await planOf({ screen: edited, context, start, all, repeats, owner });
  const earlier = await mutantsOfEarlier(context, withFirstDraw(screen).fields.answer_code);
  const others = [...plan.others, ...earlier];
  return examineScreen(platform, { ...plan, others }, signal, (done) => onProgress(done, stepsOf({ ...plan, others })));
}

type ContentScreen = Pick<StoredScreen, 'sequence' | 'fields' | 'attached'>;

interface Content {
  readonly screen: ContentScreen;
  /** All screens of the lesson, in order. */
  readonly screens: readonly ContentScreen[];
  readonly context: RunContext;
  /** What learners begin with. */
  readonly start: string;
  readonly repeats: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Examines the checks of a screen whose lesson isn't stored.
 *
 * @returns null if there is nothing to examine, or it was stopped.
 * @throws AppError `refused` for an answer that is too long; `unavailable` if nothing can run the code.
 */
export async function examineContent(
  services: RunServices,
  { screen, screens, context, start, repeats, signal, onProgress }: Content,
): Promise<TrustReport | null> {
  if (!canBeExamined(screen, context.lesson)) return null;
  const plan = await planOf({ screen, context, start, all: answersOf(screens), repeats, owner: OWNER });
  return examineScreen(services, plan, signal, (done) => onProgress(done, stepsOf(plan)));
}

/** The mutants of the answer before it was edited. One may be what the answer is now. */
async function mutantsOfEarlier({ lesson, fields }: RunContext, earlier: string): Promise<TriedSubmission[]> {
  const answer = fields.answer_code.trim();
  if (earlier.trim() === '' || earlier.trim() === answer) return [];
  const all = await submissionsOf(lesson.language, { ...fields, answer_code: earlier, initially_passing: true }, []);
  return all.filter(({ role, code }) => role === 'mutant' && code.trim() !== answer);
}

interface Planned {
  readonly screen: Pick<StoredScreen, 'sequence' | 'attached'>;
  readonly context: RunContext;
  /** What learners begin with. */
  readonly start: string;
  /** The answers of the lesson's screens. */
  readonly all: readonly Neighbor[];
  readonly repeats: number;
  readonly owner: string;
}

async function planOf({ screen, context, start, all, repeats, owner }: Planned): Promise<Plan> {
  const fields = { ...context.fields, initial_code: start };
  const { answer_variables } = screen.attached;
  const others = await submissionsOf(context.lesson.language, fields, neighborsOf(screen.sequence, all), answer_variables);
  return { context: { ...context, fields }, others, repeats, owner };
}

/** How many runs the progress counts. */
function stepsOf({ repeats, others }: Pick<Plan, 'repeats' | 'others'>): number {
  return repeats + others.length + COMBINATIONS;
}

/** The submissions with which the checks of a screen are examined. */
interface Plan {
  readonly context: RunContext;
  /** Besides the answer. */
  readonly others: readonly TriedSubmission[];
  /** How often the answer is repeated. */
  readonly repeats: number;
  readonly owner: string;
}

/** Null: it was stopped. @throws AppError `unavailable` if nothing can run the code. */
async function examineScreen(
  platform: RunServices,
  { context, others, repeats, owner }: Plan,
  signal: AbortSignal,
  tell: (done: number) => void,
): Promise<TrustReport | null> {
  const answer: TriedSubmission = { role: 'answer', code: context.fields.answer_code };
  tell(0);
  try {
    const first = await runOnce(platform, { context, code: answer.code, owner }, signal);
    let done = 1;
    const all = [examined(answer, first)];
    await repeatAnswer(platform, { context, code: answer.code, owner }, repeats - 1, signal, (result) => {
      all.push(examined(answer, result));
      tell((done += 1));
    });
    const usual = { failed: all.filter(({ passes }) => !passes).length, all: all.length };
    // If the answer fails, the other submissions say nothing about the check. Some of its runs may pass, though.
    if (!didPass(first)) return gradeChecks(all);
    const limited = withTimeLimit(context, first.duration_ms);
    const rest = await inParallel(others, AT_ONCE, async (submission): Promise<Examined> => {
      const given = { context: submission.role === 'mutant' ? limited : context, code: submission.code, owner };
      const result = await runOnce(platform, given, signal);
      tell((done += 1));
      return examined(submission, result);
    });
    const tried = { context, code: answer.code, owner };
    const dependence: Dependence = await findDependence(platform, tried, usual, signal, () => tell((done += 1)));
    return gradeChecks([...all, ...rest], dependence, secretsOf(context));
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** What no message may have: lines of the answer that learners aren't given, and texts that are compared. */
function secretsOf({ fields, screen }: RunContext): string[] {
  const given = fields.initial_code.split('\n').map((line) => line.trim());
  const lines = fields.answer_code.split('\n').map((line) => line.trim());
  const values = screen.attached.answer_variables.flatMap(({ value }) => (value?.kind === 'str' ? value.value : []));
  return [
    ...lines.filter((line) => line.length >= SECRET_LINE && !given.includes(line)),
    ...values.filter(({ length }) => length >= SECRET_TEXT),
  ];
}

function withTimeLimit(context: RunContext, answerMs: number): RunContext {
  const { lesson } = context;
  const seconds = Math.ceil((TIME_FACTOR * answerMs) / 1_000) + EXTRA_SECONDS;
  const enabled_features = lesson.enabled_features.filter((feature) => feature !== 'Long-running code');
  return { ...context, lesson: { ...lesson, enabled_features, code_run_timeout: Math.min(seconds, timeLimitOf(lesson)) } };
}

async function readLesson(db: Platform['db'], actor: Actor, lessonId: number) {
  const lesson = await getLessonFor(db, actor, lessonId);
  const stored = await listStoredScreens(db, lessonId);
  return {
    lesson,
    screens: stored.filter((screen) => lesson.fields.language !== null && canBeExamined(screen, lesson.fields)),
    all: answersOf(stored),
  };
}

function answersOf(screens: readonly Pick<StoredScreen, 'sequence' | 'fields'>[]): Neighbor[] {
  return screens
    .map(withFirstDraw)
    .map(({ sequence, fields }) => ({ sequence, answer_code: fields.type === 'code' ? fields.answer_code : '' }));
}

/** Whether a screen has code, an answer and at least one check. */
function canBeExamined({ fields, attached }: Pick<StoredScreen, 'fields' | 'attached'>, lesson: LessonFields): boolean {
  if (fields.type !== 'code' || fields.answer_code.trim() === '' || fields.is_experimental) return false;
  return (
    fields.check_output ||
    (fields.check_val ?? '') !== '' ||
    attached.answer_variables.length > 0 ||
    unitTestsOf(lesson.language, fields) !== null ||
    (usesCustomChecks(lesson) && fields.custom_check_code.trim() !== '') ||
    (usesLegacyChecks(lesson) && fields.legacy_check_code.trim() !== '')
  );
}

/** Hash of everything that an examination depends on. */
export function trustFingerprint(screen: StoredScreen, fingerprints: Fingerprints): string {
  return fingerprints(screen, { examination: VERSION, initial: [fingerprints.startOf(screen), screen.fields.initially_passing] });
}

function toReply({ id, sequence, fields }: StoredScreen, trust: CheckTrust | null): ExaminedScreen {
  return { screen_id: id, sequence, title: fields.title, answer_code: fields.answer_code, trust };
}
