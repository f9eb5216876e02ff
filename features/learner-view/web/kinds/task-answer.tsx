import type { ComponentType } from 'react';
import type { TaskKind } from '#features/questions/contract/kinds/tasks.ts';
import type { AnswerPartProps } from './answer-part.ts';
import { ANSWER_PARTS } from './answer-parts.ts';

/** What a question of any kind besides multiple choice is answered with. Pages load it with the first such question. */
export default function TaskAnswer(props: AnswerPartProps<TaskKind>) {
  const Part = ANSWER_PARTS[props.ask.kind] as ComponentType<AnswerPartProps<TaskKind>>;
  return <Part {...props} />;
}
