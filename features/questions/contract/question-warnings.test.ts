import { describe, expect, it } from 'vitest';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import { NUMBER } from './kinds/number.ts';
import { questionWarnings } from './question-warnings.ts';

const option = (label: string, valid = false) => ({ label, valid, feedback_message: '', skill_id: null });
const good: QuestionFields = { question: 'Which?', select_type: 'single', answer_options: [option('a', true), option('b')] };

describe('what is wrong with a question', () => {
  it.each<{ given: Partial<QuestionFields>; says: string[] }>([
    { given: {}, says: [] },
    { given: { select_type: 'multiple', answer_options: [option('a', true), option('b', true)] }, says: [] },
    { given: { question: ' \n' }, says: ['The question has no text.'] },
    { given: { answer_options: [] }, says: ['A question needs at least two options.'] },
    { given: { answer_options: [option('a', true)] }, says: ['A question needs at least two options.'] },
    { given: { answer_options: [option('a', true), option(' ')] }, says: ['Option 2 has no label.'] },
    { given: { answer_options: [option(''), option('b', true), option('')] }, says: ['Options 1 and 3 have no labels.'] },
    { given: { answer_options: [option('a'), option('b')] }, says: ['No option is valid, so no answer can be correct.'] },
    {
      given: { answer_options: [option('a', true), option('b', true)] },
      says: ['2 options are valid, but only one can be picked. Choose the valid one.'],
    },
    { given: { question: '', answer_options: [], task: NUMBER.empty() }, says: ['The question has no text.', 'The answer has no value.'] },
    { given: { answer_options: [], task: { ...NUMBER.empty(), value: '5' } }, says: [] },
  ])('$says', ({ given, says }) => {
    expect(questionWarnings({ ...good, ...given })).toEqual(says);
  });
});
