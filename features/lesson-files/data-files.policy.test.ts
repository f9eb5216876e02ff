import { describe, expect, it } from 'vitest';
import { isShownToLearners, shownText } from './data-files.policy.ts';

describe('learners see a file', () => {
  it.each([
    [{ show_in_editor: true, preview: false }, true],
    [{ show_in_editor: false, preview: true }, true],
    [{ show_in_editor: false, preview: false }, false],
    [{ show_in_editor: true, preview: true, alias: 'custom_setup.sh' }, false],
  ])('%j: %s', (file, isShown) => {
    expect(isShownToLearners({ alias: 'a.csv', ...file })).toBe(isShown);
  });
});

describe('the text that learners see', () => {
  it.each([
    ['the first lines of a preview', { preview: true, lines: 2 }, 'a\nb'],
    ['everything without a number of lines', { preview: true, lines: null }, 'a\nb\nc'],
    ['everything without a preview', { preview: false, lines: 2 }, 'a\nb\nc'],
    ['everything of a short file', { preview: true, lines: 9 }, 'a\nb\nc'],
  ])('%s', (_, file, expected) => {
    expect(shownText('a\nb\nc', file)).toBe(expected);
  });
});
