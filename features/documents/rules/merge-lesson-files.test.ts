import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLesson, bytesOf } from '#testing/content/lesson-arbitraries.ts';
import { asText, fromText } from '#testing/content/text-maps.ts';
import { mergeLessonFiles } from './merge-lesson-files.ts';
import { readLesson } from './read-lesson.ts';
import { writeLesson } from './write-lesson.ts';

const BASE = {
  'lesson.yaml': 'uuid: 00000000-0000-4000-8000-000000000001\nsequence: 12\ntitle: Loops\ntype: mission\nscreens:\n  - intro\n  - more\n',
  'screens/intro/screen.yaml': 'uuid: 00000000-0000-4000-8000-000000000002\ntitle: Intro\ntype: text\n',
  'screens/intro/learn.md': 'one\ntwo\nthree\n',
  'screens/more/screen.yaml': 'uuid: 00000000-0000-4000-8000-000000000003\ntitle: More\ntype: text\n',
  'screens/more/learn.md': 'more\n',
  'NOTES.txt': 'a\nb\nc\n',
};

type Texts = Record<string, string | null>;

/** The base with some files changed; null: the file is deleted. */
function changed(texts: Texts) {
  return fromText(
    Object.fromEntries(Object.entries({ ...BASE, ...texts }).filter((entry): entry is [string, string] => entry[1] !== null)),
  );
}

function merge(mine: Texts, theirs: Texts, decided = {}) {
  const { files, conflicts } = mergeLessonFiles({ base: changed({}), mine: changed(mine), theirs: changed(theirs) }, decided);
  return { files: asText(files), conflicts };
}

describe('mergeLessonFiles', () => {
  it('merges YAML that git reports as a conflict, and keeps comments and unknown keys of both sides', () => {
    const sheet = BASE['screens/intro/screen.yaml'];
    const { files, conflicts } = merge(
      { 'screens/intro/screen.yaml': `# mine\n${sheet.replace('Intro', 'Introduction')}x_mine: 1\n` },
      { 'screens/intro/screen.yaml': `${sheet.replace('type: text', 'type: takeaways')}# theirs\nx_theirs: 2\n` },
    );
    expect(conflicts).toEqual([]);
    expect(files['screens/intro/screen.yaml']).toContain('title: Introduction');
    expect(files['screens/intro/screen.yaml']).toContain('type: takeaways');
    expect(files['screens/intro/screen.yaml']).toMatch(/# mine[^]*x_theirs: 2/);
  });

  it('merges files whose line ends one side changed, with one kind of line ends', () => {
    const crlf = {
      'screens/intro/learn.md': 'ONE\r\ntwo\r\nthree\r\n',
      'screens/intro/screen.yaml': BASE['screens/intro/screen.yaml'].replaceAll('\n', '\r\n'),
      'NOTES.txt': 'a\r\nb\r\nc\r\n',
    };
    const edited = {
      'screens/intro/learn.md': 'one\ntwo\nTHREE\n',
      'screens/intro/screen.yaml': BASE['screens/intro/screen.yaml'].replace('Intro', 'Introduction'),
      'NOTES.txt': 'a\nb\nC\n',
    };
    for (const { files, conflicts } of [merge(crlf, edited), merge(edited, crlf)]) {
      expect(conflicts).toEqual([]);
      expect(files['screens/intro/learn.md']).toBe('ONE\r\ntwo\r\nTHREE\r\n');
      expect(files['screens/intro/screen.yaml']).toContain('title: Introduction\r\ntype: text\r\n');
      expect(files['NOTES.txt']).toBe('a\r\nb\r\nC\r\n');
    }
  });

  it('gives a screen that one side copied, and listed first, its own uuid', () => {
    const copied = {
      'lesson.yaml': BASE['lesson.yaml'].replace('- intro', '- copy\n  - intro'),
      'screens/copy/screen.yaml': BASE['screens/intro/screen.yaml'],
      'screens/copy/learn.md': 'copied\n',
    };
    const edited = { 'screens/intro/learn.md': 'one\ntwo\nTHREE\n' };
    for (const { files, conflicts } of [merge(copied, edited), merge(edited, copied)]) {
      expect(conflicts).toEqual([]);
      expect(files['screens/intro/learn.md']).toBe('one\ntwo\nTHREE\n');
      expect(files['screens/copy/learn.md']).toBe('copied\n');
      expect(files['screens/intro/screen.yaml']).toBe(BASE['screens/intro/screen.yaml']);
      expect(files['screens/copy/screen.yaml']).not.toContain('00000000-0000-4000-8000-000000000002');
    }
  });

  it('follows a screen whose folder one side moved while the other edits it', () => {
    const moved = {
      'lesson.yaml': BASE['lesson.yaml'].replace('- more', '- even-more'),
      'screens/more/screen.yaml': null,
      'screens/more/learn.md': null,
      'screens/even-more/screen.yaml': BASE['screens/more/screen.yaml'],
      'screens/even-more/learn.md': 'more\n',
    };
    const edited = { 'screens/more/learn.md': 'more\nand more\n', 'screens/more/sketch.txt': 'theirs' };
    for (const { files, conflicts } of [merge(moved, edited), merge(edited, moved)]) {
      expect(conflicts).toEqual([]);
      expect(files['screens/even-more/learn.md']).toBe('more\nand more\n');
      expect(files['screens/even-more/sketch.txt']).toBe('theirs');
      expect(Object.keys(files).filter((path) => path.startsWith('screens/more/'))).toEqual([]);
      expect(files['lesson.yaml']).toContain('- even-more');
    }
  });

  it('keeps both of two new screens in the same folder', () => {
    const added = (uuid: number, text: string) => ({
      'lesson.yaml': `${BASE['lesson.yaml']}  - screen\n`,
      'screens/screen/screen.yaml': `uuid: 00000000-0000-4000-8000-00000000000${uuid}\ntype: text\n`,
      'screens/screen/learn.md': text,
    });
    const { files, conflicts } = merge(added(4, 'mine\n'), added(5, 'theirs\n'));
    expect(conflicts).toEqual([]);
    expect([files['screens/screen/learn.md'], files['screens/screen-2/learn.md']]).toEqual(['theirs\n', 'mine\n']);
    expect(readLesson(fromText(files)).problems).toEqual([]);
    expect(files['lesson.yaml']).toMatch(/screen-2\n {2}- screen\n$/);
  });

  it('merges unknown files by line, with a conflict where the same lines differ', () => {
    expect(merge({ 'NOTES.txt': 'A\nb\nc\n' }, { 'NOTES.txt': 'a\nb\nC\n' })).toMatchObject({
      conflicts: [],
      files: { 'NOTES.txt': 'A\nb\nC\n' },
    });
    const sides: [Texts, Texts] = [{ 'NOTES.txt': 'x\nb\nc\n' }, { 'NOTES.txt': 'y\nb\nc\n' }];
    expect(merge(...sides).conflicts).toMatchObject([
      { key: 'file.NOTES.txt', label: 'File NOTES.txt', mine: 'x\nb\nc\n', theirs: 'y\nb\nc\n' },
    ]);
    expect(merge(...sides, { 'file.NOTES.txt': 'z\n' })).toMatchObject({ conflicts: [], files: { 'NOTES.txt': 'z\n' } });
  });

  it('reports a data file that one side changed and the other deleted as a conflict', () => {
    const base = fromText({ ...BASE, 'files/data.csv': '1\n' });
    const sides = { base, mine: changed({}), theirs: fromText({ ...BASE, 'files/data.csv': '2\n' }) };
    expect(mergeLessonFiles(sides).conflicts).toMatchObject([{ key: 'file.files/data.csv', base: '1\n', mine: null, theirs: '2\n' }]);
    expect(asText(mergeLessonFiles(sides, { 'file.files/data.csv': '2\n' }).files)).toHaveProperty(['files/data.csv'], '2\n');
    expect(asText(mergeLessonFiles(sides, { 'file.files/data.csv': null }).files)).not.toHaveProperty(['files/data.csv']);
  });

  it('reports what is a file on one side and a folder on the other as a conflict about the file', () => {
    const sides = (mine: Texts, theirs: Texts) => ({ base: changed({}), mine: changed(mine), theirs: changed(theirs) });
    const file = { 'files/data': '1\n' };
    const folder = { 'files/data/a.csv': '2\n', 'files/data/more/b.csv': '3\n' };
    const both = sides(file, folder);
    expect(mergeLessonFiles(both).conflicts).toMatchObject([{ key: 'folder.files/data', mine: { bytes: 2 }, theirs: null }]);
    const named = (merge: ReturnType<typeof mergeLessonFiles>) =>
      readLesson(merge.files).lesson.data_files.map(({ file_name }) => file_name);
    expect(named(mergeLessonFiles(both, { 'folder.files/data': null }))).toEqual(['data/a.csv', 'data/more/b.csv']);
    expect(named(mergeLessonFiles(both, { 'folder.files/data': { bytes: 2 } }))).toEqual(['data']);
    expect(mergeLessonFiles(sides(folder, file)).conflicts).toMatchObject([{ key: 'folder.files/data', mine: null, theirs: { bytes: 2 } }]);
  });

  it('chooses between binary files by their hash', () => {
    const bytes = (...given: number[]) => new Map([...changed({}), ['images/a.png', Uint8Array.from(given)]]);
    const sides = { base: bytes(0xff, 0), mine: bytes(0xff, 1), theirs: bytes(0xff, 2) };
    const [place] = mergeLessonFiles(sides).conflicts;
    expect(place).toMatchObject({ key: 'file.images/a.png', mine: { bytes: 2 } });
    expect(mergeLessonFiles(sides, { 'file.images/a.png': place?.theirs }).files.get('images/a.png')).toEqual(Uint8Array.of(0xff, 2));
    expect(mergeLessonFiles(sides, { 'file.images/a.png': place?.mine }).files.get('images/a.png')).toEqual(Uint8Array.of(0xff, 1));
  });

  it('reports a lesson that one side deleted as a conflict', () => {
    const sides = { base: changed({}), mine: fromText({}), theirs: changed({ 'screens/more/learn.md': 'changed' }) };
    expect(mergeLessonFiles(sides).conflicts).toMatchObject([{ key: 'lesson.kept', mine: false, theirs: true }]);
    expect(mergeLessonFiles(sides, { 'lesson.kept': true }).files).toEqual(sides.theirs);
    expect(mergeLessonFiles(sides, { 'lesson.kept': false }).files.size).toBe(0);
  });

  it('tolerates a broken lesson file, and keeps it', () => {
    const { files } = merge({ 'screens/intro/learn.md': 'ONE\ntwo\nthree\n' }, { 'lesson.yaml': 'title: [\n' });
    expect(files['screens/intro/learn.md']).toBe('ONE\ntwo\nthree\n');
    expect(files['lesson.yaml']).toContain('title: [');
  });

  it('writes the merged lesson, for any three lessons', () => {
    const written = anyLesson.map((lesson) => writeLesson(lesson, bytesOf(lesson)));
    fc.assert(
      fc.property(anyLesson, written, fc.boolean(), (lesson, other, isMine) => {
        const base = writeLesson(lesson, bytesOf(lesson));
        const edited = writeLesson({ ...lesson, fields: { ...lesson.fields, overview: 'overview' } }, base);
        const sides = isMine ? { base, mine: other, theirs: edited } : { base, mine: edited, theirs: other };
        const { conflicts } = mergeLessonFiles(sides);
        const values = Object.fromEntries(conflicts.map((place) => [place.key, isMine ? place.mine : place.theirs]));
        const merged = mergeLessonFiles(sides, values);
        expect(merged.conflicts).toEqual([]);
        expect(readLesson(merged.files).lesson.screens.map(({ uuid }) => uuid)).toEqual(
          readLesson(other).lesson.screens.map(({ uuid }) => uuid),
        );
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});
