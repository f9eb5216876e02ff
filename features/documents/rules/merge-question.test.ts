import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { OptionContent } from '#features/content-model/rules/lesson-content.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
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

describe('merging a question with a task', () => {
  const asked = (task: z.input<typeof QuestionTask> | null) => ({ ...question([]), task: task && QuestionTask.parse(task) });
  const number = (fields: object) => asked({ kind: 'number', value: '3', ...fields });
  const predict = (code: string, output: string | null) => asked({ kind: 'predict', code, output });
  const merged = (base: Question, mine: Question, theirs: Question) => {
    const { merged: result, conflicts } = mergeQuestion(base, mine, theirs);
    return { task: result.task, torn: conflicts.map(({ field }) => field) };
  };
  type Question = ReturnType<typeof asked>;

  it.each([
    {
      what: 'two fields',
      sides: [number({}), number({ unit: 'kg' }), number({ tolerance: '0.1' })],
      gives: { unit: 'kg', tolerance: '0.1' },
    },
    {
      what: 'feedback added on both sides',
      sides: [number({}), number({ feedback: [{ answer: '4' }] }), number({ feedback: [{ answer: '5' }] })],
      gives: { feedback: [{ answer: '4' }, { answer: '5' }] },
    },
    {
      what: 'two fields of one feedback',
      sides: [
        number({ feedback: [{ answer: '4', message: 'No.' }] }),
        number({ feedback: [{ answer: '5', message: 'No.' }] }),
        number({ feedback: [{ answer: '4', message: 'Not yet.' }] }),
      ],
      gives: { feedback: [{ answer: '5', message: 'Not yet.' }] },
    },
    {
      what: 'lines of code, whose recorded output is of neither side',
      sides: [predict('a = 1\nb = 2\nprint(a)', '1'), predict('a = 3\nb = 2\nprint(a)', '3'), predict('a = 1\nb = 2\nprint(b)', '2')],
      gives: { code: 'a = 3\nb = 2\nprint(b)', output: null },
    },
    {
      what: 'code of one side and a run of the other',
      sides: [predict('print(1)', null), predict('print(1)', '1'), predict('print(2)', null)],
      gives: { code: 'print(2)', output: null },
    },
    {
      what: 'code of one side with its run',
      sides: [predict('print(1)', '1'), predict('print(2)', '2'), predict('print(1)', null)],
      gives: { code: 'print(2)', output: '2' },
    },
    { what: 'a kind that one side changed', sides: [asked(null), asked(null), number({})], gives: { kind: 'number' } },
  ])('puts together: $what', ({ sides, gives }) => {
    const [base, mine, theirs] = sides as [Question, Question, Question];
    const expected = { task: expect.objectContaining(gives) as unknown, torn: [] };
    const trimmed = (given: ReturnType<typeof merged>) => JSON.parse(JSON.stringify(given).replaceAll(',"message":""', '')) as unknown;
    expect(trimmed(merged(base, mine, theirs))).toEqual(expected);
  });

  it.each([
    { what: 'one field', sides: [number({}), number({ value: '4' }), number({ value: '5' })] },
    { what: 'other kinds', sides: [number({}), asked({ kind: 'text' }), asked({ kind: 'match' })] },
    { what: 'another kind here and an edit there', sides: [number({}), asked(null), number({ value: '5' })] },
    { what: 'a kind that both gave it', sides: [asked(null), number({}), number({ value: '5' })] },
    { what: 'the same line of code', sides: [predict('1', '1'), predict('2', '2'), predict('3', '3')] },
  ])('asks: $what', ({ sides }) => {
    const [base, mine, theirs] = sides as [Question, Question, Question];
    expect(mergeQuestion(base, mine, theirs).conflicts).toEqual([{ field: 'task', base: base.task, mine: mine.task, theirs: theirs.task }]);
  });

  it('asks about one field with what merged on both sides of the question', () => {
    const { conflicts } = mergeQuestion(number({}), number({ value: '4', unit: 'kg' }), number({ value: '5', tolerance: '1' }));
    const both = { unit: 'kg', tolerance: '1' };
    expect(conflicts).toMatchObject([{ field: 'task', mine: { value: '4', ...both }, theirs: { value: '5', ...both } }]);
  });
});
