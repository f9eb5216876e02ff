import type { AnswerOutput, AnswerVariable } from '#features/screens/contract/screens.ts';

/** What the output pane can do with a run of the answer; provided by the screen. */
export interface AnswerControls {
  /** Whether the learner's output is compared with the stored one. */
  checkOutput: boolean;
  /** The stored output; null: none. */
  storedOutput: AnswerOutput | null;
  /** The compared variables, with the answer's values. */
  selected: readonly AnswerVariable[];
  /** Read-only. */
  isDisabled: boolean;
  /** Stores `output`, and whether it is checked. */
  onOutput: (output: AnswerOutput, checkOutput: boolean) => void;
  onVariables: (variables: AnswerVariable[]) => void;
}
