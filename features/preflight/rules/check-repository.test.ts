import { describe, expect, it } from 'vitest';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import { checkRepository as checkWithDictionary } from './check-repository.ts';
import { reportText } from './report-text.ts';
import { toSarif } from './sarif.ts';

const SAMPLES = sampleLessons();
const UNKNOWN = ['recieve'];

const checkRepository = (lessons: ReadonlyMap<string, Files>) =>
  checkWithDictionary({ lessons }, (words) => new Map(words.filter((word) => UNKNOWN.includes(word)).map((word) => [word, 'receive'])))
    .findings;

/** The sample lessons, and one with a flaw of each severity. */
function withFlaws(more: Readonly<Record<string, string>> = {}): Map<string, Files> {
  const files = {
    'lesson.yaml': `# By hand\nuuid: 0b7cf37d-8d48-4a34-a5c8-4d1c1ae0b8f1\nsequence: 950\ntitle: Flawed\nrelated_lessons:\n  - 4711\nscreens:\n  - a b\n`,
    'screens/a b/screen.yaml': `uuid: 0b7cf37d-8d48-4a34-a5c8-4d1c1ae0b8f2\ntitle: One\ntype: text\n`,
    'screens/a b/learn.md': '![A cat](../../images/cat.png)\n\n[](https://other.org/)\n',
    'images/unused.png': '',
    ...more,
  };
  const flawed = new Map(Object.entries(files).map(([path, text]) => [path, encodeUtf8(text)]));
  return new Map<string, Files>([...SAMPLES.map(({ folder, files: own }) => [folder, own] as const), ['950-flawed', flawed]]);
}

describe('a content repository', () => {
  it('has no findings in the sample content', () => {
    expect(checkRepository(new Map(SAMPLES.map(({ folder, files }) => [folder, files])))).toEqual([]);
  });

  it('has findings with their files and lines as they are in git', () => {
    const found = checkRepository(withFlaws()).map(({ rule, path, place }) => `${rule} ${path}:${place.line}`);
    expect(found.toSorted()).toEqual([
      'image-missing lessons/950-flawed/screens/a b/learn.md:1',
      'image-unused lessons/950-flawed/images/unused.png:1',
      'link-empty lessons/950-flawed/screens/a b/learn.md:3',
      'related-lesson-missing lessons/950-flawed/lesson.yaml:6',
    ]);
  });

  it('reports files that can’t be read as they are', () => {
    const found = checkRepository(withFlaws({ 'screens/a b/screen.yaml': 'title: [' }));
    expect(found).toContainEqual(
      expect.objectContaining({ rule: 'file-unreadable', severity: 'error', path: 'lessons/950-flawed/screens/a b/screen.yaml' }),
    );
  });

  it.each([
    ['a broken file', 'title: A\ntype: }\n', 'file-unreadable', 2],
    ['a value', 'title: A\ntype: tset\n', 'file-unreadable', 2],
    ['an item', 'title: A\ntype: code\nskills:\n  - points: 1\n', 'file-unreadable', 4],
    ['an unknown key', '\uFEFFtitle: A\nquestoins: []\n', 'key-unknown', 2],
  ])('names the line of %s that can’t be read', (_, text, rule, line) => {
    const found = checkRepository(withFlaws({ 'screens/a b/screen.yaml': text })).filter((each) => each.path.endsWith('screen.yaml'));
    expect(found.map((each) => `${each.rule} ${each.place.line}`)).toContain(`${rule} ${line}`);
  });

  it('proposes the key that was probably meant', () => {
    const found = checkRepository(withFlaws({ 'screens/a b/screen.yaml': 'titles: One\n' }));
    expect(found.find(({ rule }) => rule === 'key-unknown')?.message).toBe('The key “titles” isn’t read. Did you mean “title”?');
  });

  it('reads courses and paths, and knows lessons that it doesn’t check', () => {
    const course = new Map([['course.yaml', encodeUtf8('sequence: x\nname: A\nlesson: [1]\n')]]);
    const other = new Map([['lesson.yaml', encodeUtf8('sequence: 4711\ntitle: Other\n')]]);
    const repository = { lessons: withFlaws(), courses: new Map([['1-a', course]]), otherLessons: new Map([['4711-other', other]]) };
    const found = checkWithDictionary(repository, () => new Map()).findings.map(({ rule, path, place }) => `${rule} ${path}:${place.line}`);
    expect(found).toEqual(expect.arrayContaining(['file-unreadable courses/1-a/course.yaml:1', 'key-unknown courses/1-a/course.yaml:3']));
    expect(found.filter((each) => each.startsWith('related-lesson-missing'))).toEqual([]);
  });

  it('knows what was accepted', () => {
    const [image] = checkRepository(withFlaws()).filter(({ rule }) => rule === 'image-missing');
    const accepted = `- fingerprint: ${image?.fingerprint}\n  rule: image-missing\n  file: screens/a b/learn.md\n  reason: It comes later.\n`;
    const after = checkRepository(withFlaws({ 'preflight.yaml': accepted })).find(({ rule }) => rule === 'image-missing');
    expect(after?.accepted).toBe('It comes later.');
  });

  it('lets all lessons use a word that one of them accepts', () => {
    const text = { 'screens/a b/learn.md': 'We recieve it.\n' };
    const unknown = (more: Readonly<Record<string, string>>) =>
      checkRepository(withFlaws(more)).filter(({ rule, accepted }) => rule === 'spelling' && accepted === null);
    const [finding] = unknown(text);
    expect(finding).toMatchObject({ message: '“recieve” isn’t in the dictionary.', fix: 'Write “receive”', severity: 'note' });
    const accepted = `- fingerprint: ${finding?.fingerprint}\n  rule: spelling\n  file: screens/a b/learn.md\n  reason: It is a word.\n`;
    expect(unknown({ ...text, 'preflight.yaml': accepted })).toEqual([]);
    const other = new Map(withFlaws(text));
    other.set(
      '951-other',
      new Map([
        ['lesson.yaml', encodeUtf8('sequence: 951\ntitle: Other\n')],
        ['preflight.yaml', encodeUtf8(accepted)],
      ]),
    );
    expect(checkRepository(other).filter(({ rule }) => rule === 'spelling')).toEqual([]);
  });
});

describe('the text of a report', () => {
  it('has a line for each open finding, and a summary', () => {
    const found = checkRepository(withFlaws());
    const lines = reportText(found, 12).split('\n');
    expect(lines).toContain('lessons/950-flawed/screens/a b/learn.md:1:1: error: The lesson has no image “cat.png”. [image-missing]');
    expect(lines.at(-2)).toBe('12 lessons: 2 errors, 1 warning, 1 note');
    expect(
      reportText(
        found.map((each) => ({ ...each, accepted: 'Fine' })),
        1,
      ),
    ).toBe('1 lesson: 0 errors, 0 warnings, 0 notes\n');
  });
});

describe('SARIF', () => {
  it('has a rule and a place for each finding, and says what was accepted', () => {
    const [first, ...others] = checkRepository(withFlaws());
    const log = toSarif([{ ...first!, accepted: 'Fine' }, ...others]);
    const [run] = log.runs;
    expect(log.version).toBe('2.1.0');
    expect(run?.tool.driver.rules.map(({ id }) => id)).toEqual(['image-missing', 'image-unused', 'link-empty', 'related-lesson-missing']);
    for (const { ruleId, ruleIndex } of run?.results ?? []) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(run?.results.find(({ ruleId }) => ruleId === 'image-missing')?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'lessons/950-flawed/screens/a%20b/learn.md', uriBaseId: '%SRCROOT%' },
          region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 31 },
        },
      },
    ]);
    expect(run?.results.map(({ suppressions }) => suppressions?.[0]?.justification)).toEqual(['Fine', undefined, undefined, undefined]);
  });

  // Rules of SARIF 2.1.0 and its validator that the types don't say.
  it('keeps the rules of the format', () => {
    const [run] = toSarif(checkRepository(withFlaws({ 'screens/a b/screen.yaml': 'title: [' })), ['It didn’t run.']).runs;
    const { rules } = run?.tool.driver ?? { rules: [] };
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(run?.results.length).toBeGreaterThan(0);
    for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of run?.results ?? []) {
      expect(rules[ruleIndex]?.id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).not.toBe('');
      expect(Object.values(partialFingerprints)).not.toContain('');
      const { artifactLocation, region } = locations[0]!.physicalLocation;
      // A reference relative to the repository, without a backslash or a space.
      expect(artifactLocation.uri).toMatch(/^[\w%.-]+(?:\/[\w%.-]+)*$/);
      const { startLine, startColumn, endLine, endColumn } = region;
      expect([startLine, startColumn, endLine, endColumn].every((each) => Number.isInteger(each) && each >= 1)).toBe(true);
      expect(endLine > startLine || (endLine === startLine && endColumn >= startColumn)).toBe(true);
    }
  });
});
