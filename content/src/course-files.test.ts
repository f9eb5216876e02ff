import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CourseFields } from '#contract/courses.ts';
import type { PathFields } from '#contract/paths.ts';
import { CourseContent, PathContent, type StepContent } from './course-content.ts';
import { readCourse, readPath, writeCourse, writePath } from './course-files.ts';
import { habits, restyle } from '../testing/lesson-arbitraries.ts';
import { decodeUtf8, encodeUtf8 } from './text-file.ts';

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
        expect(readCourse(writeCourse(someCourse))).toEqual({ course: CourseContent.parse(someCourse), problems: [] });
        expect(readPath(writePath(somePath))).toEqual({ path: PathContent.parse(somePath), problems: [] });
      }),
    );
  });

  it('replace one another', () => {
    fc.assert(
      fc.property(fc.tuple(course, course), fc.tuple(path, path), (courses, paths) => {
        expect(readCourse(writeCourse(courses[1], writeCourse(courses[0]))).course).toEqual(courses[1]);
        expect(readPath(writePath(paths[1], writePath(paths[0]))).path).toEqual(paths[1]);
      }),
    );
  });

  it('are the same bytes after reading and writing, unknown files and keys included', () => {
    fc.assert(
      fc.property(path, course, habits, (somePath, someCourse, style) => {
        const files = new Map([...writePath(somePath), ...writeCourse(someCourse), ['notes.md', encodeUtf8('mine')] as const]);
        for (const name of ['path.yaml', 'course.yaml']) files.set(name, restyle(files.get(name) ?? new Uint8Array(), style));
        expect(writePath(readPath(files).path, files)).toEqual(files);
        expect(writeCourse(readCourse(files).course, files)).toEqual(files);
      }),
    );
  });

  it('only change the affected lines', () => {
    const file =
      'uuid: 0197b0de-1111-7aaa-8bbb-0123456789ab\nsequence: 1\nname: A # the working title\nteam: blue\nlessons:\n  - 101\n  - 102 # hard\n';
    const files = new Map([['course.yaml', encodeUtf8(file)]]);
    const { course: read } = readCourse(files);
    const written = writeCourse({ ...read, fields: { ...read.fields, duration: 2.5 }, lessons: [102, 103] }, files);
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
    const { path: read, problems } = readPath(files);
    expect(problems[0]).toEqual({ path: 'path.yaml', message: expect.stringContaining(message) as string });
    expect(writePath(read, files)).toEqual(files);
  });
});
