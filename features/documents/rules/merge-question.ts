import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import type { FieldsMerge } from '#platform/content/merge.ts';
import type { Sides } from './merge-conflicts.ts';
import { mergeItemFields, mergeWholeItemFields } from './merge-items.ts';
import { mergeTask, withRecorded } from './merge-task.ts';

type Question = Omit<QuestionContent, 'uuid'>;

/** Merges two versions of a question: its text by line, its options one by one, its task field by field. */
export function mergeQuestion(base: Question, mine: Question, theirs: Question): FieldsMerge<Question> {
  return merged({ base, mine, theirs }, mergeItemFields);
}

/** The same, but without looking into texts and options: those that both sides changed are conflicts. */
export function mergeWholeQuestion(base: Question, mine: Question, theirs: Question): FieldsMerge<Question> {
  return merged({ base, mine, theirs }, mergeWholeItemFields);
}

function merged(sides: Sides<Question>, merge: typeof mergeWholeItemFields): FieldsMerge<Question> {
  const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map(withoutTask);
  if (!base || !mine || !theirs) throw new TypeError('A side is missing.');
  const rest = merge(base, mine, theirs);
  const tasks = { base: sides.base.task, mine: sides.mine.task, theirs: sides.theirs.task };
  const task = mergeTask(tasks, merge);
  const torn = { field: 'task', ...tasks };
  if (task === null) return { merged: { ...rest.merged, task: tasks.mine }, conflicts: [...rest.conflicts, torn] };
  const isTorn = task.conflicts.length > 0;
  return {
    merged: { ...rest.merged, task: task.merged },
    conflicts: isTorn ? [...rest.conflicts, { ...torn, ...eachWhole(task, tasks) }] : rest.conflicts,
  };
}

function withoutTask({ question, select_type, options, skill_uuid }: Question): Omit<Question, 'task'> {
  return { question, select_type, options, skill_uuid };
}

/** A task as a whole is one field for people: whichever side they choose, what merged is in it. */
function eachWhole({ merged: task, conflicts }: FieldsMerge<QuestionContent['task']>, tasks: Sides<QuestionContent['task']>) {
  const { base, mine, theirs } = tasks;
  if (task === null || base === null || mine === null || theirs === null) return {};
  const whole = (side: 'mine' | 'theirs') =>
    withRecorded({ ...task, ...Object.fromEntries(conflicts.map((conflict) => [conflict.field, conflict[side]])) }, { base, mine, theirs });
  return { mine: whole('mine'), theirs: whole('theirs') };
}
