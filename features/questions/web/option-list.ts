import type { QuestionFields } from '#features/screens/contract/screens.ts';

export type Option = QuestionFields['answer_options'][number];

const EMPTY_OPTION: Option = { label: '', feedback_message: '', valid: false, skill_id: null };

/** How many rows an unfinished question has to fill in. */
const FIRST_ROWS = 3;

/** Nothing is written or chosen in it. */
export function isBlankOption({ label, feedback_message, valid, skill_id }: Option): boolean {
  return label.trim() === '' && feedback_message.trim() === '' && !valid && skill_id === null;
}

/** The rows without the blank ones: what a question consists of, and what is saved. */
export function filledOptions(rows: readonly Option[]): Option[] {
  return rows.filter((row) => !isBlankOption(row));
}

/**
 * The rows that a form shows for options: an unfinished question has blank rows to fill in.
 *
 * @param rows Those that it shows now; their blank rows at the end stay.
 */
export function rowsFor(options: readonly Option[], rows: readonly Option[] = []): Option[] {
  const filled = rows.findLastIndex((row) => !isBlankOption(row)) + 1;
  const blank = Math.max(rows.length - filled, options.length < 2 ? FIRST_ROWS - options.length : 0);
  return [...options, ...Array.from({ length: blank }, () => EMPTY_OPTION)];
}

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
