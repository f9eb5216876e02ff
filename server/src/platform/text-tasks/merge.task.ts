import { diffLines, linesOf } from '#content/line-diff.ts';
import { mergeFields, mergeWholeFields } from '#content/merge.ts';
import { mergeQuestion, mergeWholeQuestion } from '#content/merge-question.ts';
import type { FileDiff } from '#contract/pull-requests.ts';

export { mergeFields, mergeQuestion, mergeWholeFields, mergeWholeQuestion };

declare module './text-tasks.ts' {
  interface TextTasks {
    mergeFields: typeof mergeFields<object>;
    mergeQuestion: typeof mergeQuestion;
    compareLines: typeof compareLines;
  }
}

/** The changes from one text to another, in hunks. */
export function compareLines(before: string, after: string): FileDiff['hunks'] {
  return diffLines(linesOf(before), linesOf(after));
}
