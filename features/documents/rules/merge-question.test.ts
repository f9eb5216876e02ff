import { describe, expect, it } from 'vitest';
import type { OptionContent } from '#features/content-model/rules/lesson-content.ts';
import { mergeQuestion } from './merge-question.ts';

const option = (label: string, more: Partial<OptionContent> = {}): OptionContent => ({
  label,
  feedback_message: '',
  valid: false,
  skill_uuid: null,
  ...more,
});
const [a, b, c] = [option('a', { valid: true }), option('b'), option('c')];
const question = (options: OptionContent[], text = 'Which?\n\nOne of these:') => ({
  question: text,
  select_type: 'single' as const,
  task: null,
  skill_uuid: null,
  options,
});
const merge = (base: OptionContent[], mine: OptionContent[], theirs: OptionContent[]) =>
  mergeQuestion(question(base), question(mine), question(theirs));

describe('merging a question', () => {
  it.each([
    { what: 'an edit here, an addition there', mine: [option('A'), b, c], theirs: [a, b, c, option('d')], gives: ['A', 'b', 'c', 'd'] },
    { what: 'additions on both sides', mine: [a, b, c, option('d')], theirs: [a, b, c, option('e')], gives: ['a', 'b', 'c', 'd', 'e'] },
    { what: 'edits of two options beside each other', mine: [option('A'), b, c], theirs: [a, option('B'), c], gives: ['A', 'B', 'c'] },
    { what: 'an edit here, a removal there', mine: [option('A'), b, c], theirs: [a, b], gives: ['A', 'b'] },
    { what: 'the same on both sides', mine: [c, b, a], theirs: [c, b, a], gives: ['c', 'b', 'a'] },
  ])('puts together: $what', ({ mine, theirs, gives }) => {
    const { merged, conflicts } = merge([a, b, c], mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged.options.map(({ label }) => label)).toEqual(gives);
  });

  it('merges one option by field', () => {
    const { merged, conflicts } = merge(
      [a, b],
      [option('A', { valid: true }), b],
      [option('a', { valid: true, feedback_message: 'Yes' }), b],
    );
    expect(conflicts).toEqual([]);
    expect(merged.options[0]).toEqual(option('A', { valid: true, feedback_message: 'Yes' }));
  });

  it.each([
    { what: 'one label changed on both sides', mine: [option('x'), b], theirs: [option('y'), b] },
    { what: 'an option moved here and edited there', mine: [b, a], theirs: [option('a', { valid: true, feedback_message: 'Yes' }), b] },
    { what: 'an option removed here and edited there', mine: [b], theirs: [option('A'), b] },
  ])('asks: $what', ({ mine, theirs }) => {
    expect(merge([a, b], mine, theirs).conflicts).toEqual([{ field: 'options', base: [a, b], mine, theirs }]);
  });

  it('merges the text by line, even if the options conflict', () => {
    const { merged, conflicts } = mergeQuestion(
      question([a]),
      question([option('x')], 'Which one?\n\nOne of these:'),
      question([option('y')], 'Which?\n\nTwo of these:'),
    );
    expect(conflicts.map(({ field }) => field)).toEqual(['options']);
    expect(merged.question).toBe('Which one?\n\nTwo of these:');
  });
});
