import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CourseContent, PathContent, type StepContent } from '#features/content-model/rules/curriculum-content.ts';
import type { CourseFields } from '#features/curricula/contract/courses.ts';
import type { PathFields } from '#features/curricula/contract/paths.ts';
import { decodeUtf8, encodeUtf8 } from '#platform/content/text-file.ts';
import { habits, restyle } from '#testing/content/lesson-arbitraries.ts';
import { COURSE_FORMAT, PATH_FORMAT } from './curriculum-files.ts';

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('no', '1.0', 'a\n\nb\n', ' - a', 'ü: 日'));
const trimmed = text.map((value) => value.trim());
const items = fc.array(text, { maxLength: 2 });
const numbers = fc.uniqueArray(fc.nat(1_000), { maxLength: 4 });
const level = fc.constantFrom(null, 0 as const, 1 as const, 2 as const);
const hours = fc.option(fc.double({ min: 0, max: 500, noNaN: true }).map((value) => Math.abs(value)));

const courseFields: fc.Arbitrary<CourseFields> = fc.record({
  name: trimmed,
  slug: text,
  skill_level: level,
  duration: hours,
  deprecated: fc.boolean(),
  short_description: text,
  description: text,
  objectives: items,
  skill_requirements: items,
  overview: text,
  motivation: text,
  outcomes: text,
  replaces_course: fc.option(fc.nat(1_000)),
  default_paths: numbers,
});
const pathFields: fc.Arbitrary<PathFields> = fc.record({
  name: trimmed,
  type: fc.constantFrom('skill' as const, 'career' as const),
  slug: text,
  skill_level: level,
  duration: hours,
  version: fc.option(fc.integer({ min: 1, max: 90 }).map((tenths) => tenths / 10)),
  hidden: fc.boolean(),
  short_description: text,
  description: text,
  objectives: items,
  overview: text,
  motivation: text,
  outcomes: text,
});
const step: fc.Arbitrary<StepContent> = fc.record({
  uuid: fc.uuid(),
  name: trimmed,
  slug: text,
  meta_title: trimmed,
  description: text,
  meta_description: text,
  courses: numbers,
});
const course: fc.Arbitrary<CourseContent> = fc.record({ uuid: fc.uuid(), sequence: fc.nat(1_000), fields: courseFields, lessons: numbers });
const path: fc.Arbitrary<PathContent> = fc.record({
  uuid: fc.uuid(),
  sequence: fc.nat(1_000),
  fields: pathFields,
  steps: fc.uniqueArray(step, { maxLength: 3, selector: ({ uuid }) => uuid }),
});

describe('courses and paths', () => {
  it('survive writing and reading', () => {
    fc.assert(
      fc.property(course, path, (someCourse, somePath) => {
        expect(COURSE_FORMAT.read(COURSE_FORMAT.write(someCourse))).toEqual({ content: CourseContent.parse(someCourse), problems: [] });
        expect(PATH_FORMAT.read(PATH_FORMAT.write(somePath))).toEqual({ content: PathContent.parse(somePath), problems: [] });
      }),
    );
  });

  it('replace one another', () => {
    fc.assert(
      fc.property(fc.tuple(course, course), fc.tuple(path, path), (courses, paths) => {
        expect(COURSE_FORMAT.read(COURSE_FORMAT.write(courses[1], COURSE_FORMAT.write(courses[0]))).content).toEqual(courses[1]);
        expect(PATH_FORMAT.read(PATH_FORMAT.write(paths[1], PATH_FORMAT.write(paths[0]))).content).toEqual(paths[1]);
      }),
    );
  });

  it('are the same bytes after reading and writing, unknown files and keys included', () => {
    fc.assert(
      fc.property(path, course, habits, (somePath, someCourse, style) => {
        const files = new Map([
          ...PATH_FORMAT.write(somePath),
          ...COURSE_FORMAT.write(someCourse),
          ['notes.md', encodeUtf8('mine')] as const,
        ]);
        for (const name of ['path.yaml', 'course.yaml']) files.set(name, restyle(files.get(name) ?? new Uint8Array(), style));
        expect(PATH_FORMAT.write(PATH_FORMAT.read(files).content, files)).toEqual(files);
        expect(COURSE_FORMAT.write(COURSE_FORMAT.read(files).content, files)).toEqual(files);
      }),
    );
  });

  it('only change the affected lines', () => {
    const file =
      'uuid: 0197b0de-1111-7aaa-8bbb-0123456789ab\nsequence: 1\nname: A # the working title\nteam: blue\nlessons:\n  - 101\n  - 102 # hard\n';
    const files = new Map([['course.yaml', encodeUtf8(file)]]);
    const { content: read } = COURSE_FORMAT.read(files);
    const written = COURSE_FORMAT.write({ ...read, fields: { ...read.fields, duration: 2.5 }, lessons: [102, 103] }, files);
    expect(decodeUtf8(written.get('course.yaml') ?? new Uint8Array())).toBe(
      file.replace('# the working title\n', '# the working title\nduration: 2.5\n').replace('  - 101\n', '') + '  - 103\n',
    );
  });

  it.each([
    ['missing', {}, 'missing'],
    ['broken', { 'path.yaml': 'a: [' }, 'not valid YAML'],
    ['of an unknown type', { 'path.yaml': 'uuid: 0197b0de-1111-7aaa-8bbb-0123456789ab\nsequence: 1\ntype: carrer' }, 'type:'],
    [
      'with a step twice',
      {
        'path.yaml':
          'uuid: 0197b0de-1111-7aaa-8bbb-0123456789ab\nsequence: 1\nsteps:\n- &a {uuid: 0197b0de-2222-7aaa-8bbb-0123456789ab}\n- *a',
      },
      'Step 2',
    ],
  ])('a path that is %s is reported and kept', (_, texts, message) => {
    const files = new Map(Object.entries(texts as Record<string, string>).map(([name, content]) => [name, encodeUtf8(content)]));
    const { content: read, problems } = PATH_FORMAT.read(files);
    expect(problems[0]).toMatchObject({ path: 'path.yaml', message: expect.stringContaining(message) as string });
    expect(PATH_FORMAT.write(read, files)).toEqual(files);
  });

  it.each([
    ['missing', null, true],
    ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x00]), true],
    ['not YAML', encodeUtf8('a: ['), true],
    ['without a number', encodeUtf8('name: A'), true],
    ['with a number that is none', encodeUtf8('sequence: many'), true],
    ['with two numbers', encodeUtf8('sequence: 1\nsequence: 2'), true],
    ['with a wrong field', encodeUtf8('sequence: 1\nduration: long'), false],
    ['with "sequence" in a value', encodeUtf8('sequence: 1\nskill_level: sequence'), false],
  ])('the number of a file that is %s is unknown: %s', (_, bytes, isUnknown) => {
    for (const format of [COURSE_FORMAT, PATH_FORMAT]) {
      const { problems } = format.read(new Map(bytes ? [[format.file, bytes]] : []));
      expect(problems.some(({ code }) => code === 'unknown-number')).toBe(isUnknown);
    }
  });
});
