import type { ComponentType } from 'react';
import type { TaskKind } from '#features/questions/contract/kinds/tasks.ts';
import type { AnswerPartProps } from './answer-part.ts';
import { BlanksAnswer } from './blanks.tsx';
import { MatchAnswer } from './match.tsx';
import { NumberAnswer } from './number.tsx';
import { OrderAnswer } from './order.tsx';
import { PredictAnswer } from './predict.tsx';
import { TextAnswer } from './text.tsx';

/** What learners answer with, by kind of question. A new kind is an entry here and its own file. */
export const ANSWER_PARTS: { readonly [K in TaskKind]: ComponentType<AnswerPartProps<K>> } = {
  number: NumberAnswer,
  text: TextAnswer,
  blanks: BlanksAnswer,
  order: OrderAnswer,
  match: MatchAnswer,
  predict: PredictAnswer,
};
