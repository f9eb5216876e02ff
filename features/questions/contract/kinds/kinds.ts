import { BLANKS } from './blanks.ts';
import type { QuestionKind } from './kind.ts';
import { MATCH } from './match.ts';
import { NUMBER } from './number.ts';
import { ORDER } from './order.ts';
import { PREDICT } from './predict.ts';
import type { QuestionTask, TaskKind } from './tasks.ts';
import { TEXT } from './text.ts';

/** The kinds of question besides multiple choice, in the order of menus. A new kind is an entry here and its own file. */
export const QUESTION_KINDS: { readonly [K in TaskKind]: QuestionKind<K> } = {
  number: NUMBER,
  text: TEXT,
  blanks: BLANKS,
  order: ORDER,
  match: MATCH,
  predict: PREDICT,
};

/** The kind of a task, for calls with that task. */
export function kindOf<T extends QuestionTask>(task: T): QuestionKind<T['kind']> {
  return QUESTION_KINDS[task.kind] as unknown as QuestionKind<T['kind']>;
}
