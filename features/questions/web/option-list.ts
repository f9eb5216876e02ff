import type { QuestionFields } from '#features/screens/contract/screens.ts';
import type { RowKind } from './rows/rows.ts';

export type Option = QuestionFields['answer_options'][number];

/** The rows of options of a multiple choice question. */
export const OPTIONS: RowKind<Option> = {
  blank: { label: '', feedback_message: '', valid: false, skill_id: null },
  isBlank: ({ label, feedback_message, valid, skill_id }) =>
    label.trim() === '' && feedback_message.trim() === '' && !valid && skill_id === null,
  first: 3,
  enough: 2,
};

/** Marks an option as valid or not. Where one is picked, one is valid: the choice of it unmarks the others. */
export function pickValid(options: readonly Option[], at: number, isValid: boolean, type: QuestionFields['select_type']): Option[] {
  return options.map((option, index) => {
    if (index === at) return { ...option, valid: isValid };
    return type === 'single' && isValid ? { ...option, valid: false } : option;
  });
}
