import { describe, expect, it } from 'vitest';
import { unsavedText } from './unsaved-text.ts';

describe('edited fields as one text', () => {
  it('have each text under its name', () => {
    const fields = { title: 'Loops', body_markdown: 'A loop repeats.\n', answer_code: 'for i in x:\n    print(i)\n', check_output: true };
    expect(unsavedText({ ...fields, type: 'code' })).toBe(
      'Title\n\nLoops\n\nLearn\n\nA loop repeats.\n\nAnswer code\n\nfor i in x:\n    print(i)\n',
    );
    expect(unsavedText({ body_markdown: 'Done' }, 'takeaways')).toBe('Takeaways\n\nDone\n');
  });

  it('are nothing without text', () => {
    expect(unsavedText({ type: 'code', check_output: true, hint_markdown: ' ' })).toBe('');
  });
});
