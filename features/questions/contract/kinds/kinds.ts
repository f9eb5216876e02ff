import type { QuestionKind } from './kind.ts';
import { NUMBER } from './number.ts';
import type { QuestionTask, TaskKind } from './tasks.ts';
import { TEXT } from './text.ts';

/** The kinds of question besides multiple choice, in the order of menus. A new kind is an entry here and its own file. */
export const QUESTION_KINDS: { readonly [K in TaskKind]: QuestionKind<K> } = {
  number: NUMBER,
  text: TEXT,
} as { readonly [K in TaskKind]: QuestionKind<K> };

/** The kind of a task, for calls with that task. */
export function kindOf<T extends QuestionTask>(task: T): QuestionKind<T['kind']> {
  return QUESTION_KINDS[task.kind] as unknown as QuestionKind<T['kind']>;
}
