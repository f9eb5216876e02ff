import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import type { Check, RunResult } from '../contract/runs.ts';
import { ChecksTab } from './checks-tab.tsx';
import { CustomCheckOutput } from './custom-check-output.tsx';
import { NO_RUN, type RunView } from './run-state.ts';

const settings = { language: 'python', lessonId: 1, screenIds: [], maxRows: 10, isExperimental: false, showsFiles: false } as const;
const off: Check = { enabled: false, pass: false, results: [] };
const passed: CheckResult = { name: 'variable_value: a', pass: true, expected: null, actual: null, feedback: null, hints: [] };
const failed: CheckResult = {
  ...passed,
  name: 'variable_value: b',
  pass: false,
  feedback: 'b should be 2 & more.',
  hint: 'Look at line 3.',
  hints: ['Look at line 3.'],
  tag_id: 'sums',
  counts: true,
  has_custom_feedback: true,
  has_custom_hints: false,
  line: 3,
};
const skipped: CheckResult = { ...passed, name: 'output_contains: 2', pass: false, counts: false, feedback: 'It depends on b.' };

function runWith(results: readonly CheckResult[], change: Partial<RunResult> = {}): RunView {
  const custom: Check = { enabled: true, pass: results.every((each) => each.pass), results: [...results] };
  const result = {
    check_error: null,
    grader: null,
    checks: { output: off, variables: off, value: off, custom, unit: off, legacy: off },
    ...change,
  };
  return { ...NO_RUN, isJudged: true, phase: 'done', source: 'answer', result: result as RunResult };
}

/** The visible text of a container. */
function words(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html').body;
  for (const sign of page.querySelectorAll('[role="img"]')) sign.textContent = ` [${sign.getAttribute('aria-label')}] `;
  for (const block of page.querySelectorAll('p, tr, th, td, h2, li, pre')) block.append(' ');
  return (page.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
const panel = (run: RunView) => words(renderToStaticMarkup(<CustomCheckOutput run={run} settings={settings} actions={null} />));
const checks = (run: RunView, isExperimental = false) =>
  words(renderToStaticMarkup(<ChecksTab run={run} settings={{ ...settings, isExperimental }} />));

describe('the custom check output panel', () => {
  it('shows the result of each checker', () => {
    const text = panel(runWith([passed, failed, skipped]));
    expect(text).toContain('variable_value: a [passed] Passed –');
    expect(text).toContain('variable_value: b [failed] b should be 2 & more. Author’s feedback Hint: Look at line 3. Skill: sums 3');
    expect(text).toContain('output_contains: 2 [skipped] Skipped: It depends on b. –');
  });

  it('and the checks tab say which code of earlier screens failed', () => {
    const run = runWith([passed], { earlier_errors: [{ name: 'screen 3', message: 'NameError: x' }] });
    for (const text of [panel(run), checks(run)]) expect(text).toContain('The code of screen 3 failed before this code ran: NameError: x.');
  });

  it('shows an error in the check', () => {
    const check_error = { name: 'NameError', message: "name 'x' is not defined", line: 2, column: null, traceback: '' };
    const text = panel(runWith([], { check_error }));
    expect(text).toContain("The check has an error in line 2 NameError: name 'x' is not defined");
    expect(text).toContain('The check stopped before reporting a result.');
  });

  it.each<[string, RunView, string]>([
    ['before a run', NO_RUN, 'Run the answer or the custom test'],
    ['while it waits', { ...NO_RUN, phase: 'running' }, 'Custom check results appear after the code runs.'],
    ['without a checker', runWith([]), 'The custom check has no checkers yet.'],
    [
      'without a check',
      runWith([], { checks: { output: off, variables: off, value: off, custom: off, unit: off, legacy: off } }),
      'was not checked',
    ],
  ])('says why it is empty %s', (_, run, text) => {
    expect(panel(run)).toContain(text);
  });
});

describe('the checks of a run', () => {
  it('count passed, failed and skipped', () => {
    expect(checks(runWith([passed, failed, skipped]))).toContain('[failed] Custom checks1 passed, 1 failed, 1 skipped');
    expect(checks(runWith([skipped]))).toContain('output_contains: 2 Skipped. It depends on b.');
  });

  it('say that checks don’t block on experimental screens', () => {
    expect(checks(NO_RUN, true)).toContain('This screen is experimental');
    expect(checks(NO_RUN)).not.toContain('experimental');
  });

  it('end with the result for the learner of an assessment', () => {
    const skill_results = [
      { name: 'sums', points: 1, correct: true },
      { name: 'loops', points: 3, correct: false },
    ];
    const grader = { answer_checker_feedback: 'Nearly there.', correct: false, skill_names: ['sums', 'loops'], skill_results };
    expect(checks(runWith([failed], { grader }))).toContain(
      '[failed] Assessment: not correct Nearly there. [passed] sums · 1 point [failed] loops · 3 points',
    );
  });
});
