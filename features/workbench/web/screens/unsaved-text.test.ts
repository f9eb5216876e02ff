import { describe, expect, it } from 'vitest';
import { SCREEN_MESSAGES } from './messages.ts';
import { unsavedText, whyStuck } from './unsaved-text.ts';

describe('edited fields as one text', () => {
  it('have each text under its name', () => {
    const fields = { title: 'Loops', body_markdown: 'A loop repeats.\n', answer_code: 'for i in x:\n    print(i)\n', check_output: true };
    expect(unsavedText({ ...fields, type: 'code' })).toBe(
      'Title\n\nLoops\n\nLearn\n\nA loop repeats.\n\nAnswer code\n\nfor i in x:\n    print(i)\n',
    );
    expect(unsavedText({ body_markdown: 'Done' }, 'takeaways')).toBe('Takeaways\n\nDone\n');
  });

  it('are empty if no text is unsaved', () => {
    expect(unsavedText({ type: 'code', check_output: true, hint_markdown: ' ' })).toBe('');
  });
});

it.each([
  ['of a screen that was deleted', { isGone: true, isReadOnly: false, isDirty: true }, SCREEN_MESSAGES.textKept],
  ['of a lesson that was taken away', { isGone: false, isReadOnly: true, isDirty: true }, SCREEN_MESSAGES.textStuck],
  ['of a lesson that is only read', { isGone: false, isReadOnly: true, isDirty: false }, null],
  ['of a lesson that can be saved', { isGone: false, isReadOnly: false, isDirty: true }, null],
])('edits can’t be saved: %s', (_name, editing, expected) => {
  expect(whyStuck(editing)).toBe(expected);
});
