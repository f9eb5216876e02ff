import { describe, expect, it } from 'vitest';
import { changedParts, orderForReview, reviewedKind, screenOrder, screenTextOf } from './review-files.ts';

it('orders the files as the lesson does', () => {
  const ordered = [
    'screens/intro/learn.md',
    'screens/intro/questions.yaml',
    'screens/intro/code/answer.py',
    'screens/intro/screen.yaml',
    'screens/intro/tests/empty/expect.yaml',
    'screens/loops/learn.md',
    'screens/loops/instructions.md',
    'screens/loops/hint.md',
    'screens/loops/code/initial.py',
    'screens/loops/code/answer.py',
    'screens/loops/tests/empty/expect.yaml',
    'screens/loops/tests/empty/submission.py',
    'screens/loops/sketch.txt',
    'screens/gone/learn.md',
    'screens/unlisted/learn.md',
    'lesson.yaml',
    'packages.yaml',
    'images/a.png',
    'images/b.png',
    'files/data.csv',
    'notes.txt',
    'packages.lock',
    '.generated/intro/output.json',
    '.generated/loops/output.json',
  ];
  const shuffled = ordered.toSorted((a, b) => a.length - b.length || (a < b ? 1 : -1));
  expect(orderForReview(shuffled, (path) => path, ['intro', 'loops', 'gone'])).toEqual(ordered);
});

it.each([
  [
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'b'],
    ['b', 'a', 'c'],
    ['b', 'a', 'c'],
  ],
  [
    ['a', 'gone', 'b'],
    ['a', 'b'],
    ['a', 'gone', 'b'],
  ],
  [['gone', 'too', 'a'], ['a'], ['gone', 'too', 'a']],
  [['a', 'gone'], [], ['a', 'gone']],
])('screens %j that became %j are shown as %j', (before, after, expected) => {
  expect(screenOrder(before, after)).toEqual(expected);
});

it.each([
  ['screens/a/learn.md', 'text'],
  ['screens/a/questions.yaml', 'questions'],
  ['lesson.yaml', 'settings'],
  ['courses/1-a/course.yaml', 'settings'],
  ['screens/a/code/answer.py', 'code'],
  ['screens/a/code/answer.txt', 'code'],
  ['images/cat.PNG', 'image'],
  ['packages.lock', 'generated'],
  ['lessons/1-a/packages.lock', 'generated'],
  ['.generated/a/image-1.png', 'generated'],
  ['files/data.csv', 'other'],
])('%s is %s', (path, kind) => {
  expect(reviewedKind(path)).toBe(kind);
});

describe('screenTextOf', () => {
  it.each([
    ['screens/a/learn.md', { folder: 'a', field: 'body_markdown' }],
    ['screens/a/code/answer.r', { folder: 'a', field: 'answer_code' }],
    ['screens/a/code/custom_check.py', { folder: 'a', field: 'custom_check_code' }],
    ['screens/a/code/answer.d/x', null],
    ['screens/a/questions.yaml', null],
    ['screens/a/tests/x/submission.py', null],
    ['screens/learn.md', null],
    ['learn.md', null],
    ['../screens/a/learn.md', null],
  ])('%s', (path, expected) => {
    expect(screenTextOf(path)).toEqual(expected);
  });
});

it('names the changed parts of a lesson', () => {
  expect(changedParts(['screens/a/learn.md', 'packages.lock', 'images/a.png', 'lesson.yaml', 'x/y', 'images/b.png'])).toEqual([
    'settings',
    'images',
    'other',
  ]);
  expect(changedParts(['.generated/a/output.json'])).toEqual([]);
});
