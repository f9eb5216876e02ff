import type { QuestionFields } from '#features/screens/contract/screens.ts';

export type Option = QuestionFields['answer_options'][number];

const EMPTY_OPTION: Option = { label: '', feedback_message: '', valid: false, skill_id: null };

/** The options with one more at this position, or at the end where there are fewer. */
export function insertOption(options: readonly Option[], at: number, option: Option = EMPTY_OPTION): Option[] {
  return options.toSpliced(at, 0, option);
}

export function removeOption(options: readonly Option[], at: number): Option[] {
  return options.toSpliced(at, 1);
}

/** The options with one of them moved up (-1) or down (+1); at an edge it stays. */
export function moveOption(options: readonly Option[], from: number, by: -1 | 1): Option[] {
  const [option, neighbour] = [options[from], options[from + by]];
  if (!option || !neighbour) return [...options];
  return options.with(from, neighbour).with(from + by, option);
}

/** Marks an option as valid or not. Where one is picked, one is valid: the choice of it unmarks the others. */
export function pickValid(options: readonly Option[], at: number, isValid: boolean, type: QuestionFields['select_type']): Option[] {
  return options.map((option, index) => {
    if (index === at) return { ...option, valid: isValid };
    return type === 'single' && isValid ? { ...option, valid: false } : option;
  });
}
