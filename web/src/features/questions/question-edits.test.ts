import { describe, expect, it, vi } from 'vitest';
import type { Question } from '#contract/screens.ts';
import { changedFields, EMPTY_QUESTION, QuestionEdits } from './question-edits.ts';

const option = (label: string, valid = false) => ({ label, feedback_message: '', valid, skill_id: null });
const buildQuestion = (id: number, question: string): Question => ({
  id,
  question,
  select_type: 'single',
  answer_options: [option('a', true), option('b')],
});
const KEY = 'question-1';
const open = () => new QuestionEdits([buildQuestion(1, 'One?'), buildQuestion(2, 'Two?')]);
const texts = (edits: QuestionEdits) => edits.state().questions.map(({ fields }) => fields.question);

describe('edits of questions', () => {
  it('are edits as long as they differ from what is saved', () => {
    const edits = open();
    edits.change(KEY, { question: 'One??' });
    expect(edits.state()).toMatchObject({ isDirty: true, questions: [{ key: KEY, isDirty: true }, { isDirty: false }] });
    edits.change(KEY, { question: 'One?' });
    expect(edits.state().isDirty).toBe(false);
    expect(edits.edits()).toEqual({});
  });

  it('paint only the question that was edited', () => {
    const edits = open();
    const listener = vi.fn();
    const second = edits.shown('question-2');
    edits.subscribe(listener);
    edits.change(KEY, { question: 'One??' });
    expect(listener).toHaveBeenCalledOnce();
    expect(edits.shown('question-2')).toBe(second);
    expect(edits.state().version).toBe(0);
  });

  it('stay on what they began from when somebody else saves, and say what changed', () => {
    const edits = open();
    edits.change(KEY, { question: 'Mine?' });
    edits.take([{ ...buildQuestion(1, 'Theirs?'), select_type: 'multiple' }, buildQuestion(2, 'Two, too?')]);
    expect(texts(edits)).toEqual(['Mine?', 'Two, too?']);
    const edit = edits.edit(KEY);
    expect(edit?.base?.question).toBe('One?');
    expect(changedFields(edit!)).toEqual({ question: 'Mine?' });
    edits.take([buildQuestion(1, 'Mine?')]);
    expect(edits.state().isDirty).toBe(false);
  });

  it('outlive the question, and say that it is gone', () => {
    const edits = open();
    edits.change(KEY, { question: 'Mine?' });
    edits.take([buildQuestion(2, 'Two?')]);
    expect(edits.state().questions).toMatchObject([{ id: 2 }, { key: KEY, id: null, isGone: true, isDirty: true }]);
    edits.discard(KEY);
    expect(texts(edits)).toEqual(['Two?']);
  });

  it('of a new question keep its place on the page when it is saved', () => {
    const edits = open();
    edits.put('new-1');
    expect(edits.state()).toMatchObject({ isDirty: false, questions: [{}, {}, { key: 'new-1', id: null, isGone: false }] });
    edits.change('new-1', { question: 'Three?' });
    expect(edits.state().isDirty).toBe(true);
    expect(changedFields(edits.edit('new-1')!)).toEqual({ ...EMPTY_QUESTION, question: 'Three?' });
    edits.settle('new-1', { ...EMPTY_QUESTION, id: 3, question: 'Three?' });
    expect(edits.shown('new-1')).toMatchObject({ id: 3, isDirty: false });
    edits.change('new-1', { question: 'Three??' });
    expect(edits.edit('new-1')?.base?.question).toBe('Three?');
  });

  it('keep the message that they are to be saved with', () => {
    const edits = open();
    edits.setMessage(KEY, 'Nothing to say it about');
    edits.change(KEY, { question: 'One??' });
    edits.setMessage(KEY, 'Ask twice');
    edits.change(KEY, { question: 'One???' });
    expect(edits.shown(KEY)?.message).toBe('Ask twice');
    const earlier = edits.discard(KEY);
    edits.put(KEY, earlier);
    expect(edits.shown(KEY)).toMatchObject({ message: 'Ask twice', fields: { question: 'One???' } });
  });

  it('are put on top of theirs once a conflict is decided', () => {
    const edits = open();
    edits.change(KEY, { question: 'Mine?', select_type: 'multiple' });
    edits.resolve(KEY, { theirs: { question: 'Theirs?' } }, { question: 'Ours?' });
    expect(edits.edit(KEY)).toMatchObject({
      base: { question: 'Theirs?', select_type: 'single' },
      fields: { question: 'Ours?', select_type: 'multiple' },
    });
  });
});
