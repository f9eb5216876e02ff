import { describe, expect, it } from 'vitest';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { defaultDataFile } from '#features/documents/rules/lesson-yaml.ts';
import { CASES, cat } from '#testing/content/preflight-cases.ts';
import { asked, choice, code, lesson, text, uuid } from '#testing/content/preflight-lessons.ts';
import { PREFLIGHT_RULES, type PreflightRuleId } from '../contract/preflight-rules.ts';
import { applyChanges, reverseChanges } from './apply-changes.ts';
import { checkLesson, type ReportedFinding } from './check-lesson.ts';
import { checkReferences } from './check-release.ts';

function placeText({ place }: ReportedFinding): string {
  return `${place.file}:${place.line}:${place.column}-${place.end_column}`;
}

describe('the rules', () => {
  it.each(CASES)('$rule: $is', ({ rule, lesson: given, at, fixed }) => {
    const found = checkLesson(given).findings.filter((finding) => finding.rule === rule);
    expect(found.map(placeText)).toEqual([at]);
    const [finding] = found;
    expect(finding?.severity).toBe(PREFLIGHT_RULES[rule].severity);
    expect(finding?.message).toMatch(/^[^\n]+\.$/);
    expect(finding?.fix !== null).toBe(fixed !== undefined);
  });

  it.each(CASES.filter(({ fixed }) => fixed))('a click settles $rule: $is', ({ rule, lesson: given, fixed, to }) => {
    const finding = checkLesson(given).findings.find((each) => each.rule === rule);
    const changes = finding?.changes ?? [];
    const changed = applyChanges(given, changes) ?? given;
    expect(fixed?.(changed)).toEqual(to);
    expect(checkLesson(changed).findings.map(({ fingerprint }) => fingerprint)).not.toContain(finding?.fingerprint);
    // Deleted files come back from the trash.
    const isUndone = changes.some(({ kind }) => kind === 'delete-file') || applyChanges(changed, reverseChanges(changes));
    expect([true, given]).toContainEqual(isUndone);
  });

  it('has a case for each rule about one lesson, and fixes for half of them', () => {
    const others: PreflightRuleId[] = [
      'image-contrast',
      'link-gone',
      'link-moved',
      'link-unsure',
      'spelling',
      'lesson-unchecked',
      'lesson-too-large',
      'start-screen-missing',
      'file-encoding',
      'file-unreadable',
      'key-unknown',
      'related-lesson-missing',
      'answer-fails',
      'initial-passes',
      'test-fails',
      'check-flaky',
      'check-unsolved',
      'check-misses',
      'check-strict',
      'check-message',
      'run-slow',
      'rows-unsettled',
      'packages-not-locked',
      'packages-not-built',
      'dataset-missing',
      'dataset-archived',
      'dataset-outdated',
      'comment-open',
    ];
    // Only their authors know what else was meant.
    const unfixable: PreflightRuleId[] = [
      'lesson-unchecked',
      'lesson-too-large',
      'rows-unsettled',
      'code-reads-input',
      'values-impossible',
      'values-equal',
      'values-unknown',
      'values-doubtful',
      'file-refused',
      'file-name-hidden',
      'file-encoding',
    ];
    const tested = new Set(CASES.map(({ rule }) => rule));
    expect((Object.keys(PREFLIGHT_RULES) as PreflightRuleId[]).filter((rule) => !tested.has(rule))).toEqual(others);
    const fixable = new Set(CASES.filter(({ fixed }) => fixed).map(({ rule }) => rule));
    // All rules; findings of other checks are tested with them.
    for (const rule of [
      'link-gone',
      'link-moved',
      'spelling',
      'related-lesson-missing',
      'initial-passes',
      'dataset-missing',
      'dataset-outdated',
    ] as const)
      fixable.add(rule);
    expect(fixable.size * 2).toBeGreaterThanOrEqual(Object.keys(PREFLIGHT_RULES).length - unfixable.length);
  });
});

it('finds a lesson that git made too large', () => {
  const given = code({}, {}, { answer_output: { stdout: 'x'.repeat(20_000_000), stderr: '', images: [] } });
  expect(checkLesson(given).findings.map(({ rule, message }) => [rule, message])).toContainEqual([
    'lesson-too-large',
    'The questions, tests and recorded outputs of this lesson have 20.1 MB; a lesson can have 20 MB. Move screens to another lesson.',
  ]);
});

describe('a screen that starts from another one', () => {
  const source = 'total = sum(values)\nmean = total / len(values)\nprint(round(mean, 2))';
  const given = (fields: object, type?: 'assessment') => {
    const [own] = code(fields).screens;
    const [first] = code({ answer_code: source }).screens;
    return lesson([{ ...first!, uuid: uuid(2), folder: 'first' }, own!], { fields: { language: 'python', ...(type && { type }) } });
  };
  const found = (...args: Parameters<typeof given>) =>
    checkLesson(given(...args)).findings.flatMap(({ rule, place }) => (place.screen === uuid(1) ? [`${rule} ${place.file}`] : []));

  it('has no findings in its own initial code, which nobody sees', () => {
    const fields = { initial_code: 'x = input()\npd.read_csv("gone.csv")' };
    expect(found(fields)).toEqual(['code-reads-input screens/one/code/initial.py', 'file-unknown screens/one/code/initial.py']);
    expect(found({ ...fields, starts_from: uuid(2) })).toEqual([]);
  });

  it('is reported once that screen is gone, and starts with its own code again by a click', () => {
    const lost = given({ starts_from: uuid(7) });
    const [finding] = checkLesson(lost).findings.filter(({ rule }) => rule === 'start-screen-missing');
    expect(finding).toMatchObject({ place: { file: 'screens/one/screen.yaml' } });
    const changed = applyChanges(lost, finding?.changes ?? []);
    expect(changed?.screens.at(-1)?.fields.starts_from).toBeNull();
    expect(applyChanges(changed!, reverseChanges(finding?.changes ?? []))).toEqual(lost);
  });

  it('must not start with its whole answer', () => {
    const fields = { starts_from: uuid(2), answer_code: source };
    expect(found(fields)).toEqual(['answer-visible screens/one/screen.yaml']);
    expect(found({ ...fields, initially_passing: true })).toEqual([]);
  });

  it('gives an answer away in an assessment', () => {
    expect(found({ starts_from: uuid(2) }, 'assessment')).toContain('answer-visible screens/one/screen.yaml');
  });
});

/** Everything here is as authors write it on purpose. */
const FINE: readonly (readonly [string, LessonContent])[] = [
  ['an image of the lesson', text('![A cat](../../images/cat.png)', cat)],
  ['an image whose name is encoded', text('![A cat](images/my%20cat.png)', { images: [{ file_name: 'my cat.png' }] })],
  ['an image whose name macOS decomposed', text('![A cat](images/k\u00E4tzchen.png)', { images: [{ file_name: 'ka\u0308tzchen.png' }] })],
  ['decoration in HTML', text('<img alt="" src="images/cat.png"> and <img src="images/cat.png" role="presentation">', cat)],
  ['an alt text that is also the name of the file', text('![cat](images/cat.png)', cat)],
  ['headings that go up', text('### A\n\n#### B\n\n## C\n\n### D')],
  ['a heading of an image', text('## ![A cat](images/cat.png)', cat)],
  ['a link of an image', text('[![A cat](images/cat.png)](https://a.b)', cat)],
  ['an anchor and a link to it', text('<a id="top-of-it"></a>\n\n[up](#top-of-it)')],
  ['an image in a code span', text('Write `![](x.png)` or\n\n```\n![](y.png)\n#### z\nTODO\n```')],
  ['a table whose corner is empty', text('|  | a |\n|--|--|\n| 1 | 2 |')],
  ['a layout table', text('<table role="presentation"><tr><td>a</td><td>b</td></tr></table>')],
  ['a to-do list as a subject', text('Write an app for a TODO list.')],
  ['a heading that is underlined', text('Title\n=======\n\nText')],
  ['money, no formula', text('It costs $5 or $6.')],
  ['choices that differ in letter case of code', asked([choice('`A`', true), choice('`a`'), choice('`b`')])],
  ['a task for learners in the initial code', code({ initial_code: '# TODO: sum up' })],
  ['a short answer in the text', code({ answer_code: 'print(x)', body_markdown: 'Use `print(x)`.' })],
  ['a seed in the setup code', code({ setup_code: 'import random\nrandom.seed(4)', answer_code: 'x = random.random()' })],
  ['a generator with a seed', code({ answer_code: 'rng = np.random.default_rng(4)' })],
  ['a sample with a state', code({ answer_code: 'x = df.sample(3, random_state=1)' })],
  ['a file that the code writes first', code({ answer_code: 'x.to_csv("out.csv")\ny = pd.read_csv("out.csv")' })],
  ['a file in a dataset', code({ answer_code: 'x = pd.read_csv("birds/a.csv")' }, { datasets: [{ name: 'birds', hash: 'abcd' }] })],
  ['files that the code lists', code({ answer_code: 'x = glob.glob("*.csv")' }, { data_files: [defaultDataFile('birds.csv')] })],
  ['a module', code({ answer_code: 'import helpers' }, { data_files: [defaultDataFile('helpers.py')] })],
  ['code that reads the input of its screen', code({ answer_code: 'name = input("Name? ")', inputs: 'Ada' })],
  ['values of which every draw is fine', code({ values: 'n = 2..9', hint_markdown: '{{ n }} and {{ 2 * n }}', inputs: '{{ n }}' })],
  ['braces on a screen without values', code({ hint_markdown: 'Write {{ name }}.' })],
  ['a helper of unit tests', code({ unit_test_code: 'from birds import count' }, { data_files: [defaultDataFile('conftest.py')] })],
  [
    'an assessment without hints',
    code({ hint_markdown: '' }, { fields: { type: 'assessment' } }, { skills: [{ uuid: uuid(7), name: 'Loops', point_value: 1 }] }),
  ],
];

it.each(FINE)('reports nothing about %s', (_name, given) => {
  expect(checkLesson(given).findings.map(({ rule, place }) => `${rule} ${place.file}:${place.line}`)).toEqual([]);
});

describe('references to other lessons', () => {
  const index = {
    sequences: new Set([12, 13]),
    folders: new Map([
      ['12-loops', { folders: ['one'], images: [], files: [] }],
      ['13-lists', { folders: ['first'], images: ['cat.png'], files: [] }],
      ['14-unread', null],
    ]),
    keys: new Map([
      ['0000000c', { screens: ['0000001c'] }],
      ['0000000e', null],
    ]),
  };
  const rulesOf = (given: LessonContent) => checkReferences(checkLesson(given), index).map(({ rule, place }) => `${rule}:${place.line}`);

  it.each([
    ['../../../13-lists/screens/first/learn.md', []],
    ['../../../13-lists/lesson.yaml', []],
    ['../../../13-lists/', ['link-relative:1']],
    ['../../../13-lists/screens/first', ['link-relative:1']],
    ['../../../14-unread/screens/any', ['link-relative:1']],
    ['../../../13-lists/screens/second/learn.md', ['link-broken:1']],
    ['../../../15-gone/', ['link-broken:1']],
  ])('a link to %s', (href, expected) => {
    expect(rulesOf(text(`[there](${href})`))).toEqual(expected);
  });

  it.each([
    ['lesson:0000000c', []],
    ['lesson:0000000c#0000001c', []],
    ['lesson:0000000e#0000001f', []],
    ['lesson:0000000c#0000001d', ['link-broken:1']],
    ['lesson:0000000d', ['link-broken:1']],
  ])('a short link to %s', (href, expected) => {
    expect(rulesOf(text(`[there](${href})`))).toEqual(expected);
    expect(checkLesson(text(`[there](${href})`)).findings).toEqual([]);
  });

  it('reports what only looks like a short link', () => {
    expect(checkLesson(text('[there](lesson:owls)')).findings.map(({ rule }) => rule)).toEqual(['link-address']);
  });

  it('finds related lessons that don’t exist, and removes them from the list', () => {
    const given = text('a', { fields: { related_lesson: 13, related_lessons: [12, 99] } });
    const [found, ...others] = checkReferences(checkLesson(given), index);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: 'related-lesson-missing', place: { file: 'lesson.yaml' } });
    expect(applyChanges(given, found?.changes ?? [])?.fields.related_lessons).toEqual([12]);
  });
});

describe('fingerprints', () => {
  const of = (source: string) => checkLesson(text(source, cat)).findings.map(({ fingerprint }) => fingerprint);

  it('stay when the text around changes, and change with the place itself', () => {
    const [first] = of('![](images/cat.png)');
    expect(of('Now more text.\n\n![](images/cat.png) and on')).toEqual([first]);
    expect(of('![](images/cat.png "")')).not.toEqual([first]);
  });

  it('tell equal places apart', () => {
    expect(new Set(of('![](images/cat.png) ![](images/cat.png)')).size).toBe(2);
  });
});

describe('applyChanges', () => {
  it('refuses a lesson that isn’t as the changes expect', () => {
    const [finding] = checkLesson(text('[b]()')).findings;
    expect(applyChanges(text('[c]()'), finding?.changes ?? [])).toBeNull();
    expect(applyChanges(lesson([]), finding?.changes ?? [])).toBeNull();
  });
});
