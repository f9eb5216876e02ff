import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { isTerminal, type Language } from '#platform/contract/languages.ts';

/** Whether a screen checks an output that was never recorded, so that no submission can pass. */
export function lacksOutput(
  language: Language | null,
  { fields: { type, check_output, dynamic_answer }, answer_output }: Pick<ScreenContent, 'fields' | 'answer_output'>,
): boolean {
  return type === 'code' && !isTerminal(language) && check_output && !dynamic_answer && answer_output === null;
}
