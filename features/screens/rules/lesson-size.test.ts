import { expect, it } from 'vitest';
import { lessonSizeProblem } from './lesson-size.ts';

const most = { texts: 5_000_000, attached: 20_000_000 };

it.each([
  [{ texts: 0, attached: 0 }, null],
  [most, null],
  [{ texts: 5_000_001, attached: 0 }, 'The texts and code of this lesson have 5.1 MB; a lesson can have 5 MB.'],
  [
    { texts: 5_000_000, attached: 23_400_000 },
    'The questions, tests and recorded outputs of this lesson have 23.4 MB; a lesson can have 20 MB.',
  ],
])('a lesson of %o: %s', (size, problem) => {
  expect(lessonSizeProblem(size, most)).toBe(problem);
});
