import type { AnswerOutput, AnswerVariable } from '#contract/screens.ts';

/** What running the answer can be used for: the screen's side of the output pane. */
export interface AnswerControls {
  /** Whether the learner's output is compared with the stored one. */
  checkOutput: boolean;
  /** What is stored; null: the answer's output was never kept. */
  storedOutput: AnswerOutput | null;
  /** The variables that are compared, with the answer's values. */
  selected: readonly AnswerVariable[];
  /** Nothing of it can be changed now. */
  isDisabled: boolean;
  /** Stores `output` and whether it is checked. */
  onOutput: (output: AnswerOutput, checkOutput: boolean) => void;
  onVariables: (variables: AnswerVariable[]) => void;
}
