import { DEFAULT_RUN_LIMITS, PLAIN_RUN, type EnvironmentRef, type RunLimits, type RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { LessonFields } from '#contract/lessons.ts';
import { LIMITS } from '#contract/limits.ts';
import type { ScreenFields } from '#contract/screens.ts';

/** Features that only some runners have; a run of such a lesson goes to one that offers them (product §5). */
const RUNNER_FEATURES = ['GPU', 'PySpark', 'PowerBI', 'Excel', 'Excel Online', 'Tableau'] as const;
const HIGH_CPU_FACTOR = 4;
const HIGH_MEMORY_FACTOR = 4;

/** What a run of this lesson may use (product §5). */
export function runLimits(lesson: Pick<LessonFields, 'code_run_timeout' | 'enabled_features'>): RunLimits {
  const seconds = lesson.code_run_timeout ?? LIMITS.timeoutSecondsDefault;
  const has = (feature: LessonFields['enabled_features'][number]) => lesson.enabled_features.includes(feature);
  return {
    ...DEFAULT_RUN_LIMITS,
    wall_seconds: seconds,
    cpu_seconds: has('High CPU') ? seconds * HIGH_CPU_FACTOR : seconds,
    memory_bytes: DEFAULT_RUN_LIMITS.memory_bytes * (has('High Memory') ? HIGH_MEMORY_FACTOR : 1),
  };
}

/** Everything a runner needs to know of one run. The screen's fields may be unsaved ones. */
export function runRequest(input: {
  id: string;
  userId: number;
  lesson: LessonFields & { language: NonNullable<LessonFields['language']> };
  environment: EnvironmentRef | null;
  screen: ScreenFields;
  code: string;
  files: readonly { name: string; sha256: string }[];
  values: RunnerRunRequest['values'];
}): RunnerRunRequest {
  const { lesson, screen } = input;
  return {
    ...PLAIN_RUN,
    id: input.id,
    owner: String(input.userId),
    language: lesson.language,
    language_version: lesson.language === 'python' ? lesson.language_version : null,
    environment: input.environment,
    preamble: screen.should_run_display_code && screen.display_code.trim() !== '' ? [screen.display_code] : [],
    code: input.code,
    files: [...input.files],
    values: input.values,
    limits: runLimits(lesson),
    requirements: lesson.enabled_features.filter((feature) => (RUNNER_FEATURES as readonly string[]).includes(feature)),
  };
}
