/** Builds the requests to a runner from the context of a run: for its code, and for its unit tests. */

import { createHash } from 'node:crypto';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { RUNNER_FEATURES, timeLimitOf, usesCustomChecks, usesLegacyChecks } from '#features/lessons/lessons.policy.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { drawText } from '#features/screens/rules/values/fill-in-values.ts';
import { canFormatCode, canReadInput, canShowLastValue, isQuery, isTerminal, versionOf } from '#platform/contract/languages.ts';
import {
  DEFAULT_RUN_LIMITS,
  RUN_DEFAULTS,
  type Circumstances,
  type EarlierCell,
  type RunChecks,
  type RunLimits,
  type RunnerRunRequest,
  type UnitTests,
} from '#platform/contract/runner-protocol.ts';
import { isTestHelper, testFileOf, UNIT_FRAMEWORK_LABELS, type UnitFramework, unitTestsOf } from '#platform/contract/unit-tests.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import { MAX_RESULT_ROWS } from '../contract/result-table.ts';
import { earlierName, type EarlierCode } from '../earlier-code.policy.ts';
import { engineOf } from '../engine.policy.ts';
import { MESSAGES } from './messages.ts';
import type { NewRun, RunSession } from './queries.ts';
import type { RunContext } from './run-context.ts';
import { sessionSettings } from './sessions.ts';

/** Code to run, with its context. */
export interface Submission {
  readonly context: RunContext;
  /** Null: a fresh interpreter. */
  readonly session: RunSession | null;
  readonly code: string;
  readonly isApplication: boolean;
}

/** The code of an author as it runs: with the values of the first draw, as everything else of the screen has them. */
export function withValues({ draw }: RunContext, code: string): string {
  return draw === null ? code : drawText(code, draw);
}

const HIGH_CPU_FACTOR = 4;
const HIGH_MEMORY_FACTOR = 4;
/** How long a runner keeps the result of Long-running code while the server is away. */
const LONG_RUN_KEPT_SECONDS = 60 * 60;

/**
 * Such a run is reported as pending at once, continues when its page is closed, and survives a restart of the server.
 */
export function isLongRunning(lesson: Pick<LessonFields, 'enabled_features'>): boolean {
  return lesson.enabled_features.includes('Long-running code');
}

/** The features of a lesson that a runner must offer. */
export function requirementsOf(lesson: Pick<LessonFields, 'enabled_features'>): string[] {
  return lesson.enabled_features.filter((feature) => RUNNER_FEATURES.includes(feature));
}

/** The parts of a lesson that determine its runner. */
export function runnerNeeds(lesson: RunContext['lesson']) {
  return { language: lesson.language, version: versionOf(lesson), requirements: requirementsOf(lesson) };
}

/** The limits of a run of this lesson. */
export function runLimits(lesson: Pick<LessonFields, 'code_run_timeout' | 'enabled_features'>): RunLimits {
  const seconds = timeLimitOf(lesson);
  const has = (feature: LessonFields['enabled_features'][number]) => lesson.enabled_features.includes(feature);
  return {
    ...DEFAULT_RUN_LIMITS,
    wall_seconds: seconds,
    cpu_seconds: has('High CPU') ? seconds * HIGH_CPU_FACTOR : seconds,
    memory_bytes: DEFAULT_RUN_LIMITS.memory_bytes * (has('High Memory') ? HIGH_MEMORY_FACTOR : 1),
  };
}

/** The checks to run inside the sandbox: those that the lesson enables and the screen has; null if there are none. */
export function requestedChecks(
  lesson: Pick<LessonFields, 'language' | 'custom_check_enabled' | 'legacy_check_enabled'>,
  screen: Pick<ScreenFields, 'custom_check_code' | 'legacy_check_code' | 'answer_code'>,
): RunChecks | null {
  const isWritten = (code: string) => code.trim() !== '';
  const hasCustom = usesCustomChecks(lesson) && isWritten(screen.custom_check_code);
  const hasLegacy = usesLegacyChecks(lesson) && isWritten(screen.legacy_check_code);
  if (!hasCustom && !hasLegacy) return null;
  return {
    custom: hasCustom ? screen.custom_check_code : null,
    legacy: hasLegacy ? screen.legacy_check_code : null,
    answer_code: screen.answer_code,
    unit: null,
  };
}

/**
 * Code that runs before the screen's own: the output format, in languages that have one, the setup code, which scripts of a terminal run apart,
 * and the display code if enabled.
 */
export function codeBefore(screen: ScreenFields, language: LessonFields['language']): string[] {
  const texts = [
    canFormatCode(language) ? screen.format_code_run : '',
    isTerminal(language) ? '' : screen.setup_code,
    screen.should_run_display_code ? screen.display_code : '',
  ];
  return texts.filter((text) => text.trim() !== '');
}

/**
 * The files of a run. In a lesson whose learners edit a file, the work folder has it as it was submitted; sendToRunner sends its
 * content. An interpreter that outlives the run keeps the file as the author wrote it.
 */
function withSubmission({ files, edited }: RunContext, code: string | null): RunnerRunRequest['files'] {
  if (edited === null || code === null) return [...files];
  return files.map((file) => (file.name === edited ? { ...file, sha256: sha256Of(code) } : file));
}

/** The hash of a text, as the runner knows it by. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Code of earlier screens as a runner takes it. */
export function earlierCells(earlier: readonly EarlierCode[]): EarlierCell[] {
  return earlier.map(({ number, code, may_fail, is_setup }) => ({ name: earlierName({ number }), code, may_fail, is_setup }));
}

/**
 * The request to a runner.
 *
 * @param run.owner Runs of the same owner share a turn in the runner's queue; omit for the user.
 * @param run.isBackground No user is waiting for it: other runs go first.
 * @param run.circumstances Omit for those of learners.
 * @param checks The checks to run inside the sandbox; null: none.
 */
export function runRequest(
  run: Pick<NewRun, 'id' | 'user_id'> & {
    readonly owner?: string;
    readonly isBackground?: boolean;
    readonly circumstances?: Circumstances | null;
  },
  { context, session, code, isApplication }: Submission,
  checks: RunChecks | null,
): RunnerRunRequest {
  const { lesson, fields } = context;
  return {
    ...RUN_DEFAULTS,
    id: run.id,
    owner: run.owner ?? String(run.user_id),
    is_background: run.isBackground ?? false,
    circumstances: run.circumstances ?? null,
    language: lesson.language,
    language_version: versionOf(lesson),
    environment: context.environment,
    earlier: earlierCells(context.earlier),
    // Runners of earlier versions know neither earlier code of all languages nor what runs before it.
    setup: context.earlier.length === 0 ? [] : [...context.setup.ofLesson],
    preamble: [
      ...(context.earlier.length === 0 ? context.setup.ofLesson : []),
      ...context.setup.ofScreen,
      ...codeBefore(fields, lesson.language),
    ],
    code,
    input: canReadInput(lesson.language) ? fields.inputs : '',
    files: withSubmission(context, session === null && !isApplication ? code : null),
    values: 'all',
    compared: context.screen.attached.answer_variables.map(({ name }) => name),
    sql: isQuery(lesson.language)
      ? // All rows that can be compared: the page decides how many to display (`sql_max_rows`).
        { engine: engineOf(lesson), max_rows: MAX_RESULT_ROWS }
      : null,
    limits: runLimits(lesson),
    checks,
    requirements: requirementsOf(lesson),
    session: session && sessionSettings(session, lesson.app_ports),
    deploy: isApplication,
    shows_last_value: lesson.show_last_value && canShowLastValue(lesson.language),
    wants_files: lesson.enabled_features.includes('File viewer'),
    keep_seconds: isLongRunning(lesson) && !isApplication ? LONG_RUN_KEPT_SECONDS : 0,
  };
}

/**
 * The request that runs the unit tests of a screen on a submission: in their own sandbox, in which nothing of the learner's has run before.
 * Null: the screen has none. A string: why they can't run.
 */
export async function unitTestRequest(
  blobs: Pick<BlobStore, 'get'>,
  context: RunContext,
  code: string,
  request: RunnerRunRequest,
): Promise<RunnerRunRequest | string | null> {
  const plan = unitTestsOf(context.lesson.language, context.fields);
  if (plan === null) return null;
  const { framework, module } = plan;
  if (module === null) return MESSAGES.noUnitModule(UNIT_FRAMEWORK_LABELS[framework]);
  const isShell = isTerminal(context.lesson.language);
  const unit = {
    framework,
    module,
    submission: code,
    before: isShell ? [] : [...request.earlier.map((cell) => cell.code), ...request.preamble],
    earlier_count: isShell ? 0 : request.earlier.length,
    file: testFileOf(module, framework),
    code: context.fields.unit_test_code,
    helpers: await helpersOf(blobs, framework, context.files),
  };
  return {
    ...request,
    id: `${request.id}-unit`,
    // Scripts prepare the work folder, beside the submission.
    earlier: isShell ? request.earlier : [],
    preamble: isShell ? request.preamble : [],
    code: '',
    // A file of the lesson may have the name of the module, where learners edit that file.
    files: context.files.filter(({ name }) => name !== module && name !== unit.file),
    values: [],
    checks: { custom: null, legacy: null, answer_code: '', unit },
    session: null,
    deploy: false,
    wants_files: false,
    keep_seconds: 0,
  };
}

/** Files of a lesson that its tests load. */
export async function helpersOf(
  blobs: Pick<BlobStore, 'get'>,
  framework: UnitFramework,
  files: readonly { readonly name: string; readonly sha256: string }[],
): Promise<UnitTests['helpers']> {
  const found = files.filter(({ name }) => isTestHelper(framework, name));
  return Promise.all(found.map(async ({ name, sha256 }) => ({ name, text: Buffer.from(await blobs.get(sha256)).toString('utf8') })));
}
