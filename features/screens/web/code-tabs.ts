import { editsFile } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { usesLegacyChecks } from '#features/lessons/lessons.policy.ts';
import { canCheckCustom, canFormatCode, canReadInput, isTerminal } from '#platform/contract/languages.ts';
import { canUnitTest } from '#platform/contract/unit-tests.ts';

/** The tabs of the code pane; also the values of `?code=` in the address. */
export type CodeTabId =
  | 'initial'
  | 'answer'
  | 'custom'
  | 'test_custom'
  | 'test_cli'
  | 'value_check'
  | 'unit'
  | 'display'
  | 'inputs'
  | 'setup'
  | 'format_code_run'
  | 'run_code'
  | 'remote_run_code'
  | 'legacy';

/** What the tabs of a screen depend on. */
export interface CodeTabConditions {
  lesson: Pick<Lesson, 'language' | 'legacy_check_enabled' | 'mode'>;
  screen: { hasRemoteRun: boolean; hasSetup: boolean; dynamic_answer: boolean };
  /** Whether the author is external. */
  isExternal: boolean;
}

/**
 * The tabs of the code pane in their order: what nearly every code screen has, its other checks, what surrounds the code of the learner. The
 * output has its own pane.
 *
 * - Format code: what is set before every run of the screen so that values print alike for everyone (`pd.set_option`,
 *   `options(digits = 3)`); for the languages that have such settings, python and r.
 * - Custom check and its test: in every language with custom checks, which R does not have: the first check turns custom checking
 *   on. The test of a command-line lesson is written in commands and is its own kind.
 * - Unit tests: in the languages whose test files can be used as they are, all but SQL.
 * - Run: a submission to try out against an answer that is run next to it; on screens with Dynamic Answer.
 * - Input: in the languages whose code can read a typed line, all but SQL.
 * - Setup code: in the command line, and on screens that have it, such as those that were imported with hidden code.
 * - Where learners edit a file, it takes the place of the initial code.
 * - Legacy check: Python, SQL and R, where it is enabled, and never for external authors.
 */
export function codeTabs({ lesson, screen, isExternal }: CodeTabConditions): CodeTabId[] {
  const { language } = lesson;
  const isShell = isTerminal(language);
  const hasCustom = canCheckCustom(language);
  const hasFile = editsFile(lesson);
  const offered: Record<CodeTabId, boolean> = {
    initial: !hasFile,
    answer: true,
    custom: hasCustom,
    test_custom: hasCustom && !isShell,
    test_cli: hasCustom && isShell,
    value_check: language !== null,
    unit: canUnitTest(language),
    display: true,
    inputs: canReadInput(language),
    setup: isShell || (language !== null && screen.hasSetup),
    format_code_run: canFormatCode(language),
    run_code: language !== null && screen.dynamic_answer,
    remote_run_code: screen.hasRemoteRun,
    legacy: usesLegacyChecks(lesson) && !isExternal,
  };
  return (Object.keys(offered) as CodeTabId[]).filter((id) => offered[id]);
}

/** The tabs that are always visible; the others are in the menu More. Without custom checks, the check value is how a screen is checked. */
export function mainCodeTabs(tabs: readonly CodeTabId[]): CodeTabId[] {
  const check = tabs.includes('custom') ? 'custom' : 'value_check';
  return tabs.filter((id) => id === 'initial' || id === 'answer' || id === check);
}
