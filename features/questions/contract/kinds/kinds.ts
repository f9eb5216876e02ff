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

/** What a kind of question is called, multiple choice among them. */
export function kindLabel(task: QuestionTask | null | undefined): string {
  return task ? kindOf(task).label : 'Multiple choice';
}

/** The kinds that a question can have in a lesson, besides multiple choice: its own, and without a language none that runs code. */
export function kindsFor(hasCode: boolean, task: QuestionTask | null = null): QuestionKind<TaskKind>[] {
  const kinds = Object.values(QUESTION_KINDS) as unknown as QuestionKind<TaskKind>[];
  return kinds.filter(({ kind, needsCode }) => hasCode || needsCode !== true || kind === task?.kind);
}
