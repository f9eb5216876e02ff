import type { TaskText } from './kind.ts';
import { kindOf } from './kinds.ts';
import type { QuestionTask } from './tasks.ts';

/** The texts of a task; none of a multiple choice question, whose texts are its options. */
export function taskTexts(task: QuestionTask | null): TaskText[] {
  return task === null ? [] : kindOf(task).texts(task);
}

/** The texts of a task that people wrote: not what a run recorded. */
export function writtenTexts(task: QuestionTask | null): TaskText[] {
  const recorded = task && kindOf(task).recorded?.field;
  return taskTexts(task).filter(({ path }) => path !== recorded);
}

/**
 * A task with another text at a path of {@link taskTexts}, without what was recorded of the old one.
 * @throws RangeError if it has no such text
 */
export function withTaskText<T extends QuestionTask>(task: T, path: string, text: string): T {
  const known = taskTexts(task).find((each) => each.path === path);
  if (!known) throw new RangeError(`This ${task.kind} question has no text “${path}”.`);
  const { recorded } = kindOf(task);
  const isOutdated = recorded?.of === path && known.text !== text;
  return { ...(setAt(task, path.split('/'), text) as T), ...(isOutdated && { [recorded.field]: null }) };
}

function setAt(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.with(Number(key), setAt(value[Number(key)], rest, text));
  return { ...(value as object), [key]: setAt((value as Record<string, unknown>)[key], rest, text) };
}
