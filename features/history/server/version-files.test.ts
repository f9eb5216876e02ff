import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { filesOf } from './version-files.ts';

const [ONE, TWO] = ['0b2f7a52-6f0f-4d0e-9a51-3d0a3c6a1f01', '0b2f7a52-6f0f-4d0e-9a51-3d0a3c6a1f02'];
const LESSON = '0b2f7a52-6f0f-4d0e-9a51-3d0a3c6a1f00';

it.each([
  ['each its own', ['loops', 'sums'], ['loops', 'sums']],
  ['one that the other, deleted one had', ['loops', 'loops'], ['loops', TWO]],
  ['none any more', [], [ONE, TWO]],
])('names the screens of an earlier lesson by their folders of today: %s', (_name, folders, names) => {
  const row = {
    id: 1,
    part: '',
    title: 'Loops',
    is_deleted: false,
    folder: 'loops',
    fields: emptyLessonFields({ title: 'Loops', author: 'Ada' }),
    attached: {},
    screen_order: [ONE, TWO],
    sha256: null,
    size: null,
  };
  const today = new Map(folders.map((folder, index) => [index === 0 ? ONE : TWO, folder]));
  const files = filesOf('lesson', row, { uuid: LESSON, sequence: 12, language: 'python', textLanguage: null, folders: today });
  expect(parse(Buffer.from(files.get('lesson.yaml') ?? []).toString())).toMatchObject({ screens: names });
});
