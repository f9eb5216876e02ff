import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { findZipCurricula } from './zip-curricula.ts';

const COURSE = 'uuid: 0199a3c0-607b-766b-91b0-b66a62733731\nsequence: 31\nname: Owls\n';
const zip = (texts: Record<string, string>) => new Map(Object.entries(texts).map(([path, text]) => [path, encodeUtf8(text)]));
const find = (texts: Record<string, string>, inMain: Record<string, string> = {}) => {
  const { curricula, refused, others } = findZipCurricula(zip(texts), ({ root }, sequence) => inMain[`${root}/${sequence}`]);
  return {
    curricula: curricula.map(({ kind, folder, files }) => `${kind.root}/${folder}: ${[...files.keys()].join(' ')}`),
    refused: refused.map(({ path }) => path),
    others: [...others.keys()],
  };
};

it.each<[string, Record<string, string>, Record<string, string>, ReturnType<typeof find>]>([
  [
    'a course with its files',
    { 'courses/31-owls/course.yaml': COURSE, 'courses/31-owls/notes.md': '' },
    {},
    { curricula: ['courses/31-owls: course.yaml notes.md'], refused: [], others: [] },
  ],
  [
    'below another folder',
    { 'repo/paths/1-a/path.yaml': 'sequence: 1', 'repo/README.md': '' },
    {},
    { curricula: ['paths/1-a: path.yaml'], refused: [], others: ['repo/README.md'] },
  ],
  [
    'where main has it',
    { 'courses/owls/course.yaml': COURSE },
    { 'courses/31': '31-old' },
    { curricula: ['courses/31-old: course.yaml'], refused: [], others: [] },
  ],
  [
    'not inside of a lesson',
    { 'lessons/1-a/lesson.yaml': '', 'lessons/1-a/files/courses/x/course.yaml': COURSE },
    {},
    { curricula: [], refused: [], others: ['lessons/1-a/lesson.yaml', 'lessons/1-a/files/courses/x/course.yaml'] },
  ],
  [
    'not without a number',
    { 'courses/a/course.yaml': 'name: A', 'courses/a/b.md': '' },
    {},
    { curricula: [], refused: ['courses/a/course.yaml', 'courses/a/b.md'], others: [] },
  ],
  [
    'once for each number',
    { 'courses/a/course.yaml': COURSE, 'courses/b/course.yaml': COURSE },
    {},
    { curricula: ['courses/a: course.yaml'], refused: ['courses/b/course.yaml'], others: [] },
  ],
  [
    'without names that some systems refuse',
    { 'courses/31-owls/course.yaml': COURSE, 'courses/31-owls/.git./b': '' },
    {},
    { curricula: ['courses/31-owls: course.yaml'], refused: ['courses/31-owls/.git./b'], others: [] },
  ],
])('finds %s', (_, texts, inMain, expected) => {
  expect(find(texts, inMain)).toEqual(expected);
});
