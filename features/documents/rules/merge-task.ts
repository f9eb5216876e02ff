import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import type { FieldsMerge } from '#platform/content/merge.ts';
import { isSame } from './changed-fields.ts';
import type { Sides } from './merge-conflicts.ts';
import { mergeItemFields, type mergeWholeItemFields } from './merge-items.ts';

/**
 * Merges two versions of a question's task, field by field. What a run recorded is no field of its own: see {@link withRecorded}.
 *
 * @returns null: both sides changed it, and one of them its kind
 */
export function mergeTask(
  { base, mine, theirs }: Sides<QuestionTask | null>,
  merge: typeof mergeWholeItemFields = mergeItemFields,
): FieldsMerge<QuestionTask | null> | null {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { merged: mine, conflicts: [] };
  if (isSame(base, mine)) return { merged: theirs, conflicts: [] };
  if (base === null || mine === null || theirs === null || base.kind !== mine.kind || base.kind !== theirs.kind) return null;
  const { merged, conflicts } = merge(withoutRecorded(base), withoutRecorded(mine), withoutRecorded(theirs));
  return { merged: withRecorded(merged, { base, mine, theirs }), conflicts };
}

/** A merged task with what a run recorded on the side that it agrees with; without it where neither ran the same. */
export function withRecorded(task: QuestionTask, { base, mine, theirs }: Sides<QuestionTask>): QuestionTask {
  const { recorded } = kindOf(task);
  if (!recorded) return task;
  const { field, of } = recorded;
  const valueOf = (side: QuestionTask, key: string) => (side as Readonly<Record<string, unknown>>)[key] ?? null;
  const known = [mine, theirs].filter((side) => isSame(valueOf(side, of), valueOf(task, of)));
  const values = known.map((side) => valueOf(side, field)).filter((value) => value !== null);
  return { ...task, [field]: values.find((value) => !isSame(value, valueOf(base, field))) ?? values[0] ?? null };
}

function withoutRecorded(task: QuestionTask): QuestionTask {
  const { recorded } = kindOf(task);
  return recorded ? { ...task, [recorded.field]: null } : task;
}
