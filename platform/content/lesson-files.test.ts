import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { anyLesson, bytesOf, COMMENT, habits, restyle, UNKNOWN_KEY } from '#testing/content/lesson-arbitraries.ts';
import { asText, changedPaths, fromText } from '#testing/content/text-maps.ts';
import { decodeUtf8, encodeUtf8 } from './text-file.ts';

/** A lesson as edited by several people with several editors, unknown files included. */
const anyFiles = fc.tuple(anyLesson, fc.array(habits, { minLength: 1, maxLength: 3 })).map(([lesson, styles]) => {
  const files = writeLesson(lesson, bytesOf(lesson));
  for (const [index, path] of [...files.keys()].entries()) {
    const style = styles[index % styles.length];
    const bytes = files.get(path);
    if (bytes && style && path.endsWith('.yaml')) files.set(path, restyle(bytes, style));
    else if (bytes && style && !style.finalLineEnd && path.endsWith('.md'))
      files.set(path, encodeUtf8(decodeUtf8(bytes).replace(/\n$/, '')));
  }
  files.set('notes.txt', encodeUtf8('mine'));
  files.set('screens/README', encodeUtf8('not a screen'));
  for (const screen of lesson.screens) files.set(`screens/${screen.folder}/sketch.svg`, encodeUtf8('<svg/>'));
  return { lesson, files };
});

describe('any lesson', () => {
  it('read back as the same lesson, without problems', () => {
    fc.assert(
      fc.property(anyLesson, (lesson) => {
        const { lesson: read, problems } = readLesson(writeLesson(lesson, bytesOf(lesson)));
        expect(problems).toEqual([]);
        expect(read).toEqual(lesson);
        expect(LessonContent.parse(read)).toEqual(lesson);
      }),
      { numRuns: 100 },
    );
  });

  it('are written the same, whatever existed before', () => {
    fc.assert(
      fc.property(anyLesson, anyLesson, (first, second) => {
        const lesson = { ...second, uuid: first.uuid };
        const files = writeLesson(lesson, new Map([...writeLesson(first), ...bytesOf(lesson)]));
        expect(readLesson(files)).toEqual({ lesson, problems: [], copied: [] });
      }),
      { numRuns: 50 },
    );
  });
});

describe('any files', () => {
  it('stay the same byte for byte when read and written back', () => {
    fc.assert(
      fc.property(anyFiles, ({ files }) => {
        expect(changedPaths(files, writeLesson(readLesson(files).lesson, files))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('change in one place for a change of one field, and keep unknown content there', () => {
    fc.assert(
      fc.property(anyFiles, fc.nat(3), ({ files }, which) => {
        const lesson = structuredClone(readLesson(files).lesson);
        const screen = lesson.screens[0];
        let path = 'lesson.yaml';
        if (which === 0 || !screen) lesson.fields.title = lesson.fields.title === 'Changed' ? 'Again' : 'Changed';
        else if (which === 1) {
          screen.fields.check_val = screen.fields.check_val === 'no' ? null : 'no';
          path = `screens/${screen.folder}/screen.yaml`;
        } else if (which === 2) {
          screen.fields.hint_markdown += 'more';
          path = `screens/${screen.folder}/hint.md`;
        } else lesson.fields.objectives = [...lesson.fields.objectives, 'new one'];
        const written = writeLesson(lesson, files);
        expect(changedPaths(files, written)).toEqual([path]);
        expect(readLesson(written).lesson).toEqual(lesson);
        const before = decodeUtf8(files.get(path) ?? new Uint8Array());
        const after = decodeUtf8(written.get(path) ?? new Uint8Array());
        const authors = [UNKNOWN_KEY, `${COMMENT} above`, `${COMMENT} below`];
        expect(authors.filter((each) => before.includes(each) && !after.includes(each))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('lose a removed screen and nothing else, and move with a screen that changes its folder', () => {
    fc.assert(
      fc.property(anyFiles, ({ files }) => {
        const { lesson } = readLesson(files);
        const [first, ...rest] = lesson.screens;
        if (!first) return;
        const without = writeLesson({ ...lesson, screens: rest }, files);
        const gone = (path: string) => path.startsWith(`screens/${first.folder}/`) || path.startsWith(`.generated/${first.folder}/`);
        expect([...without.keys()].filter(gone)).toEqual([]);
        expect(changedPaths(files, without).filter((path) => !gone(path))).toEqual(['lesson.yaml']);
        const moved = writeLesson({ ...lesson, screens: [...rest, { ...first, folder: 'elsewhere' }] }, files);
        expect(decodeUtf8(moved.get('screens/elsewhere/sketch.svg') ?? new Uint8Array())).toBe('<svg/>');
        expect(readLesson(moved).lesson.screens).toEqual([...rest, { ...first, folder: 'elsewhere' }]);
        const turned = { ...lesson, screens: lesson.screens.toReversed() };
        expect(changedPaths(files, writeLesson(turned, files))).toEqual(lesson.screens.length > 1 ? ['lesson.yaml'] : []);
      }),
      { numRuns: 60 },
    );
  });
});

const UUID = '0197b0de-1111-7aaa-8bbb-0123456789ab';
const OTHER = '0197b0de-2222-7aaa-8bbb-0123456789ab';

function lessonOf(title: string): LessonContent {
  return {
    uuid: UUID,
    sequence: 12,
    fields: emptyLessonFields({ title, author: 'Ada' }),
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
    screens: [],
  };
}

describe('canonical files', () => {
  it('are short, ordered and easy to read', () => {
    const lesson: LessonContent = {
      ...lessonOf('Reading a table'),
      packages: [{ name: 'pandas', version: '2.10', show_in_editor: true }],
      datasets: [{ name: 'penguins', hash: 'ab12' }],
      data_files: [
        {
          file_name: 'birds.csv',
          alias: 'birds',
          mode: null,
          preview: false,
          lines: 5,
          show_in_editor: false,
          display_first: false,
          screens: [],
        },
      ],
      screens: [
        {
          uuid: OTHER,
          folder: 'first-look',
          skills: [],
          answer_variables: [{ name: 'birds', length: 3 }],
          fields: {
            ...emptyScreenFields('code'),
            title: 'First look',
            body_markdown: '# Hi\n\nthere',
            initial_code: 'x = ',
            check_output: true,
          },
          questions: [
            {
              uuid: UUID,
              question: 'Why?\n\nSay.',
              select_type: 'single',
              options: [{ label: 'yes', feedback_message: '', valid: true, skill_uuid: null }],
              task: null,
              skill_uuid: null,
            },
          ],
          tests: [
            {
              slug: 'right',
              description: 'no',
              code: 'x = 1',
              is_default: true,
              is_boolean_test: false,
              inputs: '',
              expect: { test_pass: true, results: [] },
            },
          ],
          answer_output: { stdout: '1\n', stderr: '', images: ['AAEC'] },
        },
      ],
    };
    const { '.generated/first-look/image-1.png': _, ...files } = asText(writeLesson(lesson, fromText({ 'files/birds.csv': 'a' })));
    expect(files).toEqual({
      'lesson.yaml':
        `uuid: ${UUID}\nsequence: 12\ntitle: Reading a table\ntype: mission\nlanguage: python\nlanguage_version: "3.11"\nauthor: Ada\n` +
        'screens:\n  - first-look\nfiles:\n  - file_name: birds.csv\n    alias: birds\n    lines: 5\n',
      'packages.yaml': '- name: pandas\n  version: "2.10"\n  show_in_editor: true\n',
      'datasets.yaml': '- penguins@ab12\n',
      'files/birds.csv': 'a',
      'screens/first-look/screen.yaml': `uuid: ${OTHER}\ntype: code\ntitle: First look\ncheck_output: true\nvariables:\n  - birds\n`,
      'screens/first-look/learn.md': '# Hi\n\nthere\n',
      'screens/first-look/code/initial.py': 'x = \n',
      'screens/first-look/questions.yaml': `- uuid: ${UUID}\n  question: |-\n    Why?\n\n    Say.\n  select_type: single\n  options:\n    - label: "yes"\n      valid: true\n`,
      'screens/first-look/tests/right/submission.py': 'x = 1\n',
      'screens/first-look/tests/right/expect.yaml': 'description: "no"\nis_default: true\ntest_pass: true\n',
      '.generated/first-look/output.json': '{\n  "stdout": "1\\n",\n  "stderr": ""\n}\n',
      '.generated/first-look/variables.json': '[\n  {\n    "name": "birds",\n    "length": 3\n  }\n]\n',
    });
  });

  it.each([
    ['python', 'py'],
    ['r', 'R'],
    ['sql', 'sql'],
    ['cli', 'sh'],
    [null, 'txt'],
  ] as const)('name the code of a %s lesson .%s, and follow a change of language', (language, ending) => {
    const lesson = lessonOf('A');
    const fields = { ...emptyScreenFields('code'), initial_code: 'a', custom_check_code: 'b' };
    lesson.screens = [
      { uuid: OTHER, folder: 's', fields, skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] },
    ];
    const python = writeLesson(lesson);
    const changed: LessonContent = { ...lesson, fields: { ...lesson.fields, language } };
    const files = writeLesson(changed, python);
    expect([...files.keys()].sort()).toEqual([
      'lesson.yaml',
      'screens/s/code/custom_check.py',
      `screens/s/code/initial.${ending}`,
      'screens/s/screen.yaml',
    ]);
    expect(readLesson(files)).toEqual({ lesson: changed, problems: [], copied: [] });
  });
});

it('a byte order mark is no part of a text, and stays in the file when the text changes', () => {
  const MARK = '\uFEFF';
  const files = fromText({
    'lesson.yaml': `uuid: ${UUID}\nsequence: 12\ntitle: A\ntype: mission\nlanguage: python\nscreens: [s]\n`,
    'screens/s/screen.yaml': `${MARK}uuid: ${OTHER}\ntype: code\ntitle: S\n`,
    'screens/s/learn.md': `${MARK}# Heading\n`,
    'screens/s/code/answer.py': `${MARK}print(1)\n`,
    'screens/s/tests/one/expect.yaml': 'test_pass: true\n',
    'screens/s/tests/one/submission.py': `${MARK}print(2)\n`,
  });
  const { lesson, problems } = readLesson(files);
  expect(problems).toEqual([]);
  const [screen] = lesson.screens;
  expect(screen).toMatchObject({
    uuid: OTHER,
    fields: { title: 'S', body_markdown: '# Heading', answer_code: 'print(1)' },
    tests: [{ code: 'print(2)' }],
  });
  expect(changedPaths(files, writeLesson(lesson, files))).toEqual([]);
  const changed = { ...screen!, fields: { ...screen!.fields, body_markdown: '# Title', answer_code: 'print(3)' } };
  const written = asText(writeLesson({ ...lesson, screens: [changed] }, files));
  expect([written['screens/s/learn.md'], written['screens/s/code/answer.py']]).toEqual([`${MARK}# Title\n`, `${MARK}print(3)\n`]);
});

describe('editing a file in place', () => {
  const file = [
    '# Ask Ada before changing this.',
    `uuid:   ${UUID}`,
    'sequence:    12   # agreed with Bo',
    "title: 'Reading a table'",
    '',
    '',
    'owner: Bo',
    'type: mission',
    'is_beta: false',
    'objectives: # at most three',
    '- read',
    '# the hard one',
    '- "write"',
    'allowed_plans: [free,   basic, gold]',
    'screens: []',
  ].join('\n');
  const files = fromText({ 'lesson.yaml': file });

  it.each<[string, (fields: LessonContent['fields']) => void, string, string]>([
    ['a title', (fields) => (fields.title = 'New'), "title: 'Reading a table'", "title: 'New'"],
    ['a new key at its place', (fields) => (fields.language = 'sql'), 'type: mission\n', 'type: mission\nlanguage: sql\n'],
    ['a key that stated its default', (fields) => (fields.is_beta = true), 'is_beta: false', 'is_beta: true'],
    ['an item of a list', (fields) => (fields.objectives = ['read', 'write', 'think']), '- "write"', '- "write"\n- think'],
    ['an item at the start', (fields) => (fields.objectives = ['think', 'read', 'write']), '- read', '- think\n- read'],
    ['a removed item', (fields) => (fields.objectives = ['write']), '- read\n', ''],
    [
      'a flow list with unknown items',
      (fields) => (fields.allowed_plans = ['basic', 'free']),
      '[free,   basic, gold]',
      '[ basic, gold, free ]',
    ],
  ])('changes %s', (_, change, from, to) => {
    const { lesson } = readLesson(files);
    change(lesson.fields);
    expect(asText(writeLesson(lesson, files))['lesson.yaml']).toBe(file.replace(from, to));
  });
});
