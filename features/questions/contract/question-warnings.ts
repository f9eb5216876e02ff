import type { QuestionFields } from '#features/screens/contract/screens.ts';
import { kindOf } from './kinds/kinds.ts';

/**
 * Returns what is wrong with a question, in sentences for its author. The question can still be saved: it may be unfinished.
 */
export function questionWarnings({ question, select_type, answer_options, task }: QuestionFields): string[] {
  const noText = question.trim() === '' && 'The question has no text.';
  const warnings = task ? [noText, ...kindOf(task).warnings(task)] : [noText, ...choiceWarnings({ select_type, answer_options })];
  return warnings.filter((warning) => warning !== false);
}

function choiceWarnings({ select_type, answer_options }: Pick<QuestionFields, 'select_type' | 'answer_options'>): (string | false)[] {
  const valid = answer_options.filter((option) => option.valid).length;
  const unlabelled = answer_options.flatMap(({ label }, index) => (label.trim() === '' ? [index + 1] : []));
  return [
    answer_options.length < 2 && 'A question needs at least two options.',
    unlabelled.length === 1 && `Option ${unlabelled[0]} has no label.`,
    unlabelled.length > 1 && `Options ${unlabelled.slice(0, -1).join(', ')} and ${unlabelled.at(-1)} have no labels.`,
    valid === 0 && answer_options.length > 0 && 'No option is valid, so no answer can be correct.',
    valid > 1 && select_type === 'single' && `${valid} options are valid, but only one can be picked. Choose the valid one.`,
  ];
}
