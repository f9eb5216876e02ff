import { expect, it } from 'vitest';
import { COURSE_FORMAT, emptyStepFields, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { courseProblems, pathProblems } from './curriculum-problems.ts';

const names = new Map([
  [1, { title: 'One', isDeprecated: false }],
  [2, { title: 'Two', isDeprecated: true }],
]);
const HEAD = { uuid: '00000000-0000-4000-8000-000000000001', sequence: 10, name: 'Basics' };
const described = { description: 'What it is about.' };
const texts = (problems: ReturnType<typeof courseProblems>) => problems.map(({ severity, text }) => `${severity}: ${text}`);

it.each([
  ['complete', [1, 2], described, []],
  ['with a short description only', [1], { short_description: 'Short.' }, []],
  ['with a missing lesson', [1, 30], described, ['error: Lesson 30 is neither in this release nor on main.']],
  ['empty', [], { description: ' ' }, ['warning: It has no lessons.', 'warning: It has no description.']],
])('a course that is %s', (_, lessons, fields, problems) => {
  const course = COURSE_FORMAT.create(HEAD);
  expect(texts(courseProblems({ ...course, lessons, fields: { ...course.fields, ...fields } }, names))).toEqual(problems);
});

it.each([
  ['complete', [[1]], []],
  ['without steps', [], ['warning: It has no steps.']],
  ['with an empty step', [[1], []], ['warning: The step “Step 2” has no courses.']],
  [
    'with a missing course in two steps',
    [[30], [30]],
    ['error: Course 30 is neither in this release nor on main.', 'warning: Course 30 is in 2 steps.'],
  ],
  ['with a deprecated course', [[2]], ['warning: Course 2 is deprecated.']],
])('a path that is %s', (_, lists, problems) => {
  const path = PATH_FORMAT.create(HEAD);
  const steps = lists.map((courses, index) => ({
    ...emptyStepFields(`Step ${index + 1}`),
    uuid: `00000000-0000-4000-8000-00000000001${index}`,
    courses,
  }));
  expect(texts(pathProblems({ ...path, steps, fields: { ...path.fields, ...described } }, names))).toEqual(problems);
});
