/** Builds the request to a runner from the context of a run. */

import { createHash } from 'node:crypto';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { RUNNER_FEATURES, timeLimitOf, usesCustomChecks, usesLegacyChecks } from '#features/lessons/lessons.policy.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { canFormatCode, canShowLastValue, isQuery, versionOf } from '#platform/contract/languages.ts';
import {
  DEFAULT_RUN_LIMITS,
  RUN_DEFAULTS,
  type Circumstances,
  type EarlierCell,
  type RunChecks,
  type RunLimits,
  type RunnerRunRequest,
} from '#platform/contract/runner-protocol.ts';
import { MAX_RESULT_ROWS } from '../contract/result-table.ts';
import { earlierName, type EarlierCode } from '../earlier-code.policy.ts';
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

/** The database of a lesson about queries. */
export function engineOf(lesson: Pick<LessonFields, 'enabled_features'>): 'postgres' | 'sqlite' {
  return lesson.enabled_features.includes('Postgres') ? 'postgres' : 'sqlite';
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

/** Code that runs before the screen's own: the output format, in languages that have one, and the display code if enabled. */
export function codeBefore(screen: ScreenFields, language: LessonFields['language']): string[] {
  const texts = [canFormatCode(language) ? screen.format_code_run : '', screen.should_run_display_code ? screen.display_code : ''];
  return texts.filter((text) => text.trim() !== '');
}

/**
 * The files of a run. In a lesson whose learners edit a file, the work folder has it as it was submitted; sendToRunner sends its
 * content. An interpreter that outlives the run keeps the file as the author wrote it.
 */
function withSubmission({ files, edited }: RunContext, code: string | null): RunnerRunRequest['files'] {
  if (edited === null || code === null) return [...files];
  return files.map((file) => (file.name === edited ? { name: edited, sha256: sha256Of(code) } : file));
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
