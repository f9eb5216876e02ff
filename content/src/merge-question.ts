import { canonicalJson } from './content-hash.ts';
import type { OptionContent, QuestionContent } from './lesson-content.ts';
import { mergeFields, type FieldsMerge } from './merge.ts';

type Question = Omit<QuestionContent, 'uuid'>;

/**
 * Merges two versions of a multiple choice question that began from `base` (product §10.1): its text by line, its options
 * one by one. Options that were added, taken out or moved on one side go together with edits of other options on the other; an
 * option that both sides edited merges by field, as long as nobody moved anything.
 */
export function mergeQuestion(base: Question, mine: Question, theirs: Question): FieldsMerge<Question> {
  const { merged, conflicts } = mergeFields(plain(base), plain(mine), plain(theirs));
  const { options, ...rest } = merged;
  const isTorn = conflicts.some(({ field }) => field === 'options');
  const placed = isTorn ? mergePlaces(base.options, mine.options, theirs.options) : null;
  return {
    merged: { ...rest, options: placed ?? options.map((option) => JSON.parse(option) as OptionContent) },
    conflicts: conflicts.flatMap((conflict) => {
      if (conflict.field !== 'options') return [conflict];
      return placed ? [] : [{ field: 'options', base: base.options, mine: mine.options, theirs: theirs.options }];
    }),
  };
}

/** An option as one value: whole options are what is added, taken out and moved. */
function plain({ question, select_type, options }: Question) {
  return { question, select_type, options: options.map(canonicalJson) };
}

/** Each option with the one in its place; null where that cannot be said, or where both sides made different things of one. */
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

/** Whether an option of the base stands in another place, as far as its label tells. */
function hasMoved(base: readonly OptionContent[], side: readonly OptionContent[]): boolean {
  return side.some(({ label }, at) => label !== base[at]?.label && base.some((option) => option.label === label));
}
