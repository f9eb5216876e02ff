import { describe, expect, it } from 'vitest';
import { emptyLessonFields, type LessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { PROBLEMS } from './messages.ts';
import { readEditedFile } from './read-edited-file.ts';
import type { SnapshotFile } from './snapshot.ts';

const LESSON: LessonFields = { ...emptyLessonFields({ title: '', author: '' }), mode: 'filescreen' };
const SCREEN = { folder: 'one', fields: emptyScreenFields('code') };
const file = (name: string, changed: Partial<SnapshotFile> = {}): SnapshotFile => ({
  name,
  sha256: 'a'.repeat(64),
  size: 3,
  show_in_editor: false,
  display_first: false,
  lines: null,
  screens: [],
  ...changed,
});

interface Read {
  lesson?: LessonFields;
  screen?: typeof SCREEN;
  text?: string | null;
}

async function read(files: SnapshotFile[], { lesson = LESSON, screen = SCREEN, text = 'x = 1' }: Read = {}) {
  const found = await readEditedFile(lesson, screen, { files, folders: ['one', 'two'], readText: () => Promise.resolve(text) });
  return { name: found.file?.name ?? null, problems: found.problems.map((problem) => problem.text) };
}

describe('the file that learners edit', () => {
  it.each([
    ['the only one', [file('a.py')], 'a.py'],
    ['the only one of the screen', [file('a.py', { screens: ['two'] }), file('b.py', { screens: ['one'] })], 'b.py'],
    ['one whose screens are gone', [file('a.py', { screens: ['gone'] })], 'a.py'],
    ['the one displayed first', [file('a.py'), file('b.py', { display_first: true })], 'b.py'],
  ])('is %s', async (_, files, name) => {
    expect(await read(files)).toEqual({ name, problems: [] });
  });

  it.each([
    ['there is none', [], 'x', PROBLEMS.noEditedFile],
    ['it is not clear which', [file('a.py'), file('b.py')], 'x', PROBLEMS.noEditedFile],
    ['it is on another screen', [file('a.py', { screens: ['two'] })], 'x', PROBLEMS.noEditedFile],
    ['it is no text', [file('a.png')], null, PROBLEMS.notText('a.png')],
    ['it is too long to run', [file('a.py')], 'x'.repeat(100_001), PROBLEMS.notText('a.py')],
  ])('is a problem if %s', async (_, files, text, problem) => {
    expect(await read(files, { text })).toEqual({ name: null, problems: [problem] });
  });

  it.each([
    ['other modes', { ...LESSON, mode: 'default' as const }, SCREEN],
    ['lessons without code', { ...LESSON, language: null }, SCREEN],
    ['the command line', { ...LESSON, language: 'cli' as const }, SCREEN],
    ['texts', LESSON, { ...SCREEN, fields: emptyScreenFields('text') }],
  ])('is none in %s', async (_, lesson, screen) => {
    expect(await read([file('a.py')], { lesson, screen })).toEqual({ name: null, problems: [] });
  });
});
