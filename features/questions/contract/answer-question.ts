import type { Question } from '#features/screens/contract/screens.ts';

/** The verdict on an answer to a multiple choice question. */
export interface JudgedAnswer {
  readonly isCorrect: boolean;
  /** The picked options, in the order of the options. */
  readonly picked: readonly { readonly index: number; readonly valid: boolean; readonly feedback_message: string }[];
}

/**
 * Judges an answer by the indexes of the picked options. It is correct if exactly the valid options were picked. Reveals nothing
 * about options that were not picked.
 */
export function judgeAnswer({ answer_options }: Pick<Question, 'answer_options'>, picked: ReadonlySet<number>): JudgedAnswer {
  return {
    isCorrect: answer_options.every(({ valid }, index) => valid === picked.has(index)),
    picked: answer_options.flatMap(({ valid, feedback_message }, index) => (picked.has(index) ? [{ index, valid, feedback_message }] : [])),
  };
}
