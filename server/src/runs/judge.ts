import type { Check, Checks, RunError, RunOutcome } from '#contract/runs.ts';
import type { AnswerOutput, AnswerVariable, ScreenFields } from '#contract/screens.ts';
import { checkOutput } from './check-output.ts';
import { checkVariables } from './check-variables.ts';

/** What a submission is held against: the stored answer, or what running it afresh gave (`dynamic_answer`). */
export interface Answer {
  output: AnswerOutput | null;
  variables: readonly AnswerVariable[];
}

export interface Judgement {
  checks: Checks;
  /** 'All passed.' or 'Wrong answer: N check(s) failed.' (B §4); null where nothing was asked for. */
  summary: string | null;
}

const OFF: Check = { enabled: false, pass: false, results: [] };

/** Judges a finished run by the checks of its screen (product §6). Pure: what is compared is data, outside the sandbox. */
export function judge(screen: Pick<ScreenFields, 'check_output' | 'error_okay'>, answer: Answer, run: RunOutcome): Judgement {
  const checks: Checks = {
    output: screen.check_output ? outputCheck(answer.output, run) : OFF,
    variables: answer.variables.length > 0 ? checkVariables(answer.variables, run.vars) : OFF,
    value: OFF,
    custom: OFF,
    legacy: OFF,
  };
  return { checks, summary: summarise(checks, screen.error_okay ? null : run.error) };
}

function outputCheck(answer: AnswerOutput | null, run: RunOutcome): Check {
  if (answer) return checkOutput(answer.stdout, run.output);
  const feedback = 'The answer has no recorded output. Run the answer and store its output.';
  return {
    enabled: true,
    pass: false,
    results: [{ name: 'output', pass: false, expected: null, actual: run.output, feedback, hints: [] }],
  };
}

/** An error that is not okay is one failure of its own (product §6: `error_okay`). */
function summarise(checks: Checks, error: RunError | null): string | null {
  const enabled = Object.values(checks).filter((check) => check.enabled);
  if (enabled.length === 0) return null;
  const failed = enabled.flatMap((check) => check.results).filter((result) => !result.pass).length + (error ? 1 : 0);
  return failed === 0 ? 'All passed.' : `Wrong answer: ${failed} check(s) failed.`;
}
