import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { textsOfQuestion } from '#features/content-model/rules/texts-of-question.ts';
import type { FileDiff } from '#features/review/contract/pull-diffs.ts';
import { haveFewLines, isCheapToMerge } from '#platform/content/merge-cost.ts';
import type { FieldsMerge } from '#platform/content/merge.ts';
import { runTextTask, type TextTaskWatch } from '#platform/server/text-tasks/text-tasks.ts';

const loadTasks = () => import('./merge.task.ts');

/**
 * Merges two versions of the same fields (platform/content/merge.ts). Long texts that both sides changed are merged in a thread; what takes too
 * long is a conflict, which keeps both texts.
 */
export async function mergeWithinLimits<F extends object>(base: F, mine: F, theirs: F, watch?: TextTaskWatch): Promise<FieldsMerge<F>> {
  const { mergeFields, mergeWholeFields } = await loadTasks();
  if (isCheapToMerge(base, mine, theirs)) return mergeFields(base, mine, theirs);
  const merged = await runTextTask('mergeFields', [base, mine, theirs], watch);
  return typeof merged === 'object' ? (merged.result as FieldsMerge<F>) : mergeWholeFields(base, mine, theirs);
}

type Question = Omit<QuestionContent, 'uuid'>;

/** The same for a question. */
export async function mergeQuestionWithinLimits(base: Question, mine: Question, theirs: Question): Promise<FieldsMerge<Question>> {
  const { mergeQuestion, mergeWholeQuestion } = await loadTasks();
  const texts = [base, mine, theirs].map(textsOfQuestion);
  if (texts.every(({ length }) => length <= FEW_TEXTS) && haveFewLines(...texts.flat().map(({ text }) => text)))
    return mergeQuestion(base, mine, theirs);
  const merged = await runTextTask('mergeQuestion', [base, mine, theirs]);
  return typeof merged === 'object' ? merged.result : mergeWholeQuestion(base, mine, theirs);
}

/** Of ten options with feedback. */
const FEW_TEXTS = 21;

/** The changes from one text to another in hunks; null if that takes too long. */
export async function compareWithinLimits(before: string, after: string): Promise<FileDiff['hunks'] | null> {
  if (haveFewLines(before, after)) return (await loadTasks()).compareLines(before, after);
  const compared = await runTextTask('compareLines', [before, after]);
  return typeof compared === 'object' ? compared.result : null;
}
