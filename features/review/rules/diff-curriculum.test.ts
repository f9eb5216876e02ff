import { describe, expect, it } from 'vitest';
import { COURSE_FORMAT, emptyStepFields, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { diffCurriculum, diffOrder } from './diff-curriculum.ts';

const HEAD = { uuid: '00000000-0000-4000-8000-000000000001', sequence: 10, name: 'Basics' };
const course = (lessons: number[], fields = {}) => {
  const made = COURSE_FORMAT.create(HEAD);
  return { ...made, lessons, fields: { ...made.fields, ...fields } };
};
const titles = new Map([
  [1, 'One'],
  [2, 'Two'],
  [3, 'Three'],
]);

describe('diffOrder', () => {
  it.each([
    ['abc', 'abc', 'a b c'],
    ['', 'ab', '+a +b'],
    ['ab', '', '-a -b'],
    ['abc', 'acb', 'a ~c b'],
    ['abcde', 'eabcd', '~e a b c d'],
    ['abcde', 'bcdea', 'b c d e ~a'],
    ['abc', 'axc', 'a -b +x c'],
    ['abcd', 'd', '-a -b -c d'],
    ['ab', 'ba', '~b a'],
    ['abcd', 'cxb', '-a ~c -d +x b'],
  ])('of %j and %j', (before, after, expected) => {
    const sign = { same: '', added: '+', removed: '-', moved: '~' };
    expect(
      diffOrder(before.split(''), after.split(''))
        .map(({ key, change }) => `${sign[change]}${key}`)
        .join(' '),
    ).toBe(expected);
  });
});

describe('diffCurriculum', () => {
  it('names the lessons of a course, and the fields that differ', () => {
    const before = course([1, 2], { description: 'Old', objectives: ['a'] });
    const after = course([2, 30], { description: 'New', objectives: ['a', 'b'], deprecated: true });
    expect(diffCurriculum(before, after, titles)).toEqual({
      fields: [
        { label: 'Deprecated', before: 'No', after: 'Yes' },
        { label: 'Description', before: 'Old', after: 'New' },
        { label: 'Learning objectives', before: 'a', after: 'a\nb' },
      ],
      lists: [
        {
          step: null,
          change: 'same',
          fields: [],
          items: [
            { number: 1, title: 'One', change: 'removed' },
            { number: 2, title: 'Two', change: 'same' },
            { number: 30, title: null, change: 'added' },
          ],
        },
      ],
    });
  });

  it('shows a new course without its empty fields, and a deleted one with all its lessons', () => {
    expect(diffCurriculum(null, course([1]), titles)).toMatchObject({
      fields: expect.arrayContaining([{ label: 'Number', before: '', after: '10' }]),
      lists: [{ items: [{ number: 1, change: 'added' }] }],
    });
    expect(diffCurriculum(null, course([1], { description: 'New', deprecated: true }), titles).fields.map(({ label }) => label)).toEqual([
      'Number',
      'Deprecated',
      'Description',
    ]);
    expect(diffCurriculum(null, course([1]), titles).fields.map(({ label }) => label)).toEqual(['Number']);
    expect(diffCurriculum(course([1]), null, titles).lists[0]?.items).toEqual([{ number: 1, title: 'One', change: 'removed' }]);
  });

  it('follows the steps of a path, whatever their names', () => {
    const path = (...steps: [id: string, name: string, courses: number[]][]) => ({
      ...PATH_FORMAT.create(HEAD),
      steps: steps.map(([id, name, courses]) => ({ ...emptyStepFields(name), uuid: `00000000-0000-4000-8000-00000000000${id}`, courses })),
    });
    const before = path(['a', 'Start', [1, 2]], ['b', 'Project', [3]]);
    const after = path(['b', 'Final project', [3]], ['a', 'Start', [2]], ['c', 'More', []]);
    expect(diffCurriculum(before, after, titles).lists).toMatchObject([
      {
        step: 'Final project',
        change: 'moved',
        fields: [{ label: 'Name', before: 'Project', after: 'Final project' }],
        items: [{ change: 'same' }],
      },
      { step: 'Start', change: 'same', fields: [], items: [{ number: 1, change: 'removed' }, { number: 2 }] },
      { step: 'More', change: 'added', items: [] },
    ]);
  });
});
