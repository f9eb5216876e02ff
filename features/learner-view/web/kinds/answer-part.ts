import type { AskOf, Given } from '#features/questions/contract/kinds/asks.ts';
import type { TaskKind } from '#features/questions/contract/kinds/tasks.ts';

/** Props of what learners answer a question with. */
export interface AnswerPartProps<K extends TaskKind> {
  readonly ask: AskOf<K>;
  /** It may be of an earlier form of the question, so parts ignore what doesn't fit. */
  readonly given: Given;
  readonly onGive: (given: Given) => void;
  /** Whether each gap or pair is right; empty: not judged yet, or there is only one thing to answer. */
  readonly parts: readonly boolean[];
  /** It can't be changed any more. */
  readonly isFixed: boolean;
  /** By a key, where one is usual. */
  readonly onSubmit: () => void;
  /** The id of the question's text. */
  readonly questionId: string;
}
