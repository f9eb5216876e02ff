import type { Question } from './screens.ts';

/** What is said of an answer to a multiple choice question. */
export interface JudgedAnswer {
  readonly isCorrect: boolean;
  /** Of each option that was picked, in the order of the options. */
  readonly picked: readonly { readonly index: number; readonly valid: boolean; readonly feedback_message: string }[];
}

/**
 * Judges what was picked, by the places of the options: correct when all and only the valid ones are (A §4). Nothing is said
 * of the options that were not picked.
 */
export function judgeAnswer({ answer_options }: Pick<Question, 'answer_options'>, picked: ReadonlySet<number>): JudgedAnswer {
  return {
    isCorrect: answer_options.every(({ valid }, index) => valid === picked.has(index)),
    picked: answer_options.flatMap(({ valid, feedback_message }, index) => (picked.has(index) ? [{ index, valid, feedback_message }] : [])),
  };
}
