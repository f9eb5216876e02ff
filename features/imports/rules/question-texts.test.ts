import { describe, expect, it } from 'vitest';
import { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { ONE_OF_EACH } from '#testing/questions/sample-tasks.ts';
import { questionText, readQuestion } from './question-texts.ts';

const UUID = '00000000-0000-4000-8000-000000000001';

describe('a question with a task in a document', () => {
  it.each(ONE_OF_EACH)('is read as it was written: $kind', (task) => {
    const question = QuestionContent.parse({ uuid: UUID, question: 'Which?\n\nThink.', task });
    const text = questionText(question, 2);
    expect(text.split('::: {.solution')[0]).toMatch(/^### Question 2\n\nWhich\?\n\nThink\.\n\n\*[^*\n]+\*/);
    expect(readQuestion(text, UUID)).toEqual({ ...question, uuid: expect.any(String) as unknown });
  });

  it('takes what was changed in its listing, and in its text', () => {
    const task = { kind: 'number' as const, value: '3' };
    const text = questionText(QuestionContent.parse({ uuid: UUID, question: 'How many?', task }), 1);
    const changed = text.replace('value: "3"', 'value: 4\nunit: kg').replace('How many?', 'How heavy?').replace('*Enter a number:*', '');
    expect(readQuestion(changed, UUID)).toMatchObject({ question: 'How heavy?', task: { kind: 'number', value: '4', unit: 'kg' } });
  });

  it('is no question without its listing, or with one of no kind', () => {
    const text = questionText(QuestionContent.parse({ uuid: UUID, question: 'How many?', task: { kind: 'number', value: '3' } }), 1);
    expect(readQuestion(text.replace('kind: number', 'kind: essay'), UUID)).toBeNull();
    expect(readQuestion(text.replaceAll('```', ''), UUID)).toBeNull();
    expect(readQuestion(text.replace('kind: number', 'kind: ['), UUID)).toBeNull();
  });
});
