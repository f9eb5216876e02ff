import type { PreviewVerdict } from '#features/publishing/contract/previews.ts';
import type { JudgedTask } from '#features/questions/contract/kinds/kind.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';

/** What a verdict on a multiple choice question has of the other kinds. */
export const CHOICE_VERDICT: Pick<PreviewVerdict, 'parts' | 'feedback_html' | 'note' | 'output'> = {
  parts: [],
  feedback_html: [],
  note: null,
  output: null,
};

/** A judged task as its learner sees it. @param feedback_html the texts at the paths in `feedback`, rendered */
export function taskVerdict({ isCorrect, parts, note, output }: JudgedTask, feedback_html: readonly SafeHtml[]): PreviewVerdict {
  return { is_correct: isCorrect, picked: [], parts: [...parts], feedback_html: [...feedback_html], note, output };
}
