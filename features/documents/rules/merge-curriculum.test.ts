import { describe, expect, it } from 'vitest';
import type { CourseContent, PathContent } from '#features/content-model/rules/curriculum-content.ts';
import { decodeUtf8, encodeUtf8 } from '#platform/content/text-file.ts';
import { COURSE_FORMAT, emptyStepFields, PATH_FORMAT } from './curriculum-files.ts';
import { mergeCourseFiles, mergePathFiles } from './merge-curriculum.ts';

const UUID = '0197b0de-0000-7aaa-8bbb-000000000001';
const course = (change: Partial<CourseContent['fields']> = {}, lessons = [1, 2, 3]): CourseContent => {
  const birds = COURSE_FORMAT.create({ uuid: UUID, sequence: 10, name: 'Birds' });
  return { ...birds, fields: { ...birds.fields, objectives: ['See', 'Hear'], ...change }, lessons };
};
const stepId = (letter: string) => `0197b0de-1111-7aaa-8bbb-00000000000${letter}`;
const step = (letter: string, courses: number[] = [], description = '') => ({
  uuid: stepId(letter),
  ...emptyStepFields(letter),
  description,
  courses,
});
const path = (steps = [step('a', [1, 2]), step('b')], change: Partial<PathContent['fields']> = {}): PathContent => {
  const nature = PATH_FORMAT.create({ uuid: UUID, sequence: 5, name: 'Nature' });
  return { ...nature, fields: { ...nature.fields, ...change }, steps };
};

function mergeCourses(base: CourseContent | null, mine: CourseContent | null, theirs: CourseContent | null) {
  const files = (side: CourseContent | null) => (side ? COURSE_FORMAT.write(side) : new Map<string, Uint8Array>());
  const merge = mergeCourseFiles({ base: files(base), mine: files(mine), theirs: files(theirs) });
  return { merged: merge.files.size > 0 ? COURSE_FORMAT.read(merge.files).content : null, keys: merge.conflicts.map(({ key }) => key) };
}

function mergePaths(base: PathContent | null, mine: PathContent, theirs: PathContent) {
  const files = (side: PathContent | null) => (side ? PATH_FORMAT.write(side) : new Map<string, Uint8Array>());
  const merge = mergePathFiles({ base: files(base), mine: files(mine), theirs: files(theirs) });
  return { merged: PATH_FORMAT.read(merge.files).content, keys: merge.conflicts.map(({ key }) => key) };
}

describe('two versions of a course', () => {
  it.each([
    ['different fields', course({ slug: 'a' }), course({ duration: 2 }), course({ slug: 'a', duration: 2 })],
    ['a field and the lessons', course({ slug: 'a' }), course({}, [3, 1, 2]), course({ slug: 'a' }, [3, 1, 2])],
    ['lessons at both ends', course({}, [0, 1, 2, 3]), course({}, [1, 2, 3, 4]), course({}, [0, 1, 2, 3, 4])],
    ['a lesson added here, one removed there', course({}, [1, 2, 3, 4]), course({}, [2, 3]), course({}, [2, 3, 4])],
    [
      'objectives',
      course({ objectives: ['Look', 'See', 'Hear'] }),
      course({ objectives: ['See'] }),
      course({ objectives: ['Look', 'See'] }),
    ],
  ])('merge if they differ in %s, whichever is mine', (_, mine, theirs, merged) => {
    expect(mergeCourses(course(), mine, theirs)).toEqual({ merged, keys: [] });
    expect(mergeCourses(course(), theirs, mine)).toEqual({ merged, keys: [] });
  });

  it.each([
    ['one field', course({ duration: 1 }), course({ duration: 2 }), ['course.duration']],
    ['the order of lessons', course({}, [2, 1, 3]), course({}, [3, 2, 1]), ['course.lessons']],
    ['deleting', course({ slug: 'a' }), null, ['folder.kept']],
  ])('conflict if both changed %s: mine stays, and it is reported', (_, mine, theirs, keys) => {
    expect(mergeCourses(course(), mine, theirs)).toEqual({ merged: mine, keys });
    expect(mergeCourses(course(), theirs, mine).keys).toEqual(keys);
  });

  it('created on both sides conflict where they differ', () => {
    expect(mergeCourses(null, course(), course({ slug: 'b' }))).toEqual({ merged: course(), keys: ['course.slug'] });
  });

  it('keep what the product does not know, of both', () => {
    const base = decodeUtf8(COURSE_FORMAT.write(course()).get('course.yaml') ?? new Uint8Array());
    const sides = { base: '', mine: 'team: blue\n', theirs: '' };
    const files = (text: string, more: [string, string][] = []) =>
      new Map([['course.yaml', text] as [string, string], ...more].map(([name, content]) => [name, encodeUtf8(content)]));
    const merge = mergeCourseFiles({
      base: files(base),
      mine: files(base + sides.mine),
      theirs: files(base.replace('name: Birds', 'name: Owls # at night'), [['notes.md', 'theirs']]),
    });
    expect(merge.conflicts).toEqual([]);
    const text = decodeUtf8(merge.files.get('course.yaml') ?? new Uint8Array());
    expect(text).toContain('name: Owls # at night');
    expect(text).toContain('team: blue');
    expect(merge.files.has('notes.md')).toBe(true);
  });
});

describe('two versions of a path', () => {
  it.each([
    [
      'texts of different steps',
      path([step('a', [1, 2], 'x'), step('b')]),
      path([step('a', [1, 2]), step('b', [], 'y')]),
      [step('a', [1, 2], 'x'), step('b', [], 'y')],
    ],
    ['courses of one step', path([step('a', [1, 2, 3]), step('b')]), path([step('a', [2]), step('b')]), [step('a', [2, 3]), step('b')]],
    [
      'a new step and a moved one',
      path([step('a', [1, 2]), step('b'), step('c')]),
      path([step('b'), step('a', [1, 2])]),
      [step('b'), step('c'), step('a', [1, 2])],
    ],
    ['a deleted step that was not changed', path([step('b')]), path([step('a', [1, 2]), step('b', [7])]), [step('b', [7])]],
  ])('merge if they differ in %s', (_, mine, theirs, steps) => {
    expect(mergePaths(path(), mine, theirs)).toEqual({ merged: path(steps), keys: [] });
  });

  it.each([
    [
      'a text of one step',
      path([step('a', [1, 2], 'x'), step('b')]),
      path([step('a', [1, 2], 'y'), step('b')]),
      [`step.${stepId('a')}.description`],
    ],
    ['a step that one deleted', path([step('a', [1, 2], 'x'), step('b')]), path([step('b')]), [`step.${stepId('a')}.kept`]],
    ['a field of the path', path(undefined, { version: 1 }), path(undefined, { version: 2 }), ['path.version']],
  ])('conflict if both changed %s', (_, mine, theirs, keys) => {
    expect(mergePaths(path(), mine, theirs).keys).toEqual(keys);
    expect(mergePaths(path(), theirs, mine).keys).toEqual(keys);
  });

  it('conflict if both moved steps in different ways', () => {
    const [a, b, c] = [step('a'), step('b'), step('c')];
    expect(mergePaths(path([a, b, c]), path([b, a, c]), path([a, c, b]))).toEqual({ merged: path([b, a, c]), keys: ['path.steps'] });
    const sides = {
      base: PATH_FORMAT.write(path([a, b, c])),
      mine: PATH_FORMAT.write(path([b, a, c])),
      theirs: PATH_FORMAT.write(path([a, c, b])),
    };
    const [order] = mergePathFiles(sides).conflicts;
    expect(order?.mine).toEqual(['b · 0000000b', 'a · 0000000a', 'c · 0000000c']);
    expect(PATH_FORMAT.read(mergePathFiles(sides, { 'path.steps': order?.theirs }).files).content.steps.map(({ name }) => name)).toEqual([
      'a',
      'c',
      'b',
    ]);
  });
});
