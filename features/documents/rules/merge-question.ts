import type { OptionContent, QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import { mergeFields, mergeWholeFields, type FieldsMerge } from '#platform/content/merge.ts';

type Question = Omit<QuestionContent, 'uuid'>;

/**
 * Merges two versions of a multiple choice question: its text by line, its options one by one. Options added, removed or moved on
 * one side merge with edits of other options on the other; an option that both sides edited merges by field, unless any option
 * was moved.
 */
export function mergeQuestion(base: Question, mine: Question, theirs: Question): FieldsMerge<Question> {
  return withOptions({ base, mine, theirs }, mergeFields(plain(base), plain(mine), plain(theirs)), mergePlaces);
}

/** The same, but without looking into texts and options: those that both sides changed are conflicts. */
export function mergeWholeQuestion(base: Question, mine: Question, theirs: Question): FieldsMerge<Question> {
  return withOptions({ base, mine, theirs }, mergeWholeFields(plain(base), plain(mine), plain(theirs)), () => null);
}

function withOptions(
  { base, mine, theirs }: Record<'base' | 'mine' | 'theirs', Question>,
  { merged, conflicts }: FieldsMerge<ReturnType<typeof plain>>,
  mergeOptions: typeof mergePlaces,
): FieldsMerge<Question> {
  const { options, ...rest } = merged;
  const isTorn = conflicts.some(({ field }) => field === 'options');
  const placed = isTorn ? mergeOptions(base.options, mine.options, theirs.options) : null;
  return {
    merged: { ...rest, options: placed ?? options.map((option) => JSON.parse(option) as OptionContent) },
    conflicts: conflicts.flatMap((conflict) => {
      if (conflict.field !== 'options') return [conflict];
      return placed ? [] : [{ field: 'options', base: base.options, mine: mine.options, theirs: theirs.options }];
    }),
  };
}

/** Options as values: they are added, removed and moved as a whole. */
function plain({ question, select_type, options, task, skill_uuid }: Question) {
  return { question, select_type, options: options.map(canonicalJson), task, skill_uuid };
}

/** Pairs each option with the one at its position; null if that is ambiguous, or if both sides changed an option differently. */
function mergePlaces(
  base: readonly OptionContent[],
  mine: readonly OptionContent[],
  theirs: readonly OptionContent[],
): OptionContent[] | null {
  if ([mine, theirs].some((side) => side.length !== base.length || hasMoved(base, side))) return null;
  const merges = base.flatMap((option, at) => {
    const [ours, other] = [mine[at], theirs[at]];
    return ours && other ? [mergeFields<OptionContent>(option, ours, other)] : [];
  });
  return merges.some(({ conflicts }) => conflicts.length > 0) ? null : merges.map(({ merged }) => merged);
}

/** Whether an option of the base has moved, judging by its label. */
function hasMoved(base: readonly OptionContent[], side: readonly OptionContent[]): boolean {
  return side.some(({ label }, at) => label !== base[at]?.label && base.some((option) => option.label === label));
}
