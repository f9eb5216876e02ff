import { describe, expect, it } from 'vitest';
import type { Image } from '#features/lesson-files/contract/images.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { screensWithImage } from './gallery-dialog.tsx';
import { refusalOf, sizeWarning } from './image-rules.ts';
import { altFromName, isNameless, pastedName } from './upload-image.ts';

const image: Image = {
  id: 1,
  s3_url: '/x',
  file_name: 'cat.png',
  markdown_path: '../../images/cat.png',
  bytes: 750 * 1024,
  width: 1600,
  height: 1600,
};

describe('an image', () => {
  it.each([
    ['cat.png', LIMITS.imageBytes, 'image/png', null],
    ['cat.png', LIMITS.imageBytes + 1, 'image/png', 'Selected image exceeds the maximum recommended size of 5 MB.'],
    ['cat.avif', 1, 'image/avif', null],
    ['cat.unknown', 1, '', null],
    ['cat.svg', 1, 'image/svg+xml', '“cat.svg” is not a supported image. Use PNG, JPEG, GIF, WebP or AVIF.'],
    ['notes.pdf', 1, 'application/pdf', '“notes.pdf” is not a supported image. Use PNG, JPEG, GIF, WebP or AVIF.'],
  ])('%s of %i bytes, %s', (name, size, type, refusal) => {
    expect(refusalOf({ name, size, type })).toBe(refusal);
  });

  it.each([
    [{}, 'none'],
    [{ width: 1601 }, '1601 × 1600 px and 750 KB. At most 1600 × 1600 px and 750 KB are recommended.'],
    [{ height: 4000 }, '1600 × 4000 px'],
    [{ bytes: 2 * 1024 * 1024 }, '2.0 MB'],
  ])('%j is warned of', (changed, text) => {
    expect(sizeWarning({ ...image, ...changed }) ?? 'none').toContain(text);
  });
});

describe('names', () => {
  const day = new Date(2026, 10, 21);

  it.each([
    ['image/png', [], 'pasted-2026-11-21-1.png'],
    ['image/png', ['Pasted-2026-11-21-1.PNG', 'pasted-2026-11-21-2.png'], 'pasted-2026-11-21-3.png'],
    ['image/jpeg', ['pasted-2026-11-21-1.png'], 'pasted-2026-11-21-1.jpg'],
    ['', [], 'pasted-2026-11-21-1.png'],
  ])('of a pasted %s beside %j', (type, taken, name) => {
    expect(pastedName(day, type, taken)).toBe(name);
  });

  it.each([
    ['image.png', true],
    ['', true],
    ['image-2.png', false],
    ['cat.png', false],
  ])('%j says nothing: %s', (name, expected) => {
    expect(isNameless(name)).toBe(expected);
  });

  it.each([
    ['sales-chart_2.png', 'sales chart 2'],
    ['Übersicht.final.jpeg', 'Übersicht.final'],
    ['cat', 'cat'],
  ])('%s is a beginning of an alt text', (name, alt) => {
    expect(altFromName(name)).toBe(alt);
  });
});

describe('the screens that show an image', () => {
  const screen = (sequence: number, texts: object) => ({
    sequence,
    body_markdown: '',
    instructions_markdown: '',
    hint_markdown: '',
    success_markdown: '',
    chat_prompt: '',
    multipleChoiceQuestions: [],
    ...texts,
  });
  const answer_options = [{ label: '![](../../images/a%20b.png)', feedback_message: '' }];
  const task = { kind: 'match', pairs: [], spares: ['![](../../images/a%20b.png)'], feedback: [] };

  it.each([
    ['cat.png', ['screen 1', 'screen 3']],
    ['a b.png', ['screen 2', 'screen 4', 'screen 5']],
    ['at.png', []],
    ['cat', []],
  ])('%s', (name, expected) => {
    const screens = [
      screen(1, { body_markdown: 'see ![a](../../images/cat.png) and more' }),
      screen(2, { multipleChoiceQuestions: [{ question: '', answer_options, task: null }] }),
      screen(3, { hint_markdown: '<img src="images/cat.png" width="20">' }),
      screen(4, { chat_prompt: '![a](<../../images/a b.png> "title")' }),
      screen(5, { multipleChoiceQuestions: [{ question: '', answer_options: [], task }] }),
    ];
    expect(screensWithImage(screens, name)).toEqual(expected);
  });
});
