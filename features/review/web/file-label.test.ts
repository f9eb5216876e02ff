import { expect, it } from 'vitest';
import { fileLabel } from './file-label.ts';

it.each([
  ['screens/intro/learn.md', 'Learn'],
  ['screens/intro/code/answer.py', 'Answer code'],
  ['screens/intro/questions.yaml', 'Questions'],
  ['screens/intro/screen.yaml', 'Settings'],
  ['screens/intro/tests/no-rows/submission.py', 'Test no-rows'],
  ['screens/intro/sketch.svg', null],
  ['lesson.yaml', 'Lesson settings'],
  ['packages.lock', 'Locked packages'],
  ['images/cat.png', null],
  ['.generated/intro/output.json', null],
])('%s', (path, expected) => {
  expect(fileLabel(path)).toBe(expected);
});
