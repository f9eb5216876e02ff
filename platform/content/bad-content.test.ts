import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LessonContent, type Files } from '#features/content-model/rules/lesson-content.ts';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { readLesson, type KnownScreen } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { asText, changedPaths, fromText } from '#testing/content/text-maps.ts';
import { encodeUtf8 } from './text-file.ts';

const UUID = '0197b0de-1111-7aaa-8bbb-0123456789ab';
const OTHER = '0197b0de-2222-7aaa-8bbb-0123456789ab';

describe('bad content', () => {
  const sheet = `uuid: ${UUID}\nsequence: 12\ntitle: A\ntype: mission\n`;
  const screen = `uuid: ${OTHER}\ntype: text\ntitle: S\n`;
  it.each<[string, Record<string, string>, string, string]>([
    ['invalid YAML', { 'lesson.yaml': 'title: [a' }, 'lesson.yaml', 'not valid YAML'],
    ['a text for a file', { 'lesson.yaml': 'hello' }, 'lesson.yaml', 'must have keys'],
    ['two documents', { 'lesson.yaml': `${sheet}---\n${sheet}` }, 'lesson.yaml', 'not valid YAML'],
    ['no lesson.yaml', { 'notes.md': 'a' }, 'lesson.yaml', 'missing'],
    ['no uuid', { 'lesson.yaml': sheet.replace(/^uuid.*\n/, '') }, 'lesson.yaml', 'uuid is missing'],
    [
      'no uuid of a screen',
      { 'lesson.yaml': `${sheet}screens: [s]\n`, 'screens/s/screen.yaml': 'type: text' },
      'screens/s/screen.yaml',
      'uuid is missing',
    ],
    ['an invalid uuid', { 'lesson.yaml': sheet.replace(UUID, 'x') }, 'lesson.yaml', 'uuid:'],
    ['an unknown type', { 'lesson.yaml': sheet.replace('mission', 'missoin') }, 'lesson.yaml', 'type:'],
    ['a due date in the year 0', { 'lesson.yaml': `${sheet}due: 0000-01-01\n` }, 'lesson.yaml', 'due: Enter a date between'],
    ['a due date in the year 9999', { 'lesson.yaml': `${sheet}due: '9999-12-31'\n` }, 'lesson.yaml', 'due: Enter a date between'],
    ['an unknown feature', { 'lesson.yaml': `${sheet}enabled_features: [GPU, Warp]\n` }, 'lesson.yaml', 'enabled_features[2]'],
    ['a key twice', { 'lesson.yaml': `${sheet}title: B\n` }, 'lesson.yaml', 'title is there twice'],
    [
      'a screen listed twice',
      { 'lesson.yaml': `${sheet}screens: [s, s]\n`, 'screens/s/screen.yaml': screen },
      'lesson.yaml',
      's is listed twice',
    ],
    ['a missing screen', { 'lesson.yaml': `${sheet}screens: [s]\n` }, 'lesson.yaml', 's is listed, but'],
    ['an unlisted screen', { 'lesson.yaml': sheet, 'screens/s/screen.yaml': screen }, 'lesson.yaml', 'not listed'],
    [
      'a screen without its screen.yaml',
      { 'lesson.yaml': `${sheet}screens: [s]\n`, 'screens/s/learn.md': 'a' },
      'screens/s/screen.yaml',
      'missing',
    ],
    [
      'a missing skill',
      {
        'lesson.yaml': `${sheet}screens: [s]\n`,
        'screens/s/screen.yaml': screen,
        'screens/s/questions.yaml': `- uuid: ${UUID}\n  options: [{label: a, skill: b}]`,
      },
      'screens/s/questions.yaml',
      'no skill',
    ],
    ['a package without a name', { 'lesson.yaml': sheet, 'packages.yaml': '- version: 1.0' }, 'packages.yaml', 'no name'],
    ['a value instead of a list', { 'lesson.yaml': sheet, 'packages.yaml': 'pandas: 1.0' }, 'packages.yaml', 'must be a list'],
    ['a dataset without a hash', { 'lesson.yaml': sheet, 'datasets.yaml': '- birds' }, 'datasets.yaml', 'not a dataset'],
    ['a missing data file', { 'lesson.yaml': `${sheet}files: [{file_name: a.csv}]\n` }, 'lesson.yaml', 'a.csv is listed'],
    ['a folder of images', { 'lesson.yaml': sheet, 'images/more/a.png': '1' }, 'images/more', 'not read'],
    [
      'a record that is not JSON',
      { 'lesson.yaml': `${sheet}screens: [s]\n`, 'screens/s/screen.yaml': screen, '.generated/s/output.json': '{' },
      '.generated/s/output.json',
      'Couldn’t read this recorded result',
    ],
    [
      'a text that is too long',
      { 'lesson.yaml': `${sheet}screens: [s]\n`, 'screens/s/screen.yaml': screen, 'screens/s/hint.md': 'a'.repeat(1_000_001) },
      'screens/s/hint.md',
      'too long',
    ],
    [
      'an alias bomb',
      {
        'lesson.yaml': `${sheet}a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.replace(
          /./g,
          (key) =>
            `${key}: &${key} [${Array(9)
              .fill(`*${String.fromCharCode(key.charCodeAt(0) - 1)}`)
              .join()}]\n`,
        )}`,
      },
      'lesson.yaml',
      'too many',
    ],
    ['an alias of itself', { 'lesson.yaml': `${sheet}a: &a [*a]\n` }, 'lesson.yaml', 'nested too deeply'],
    ['a huge file', { 'lesson.yaml': `${sheet}# ${'a'.repeat(10_000_000)}` }, 'lesson.yaml', 'too large'],
    ['deep nesting', { 'lesson.yaml': `${sheet}a: ${'['.repeat(5_000)}${']'.repeat(5_000)}\n` }, 'lesson.yaml', 'nested too deeply'],
    ['very deep nesting', { 'lesson.yaml': '['.repeat(20_000) }, 'lesson.yaml', 'nested too deeply'],
  ])('%s is reported, and stays unchanged', (_, texts, path, message) => {
    const files = fromText(texts);
    const { lesson, problems } = readLesson(files);
    expect(problems).toContainEqual(expect.objectContaining({ path, message: expect.stringContaining(message) as string }));
    expect(LessonContent.safeParse(lesson).success).toBe(true);
    expect(readLesson(files).lesson).toEqual(lesson);
    expect(changedPaths(files, writeLesson(lesson, files))).toEqual([]);
  });

  describe('a screen that was copied by hand', () => {
    const copied = fromText({
      'lesson.yaml': `${sheet}screens: [copy, s]\n`,
      'screens/copy/screen.yaml': `# kept\n${screen}`,
      'screens/s/screen.yaml': screen,
    });
    const uuidsOf = (files: typeof copied, known: readonly KnownScreen[] = []) =>
      Object.fromEntries(readLesson(files, known).lesson.screens.map(({ folder, uuid }) => [folder, uuid]));

    it('is reported, and the screen that had the uuid before keeps it, wherever the copy is listed', () => {
      const { problems, lesson } = readLesson(copied, [{ folder: 's', uuid: OTHER }]);
      expect(problems).toEqual([{ path: 'screens/copy/screen.yaml', message: expect.stringContaining('was copied') as string }]);
      expect(LessonContent.safeParse(lesson).success).toBe(true);
      expect(uuidsOf(copied, [{ folder: 's', uuid: OTHER }])).toMatchObject({ s: OTHER });
      expect(uuidsOf(copied)).toMatchObject({ copy: OTHER });
    });

    it('keeps its own uuid when the original is gone, or has moved', () => {
      const known = readLesson(copied, [{ folder: 's', uuid: OTHER }]).lesson.screens;
      const alone = new Map([...copied].filter(([path]) => path !== 'screens/s/screen.yaml'));
      expect(uuidsOf(alone, known)['copy']).toBe(uuidsOf(copied, known)['copy']);
      const moved = new Map([...alone, ['screens/moved/screen.yaml', copied.get('screens/s/screen.yaml')!]]);
      expect(uuidsOf(moved, known)).toEqual({ moved: OTHER, copy: uuidsOf(copied, known)['copy'] });
    });

    it('gets its own uuid in its file when the lesson is written', () => {
      const { lesson } = readLesson(copied, [{ folder: 's', uuid: OTHER }]);
      const written = writeLesson(lesson, copied, lesson);
      expect(changedPaths(copied, written)).toEqual(['screens/copy/screen.yaml']);
      expect(asText(written)['screens/copy/screen.yaml']).toContain('# kept\n');
      expect(readLesson(written)).toEqual({ lesson, problems: [], copied: [] });
    });
  });

  it('keeps questions and skills that were copied in their file', () => {
    const files = fromText({
      'lesson.yaml': `${sheet}screens: [s]\n`,
      'screens/s/screen.yaml': `${screen}skills:\n  - uuid: ${UUID}\n    name: Sort\n  - uuid: ${UUID}\n    name: Filter\n`,
      'screens/s/questions.yaml': `- uuid: ${UUID}\n  question: One?\n- uuid: ${UUID}\n  question: Two?\n`,
    });
    const { lesson } = readLesson(files);
    const [only] = lesson.screens;
    expect(only?.questions.map(({ question }) => question)).toEqual(['One?', 'Two?']);
    expect(only?.skills.map(({ name }) => name)).toEqual(['Sort', 'Filter']);
    expect(LessonContent.safeParse(lesson).success).toBe(true);
    const changed = { ...only!, questions: only!.questions.map((each) => ({ ...each, question: `${each.question} Really?` })) };
    const written = writeLesson({ ...lesson, screens: [changed] }, files);
    expect(readLesson(written).lesson.screens[0]?.questions).toEqual(changed.questions);
  });

  it('keeps the valid parts', () => {
    const files = fromText({
      'lesson.yaml': `${sheet}is_beta: maybe\nenabled_features: [GPU, Warp]\nlanguage_version: 3.11\nobjectives: [1, 2.50, yes]\n`,
    });
    expect(readLesson(files).lesson.fields).toMatchObject({
      title: 'A',
      is_beta: false,
      enabled_features: ['GPU'],
      language_version: '3.11',
      objectives: ['1', '2.50', 'yes'],
    });
  });

  it('keeps a broken file as a comment when the lesson is changed', () => {
    const broken = `title: [a\nuuid: ${UUID}`;
    const files = fromText({ 'lesson.yaml': broken });
    const { lesson } = readLesson(files);
    const written = writeLesson({ ...lesson, fields: { ...lesson.fields, title: 'B' } }, files);
    expect(asText(written)['lesson.yaml']).toContain(broken.replace(/^/gm, '# '));
    expect(readLesson(written)).toEqual({ lesson: { ...lesson, fields: { ...lesson.fields, title: 'B' } }, problems: [], copied: [] });
  });

  it('states a lost uuid when a file is written anyway', () => {
    const files = fromText({ 'lesson.yaml': sheet.replace(/^uuid.*\n/, '') });
    const { lesson } = readLesson(files);
    const written = writeLesson({ ...lesson, fields: { ...lesson.fields, title: 'B' } }, files);
    expect(readLesson(written)).toEqual({ lesson: { ...lesson, fields: { ...lesson.fields, title: 'B' } }, problems: [], copied: [] });
  });

  it('keeps missing screens in the list, and orders unlisted ones', () => {
    const files = fromText({
      'lesson.yaml': `${sheet}screens:\n  - ghost\n  - s\n`,
      'screens/s/screen.yaml': screen,
      'screens/t/screen.yaml': screen.replace(OTHER, OTHER.replace('2222', '3333')),
    });
    const { lesson } = readLesson(files);
    const written = writeLesson({ ...lesson, screens: lesson.screens.toReversed() }, files);
    expect(asText(written)['lesson.yaml']).toBe(`${sheet}screens:\n  - ghost\n  - t\n  - s\n`);
  });

  it('knows a skill again by its name when its uuid is lost, and whatever the case of its uuid', () => {
    const skills = `skills:\n  - name: Filter # hard\n    level: 9\n  - point_value: 2\n  - uuid: ${UUID.toUpperCase()}\n    name: Sort\n`;
    const files = fromText({ 'lesson.yaml': `${sheet}screens: [s]\n`, 'screens/s/screen.yaml': screen + skills });
    const { lesson } = readLesson(files);
    const changed = structuredClone(lesson);
    for (const skill of changed.screens[0]?.skills ?? []) skill.point_value = 3;
    const written = writeLesson(changed, files);
    expect(readLesson(written).lesson).toEqual(changed);
    expect(asText(written)['screens/s/screen.yaml']).toBe(
      screen +
        skills
          .replace('- name: Filter # hard', `- uuid: ${lesson.screens[0]?.skills[0]?.uuid}\n    name: Filter # hard\n    point_value: 3`)
          .replace(/Sort\n$/, 'Sort\n    point_value: 3\n'),
    );
  });

  it('survives an anchor that cannot be written again', () => {
    const files = fromText({ 'lesson.yaml': `${sheet}x_more: &\u0000 c\n` });
    const { lesson } = readLesson(files);
    expect(asText(writeLesson({ ...lesson, sequence: 13 }, files))['lesson.yaml']).toContain('x_more: ');
  });

  it('changes the value of an alias in one place only', () => {
    const files = fromText({ 'lesson.yaml': `${sheet.replace('title: A', 'title: &t A')}meta_title: *t\nx_more: *t\n` });
    const { lesson } = readLesson(files);
    expect(lesson.fields.meta_title).toBe('A');
    const written = writeLesson({ ...lesson, fields: { ...lesson.fields, title: 'B' } }, files);
    expect(readLesson(written).lesson.fields).toMatchObject({ title: 'B', meta_title: 'A' });
    expect(asText(written)['lesson.yaml']).toContain('x_more: A');
  });

  it.each([
    '../evil',
    '/etc/passwd',
    'a/../b',
    'files/..',
    './lesson.yaml',
    'a//b',
    '.git/config',
    'files/.GIT',
    'files/.git./x',
    'a\\b',
    'C:\\x\\..',
    'a\u0000b',
    'files/a\nb',
    '',
  ])('skips the path %j', (path) => {
    const files = fromText({ 'lesson.yaml': sheet, [path]: 'x' });
    expect(readLesson(files).problems).toEqual([{ path, message: 'This path is not safe, so the file was skipped.' }]);
    expect([...writeLesson(readLesson(files).lesson, files).keys()]).toEqual(['lesson.yaml']);
  });

  it.each(['../evil', 'a/b', '.git', ''])('refuses to write %j', (folder) => {
    const lesson = readLesson(fromText({ 'lesson.yaml': `${sheet}screens: [s]\n`, 'screens/s/screen.yaml': screen })).lesson;
    expect(() => writeLesson({ ...lesson, screens: lesson.screens.map((each) => ({ ...each, folder })) })).toThrow(TypeError);
    expect(() => writeLesson({ ...lesson, images: [{ file_name: folder }] })).toThrow(TypeError);
    const file_name = folder.replace('a/b', 'a/../b');
    expect(() => writeLesson({ ...lesson, data_files: [{ ...defaultDataFile('a'), file_name }] })).toThrow(TypeError);
  });

  it('never throws, whatever the bytes are', () => {
    const paths = [
      'lesson.yaml',
      'packages.yaml',
      'datasets.yaml',
      'screens/s/screen.yaml',
      'screens/s/questions.yaml',
      'screens/s/tests/t/expect.yaml',
      '.generated/s/output.json',
    ];
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...Array.from('ab:-[]{}&*!|>#"\'\n \t,?%@')), maxLength: 40 }).map(encodeUtf8),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), bytes), { maxLength: 5 }), (entries) => {
        const files: Files = new Map(entries);
        const { lesson } = readLesson(files);
        expect(changedPaths(files, writeLesson(lesson, files))).toEqual([]);
        const changed = { ...lesson, fields: { ...lesson.fields, title: 'Changed' } };
        expect(readLesson(writeLesson(changed, files)).lesson).toEqual(changed);
      }),
      { numRuns: 300 },
    );
  });
});
