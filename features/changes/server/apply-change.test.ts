import { describe, expect, it } from 'vitest';
import type { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { applyChange, CannotApplyError, folderDifferences } from './apply-change.ts';
import type { ChangeContent } from './change-content.ts';

const LESSON_UUID = '00000000-0000-4000-8000-000000000001';
const [A, B, C] = ['a', 'b', 'c'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [string, string, string];

function screen(uuid: string, text = ''): ScreenContent {
  const fields = { ...emptyScreenFields(), title: `Screen ${uuid.at(-1)}`, body_markdown: text };
  return { uuid, folder: `screen-${uuid.at(-1)}`, fields, skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] };
}

function lesson(title = 'Loops'): Omit<LessonContent, 'screens'> {
  const fields = emptyLessonFields({ title, author: 'Ada' });
  return {
    uuid: LESSON_UUID,
    sequence: 12,
    fields,
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
  };
}

const change = (given: Partial<ChangeContent>): ChangeContent => ({ folder: '12-loops', ...given });

/** A lesson with the screens A and B, and a file unknown to the product. */
function loops(): Map<string, Uint8Array> {
  const made = applyChange(
    new Map(),
    change({ lesson: lesson(), screen_order: [A, B], screens: { [A]: screen(A, 'one'), [B]: screen(B, 'two') } }),
  );
  return new Map([...made, ['notes.txt', Buffer.from('mine')]]);
}

const screensOf = (files: ReadonlyMap<string, Uint8Array>) =>
  readLesson(files).lesson.screens.map(({ uuid, fields }) => [uuid, fields.body_markdown]);

describe('applying a change to the files of a lesson', () => {
  it('changes only the files of its subject', () => {
    const before = loops();
    const after = applyChange(before, change({ screens: { [B]: screen(B, 'new') } }));
    const { writes, deletes } = folderDifferences(before, after);
    expect([...writes.keys()]).toEqual(['screens/screen-b/learn.md']);
    expect(deletes).toEqual([]);
    expect(Buffer.from(after.get('notes.txt') ?? []).toString()).toBe('mine');
  });

  it('changes a screen whose copy is listed first and still has its uuid', () => {
    const before = loops();
    const copied = new Map([...before, ['screens/copy/screen.yaml', before.get('screens/screen-a/screen.yaml')!]]);
    copied.set(
      'lesson.yaml',
      Buffer.from(Buffer.from(before.get('lesson.yaml')!).toString().replace('- screen-a', '- copy\n  - screen-a')),
    );
    const after = applyChange(copied, change({ screens: { [A]: screen(A, 'new') } }));
    expect(screensOf(after)).toContainEqual([A, 'new']);
    expect([...folderDifferences(copied, after).writes.keys()].sort()).toEqual(['screens/copy/screen.yaml', 'screens/screen-a/learn.md']);
  });

  it.each<[string, Partial<ChangeContent>, string[]]>([
    ['adds a screen at the end if no order is given', { screens: { [C]: screen(C) } }, [A, B, C]],
    ['adds a screen at its place', { screens: { [C]: screen(C) }, screen_order: [A, C, B] }, [A, C, B]],
    ['takes a screen out', { screens: { [A]: null }, screen_order: [B] }, [B]],
    ['changes the order', { screen_order: [B, A] }, [B, A]],
    ['keeps screens that an order does not know', { screen_order: [B] }, [B, A]],
    ['does not mind an order with screens that are gone', { screen_order: [C, B, A] }, [B, A]],
    ['removing twice is removing', { screens: { [C]: null } }, [A, B]],
  ])('%s', (_, content, uuids) => {
    expect(screensOf(applyChange(loops(), change(content))).map(([uuid]) => uuid)).toEqual(uuids);
  });

  it('changes metadata and keeps the screens', () => {
    const after = applyChange(loops(), change({ lesson: lesson('Better loops') }));
    expect(readLesson(after).lesson.fields.title).toBe('Better loops');
    expect(screensOf(after)).toEqual([
      [A, 'one'],
      [B, 'two'],
    ]);
  });

  it('is idempotent', () => {
    const content = change({ lesson: lesson('New'), screens: { [A]: screen(A, 'x'), [B]: null }, screen_order: [A] });
    const once = applyChange(loops(), content);
    expect(folderDifferences(once, applyChange(once, content))).toEqual({ writes: new Map(), deletes: [] });
  });

  it("keeps files with names that some systems can't store", () => {
    const files = loops().set('a:b/.git./x', Buffer.from('1'));
    const after = applyChange(files, change({ lesson: lesson('New') }));
    expect(folderDifferences(files, after).deletes).toEqual([]);
  });

  it.each<[string, Partial<ChangeContent>, boolean]>([
    ['deletes everything', { deleted: true }, false],
    ['puts a copy in its place', { deleted: true, copied_from: { commit_sha: '1', folder: '12-loops' } }, true],
    ['puts what main has in its place', { deleted: true, or_mains: true }, true],
  ])('%s', (_, content, isThere) => {
    const files = loops();
    expect(applyChange(files, change(content))).toEqual(isThere ? files : new Map());
  });

  it('refuses to change a missing part of a lesson', () => {
    expect(() => applyChange(new Map(), change({ screens: { [A]: screen(A) } }))).toThrow('lessons/12-loops is no longer on the branch');
  });

  it('writes new files, and removes deleted ones', () => {
    const [data, image] = ['a,b', 'picture'].map((text) => Buffer.from(text)) as [Buffer, Buffer];
    const bytes = new Map([
      ['d'.repeat(64), data],
      ['e'.repeat(64), image],
    ]);
    const file = { file_name: 'data.csv', alias: 'people.csv', mode: null, preview: false, lines: 3, show_in_editor: false };
    const data_files = [{ ...file, display_first: false, screens: [] }];
    const put = change({
      lesson: { ...lesson(), data_files, images: [{ file_name: 'cat.png' }] },
      files: {
        'files/data.csv': { sha256: 'd'.repeat(64), size: data.length },
        'images/cat.png': { sha256: 'e'.repeat(64), size: image.length },
      },
    });
    const after = applyChange(loops(), put, bytes);
    expect(after.get('files/data.csv')).toEqual(data);
    expect(after.get('images/cat.png')).toEqual(image);
    expect(readLesson(after)).toMatchObject({ lesson: { data_files, images: [{ file_name: 'cat.png' }] }, problems: [] });
    expect(screensOf(after)).toEqual(screensOf(loops()));
    const gone = applyChange(after, change({ lesson: lesson(), files: { 'files/data.csv': null, 'images/cat.png': null } }), bytes);
    expect(folderDifferences(loops(), gone)).toEqual({ writes: new Map(), deletes: [] });
    expect(() => applyChange(loops(), put, new Map())).toThrow(CannotApplyError);
  });

  it('keeps data files in folders that an earlier version left unread, until one is removed', () => {
    const before = new Map([...loops(), ['files/data/a.csv', Buffer.from('a')], ['files/data/b.csv', Buffer.from('b')]]);
    const renamed = applyChange(before, change({ lesson: lesson('Loops again') }));
    expect(folderDifferences(before, renamed)).toEqual({ writes: expect.any(Map), deletes: [] });
    const removed = applyChange(before, change({ lesson: lesson(), files: { 'files/data/a.csv': null } }));
    expect(folderDifferences(before, removed)).toEqual({ writes: new Map(), deletes: ['files/data/a.csv'] });
  });
});
