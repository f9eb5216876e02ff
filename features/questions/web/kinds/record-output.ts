import { finishedRun } from '#features/runs/web/finished-run.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import type { RunPlace } from './kind-form-props.ts';

/** What came of running the code of a question. */
type RecordedOutput = { readonly output: string } | { readonly problem: string; readonly details: string };

/** Nothing of the screen runs before the code or checks it. */
const ALONE = {
  type: 'code',
  setup_code: '',
  display_code: '',
  should_run_display_code: false,
  format_code_run: '',
  runs_after: null,
  inputs: '',
  values: '',
  is_experimental: false,
  remote_run_code: null,
  answer_code: '',
  dynamic_answer: false,
  check_output: false,
  check_val: null,
  custom_check_code: '',
  unit_test_code: '',
  legacy_check_code: '',
} satisfies Partial<ScreenFields>;

/**
 * Runs code alone, without anything of its screen, and returns what it prints. It runs twice: what differs can't be predicted.
 *
 * @throws ApiError if it can't run
 */
export async function recordOutput({ lessonId, screenId }: RunPlace, code: string, signal: AbortSignal): Promise<RecordedOutput> {
  const body = { lesson_id: lessonId, screen_id: screenId, code, draft: ALONE };
  const run = async () => await finishedRun(screenId, await api.runCode({ body }, { signal }), signal);
  const first = await run();
  if (first.error !== null) return { problem: 'The code ends with an error, so its output is not recorded.', details: first.error };
  if (first.output.length > LIMITS.answerMax) return { problem: 'The code prints too much to be predicted.', details: '' };
  const second = await run();
  if (first.output === second.output) return { output: first.output };
  return {
    problem: 'The code prints something different each time, so no one can predict it.',
    details: `${first.output}\n${second.output}`,
  };
}
