import type { FileDiff } from '#features/review/contract/pull-diffs.ts';
import { diffLines, linesOf } from '#platform/content/line-diff.ts';
import { mergeFields as merge, mergeWholeFields, type FieldsMerge } from '#platform/content/merge.ts';
import { mergeQuestion, mergeWholeQuestion } from '../rules/merge-question.ts';
import { undoFields, type Undone } from '../rules/undo-merge.ts';

export { undoFields, mergeQuestion, mergeWholeFields, mergeWholeQuestion };

declare module '../../../platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    mergeFields: typeof mergeFields;
    mergeQuestion: typeof mergeQuestion;
    undoFields: (...input: Parameters<typeof undoFields>) => Undone<object>;
    compareLines: typeof compareLines;
  }
}

/** Merges two versions of the same fields. */
export function mergeFields<F extends object>(base: F, mine: F, theirs: F): FieldsMerge<F> {
  return merge(base, mine, theirs);
}

/** The changes from one text to another, in hunks. */
export function compareLines(before: string, after: string): FileDiff['hunks'] {
  return diffLines(linesOf(before), linesOf(after));
}
