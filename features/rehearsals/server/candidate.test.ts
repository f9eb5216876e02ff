import { describe, expect, it } from 'vitest';
import type { LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import type { RehearsalCandidate } from '../contract.ts';
import { changesBetween, pinned, upgradeOf, versionsIn } from './candidate.ts';

const pack = (name: string, version: string | null): Package => ({ name, version, show_in_editor: false });
const lesson = (packages: Package[], language: LessonFields['language'] = 'python') => ({
  fields: { language, language_version: language === 'python' ? '3.9' : null } as LessonFields,
  attached: { packages },
});
const candidate = (change: Partial<RehearsalCandidate>): RehearsalCandidate => ({
  newest: false,
  packages: [],
  interpreters: [],
  ...change,
});
const chosen = (name: string, version: string | null) => candidate({ packages: [{ language: 'python', name, version }] });

describe('a candidate', () => {
  it.each<[string, ReturnType<typeof lesson>, RehearsalCandidate, (string | null)[] | null]>([
    [
      'of the newest versions unpins all packages',
      lesson([pack('pandas', '1.5.3'), pack('numpy', null)]),
      candidate({ newest: true }),
      [null, null],
    ],
    [
      'of one package leaves the others',
      lesson([pack('pandas', '1.5.3'), pack('numpy', '1.2')]),
      chosen('pandas', '2.0.0'),
      ['2.0.0', '1.2'],
    ],
    ['finds a package by another spelling', lesson([pack('Scikit_Learn', '1.0')]), chosen('scikit-learn', null), [null]],
    ['of a package that the lesson lacks', lesson([pack('numpy', null)]), chosen('pandas', '2.0.0'), null],
    ['of a package of another language', lesson([pack('pandas', null)], 'r'), chosen('pandas', '2.0.0'), null],
    ['of the newest versions without packages', lesson([]), candidate({ newest: true }), null],
    ['of another interpreter without packages', lesson([]), candidate({ interpreters: [{ language: 'python', version: '3.11' }] }), []],
    ['of the same interpreter', lesson([]), candidate({ interpreters: [{ language: 'python', version: '3.9' }] }), null],
  ])('%s', (_, given, wanted, versions) => {
    expect(upgradeOf(given, wanted)?.packages.map(({ version }) => version) ?? null).toEqual(versions);
  });

  it('of another interpreter changes the version of the lesson', () => {
    const upgrade = upgradeOf(lesson([]), candidate({ interpreters: [{ language: 'python', version: '3.11' }] }));
    expect(upgrade?.fields.language_version).toBe('3.11');
  });
});

it('what was pinned stays pinned, to what was installed', () => {
  const before = [pack('Pandas', '1.5.3'), pack('numpy', null)];
  const after = [pack('Pandas', null), pack('numpy', null)];
  expect(
    pinned(before, after, [
      { name: 'pandas', version: '2.2.0' },
      { name: 'numpy', version: '2.0' },
    ]).map(({ version }) => version),
  ).toEqual(['2.2.0', null]);
});

describe('a lock', () => {
  const python = (version: string) =>
    `# lessonwright environment: python 3.11\nreckoner==${version} \\\n    --hash=sha256:${'a'.repeat(64)}\ntallies==1.0.0 \\\n    --hash=sha256:${'b'.repeat(64)}\n`;

  it.each<[string, string | null, Record<string, string>]>([
    ['of Python', python('1.2.0'), { reckoner: '1.2.0', tallies: '1.0.0' }],
    ['of R', `# lessonwright environment: r 4.2\ntallies 1.10 sha256:${'a'.repeat(64)}\n`, { tallies: '1.10' }],
    ['of nothing', null, {}],
  ])('%s names what it installs', (_, lock, expected) => {
    expect(Object.fromEntries([...versionsIn(lock)].map(([key, { version }]) => [key, version]))).toEqual(expected);
  });

  it('differs from another in words', () => {
    expect(changesBetween(python('1.2.0'), `${python('1.3.0')}extra==5\n`)).toEqual(['reckoner 1.2.0 → 1.3.0', 'extra 5']);
    expect(changesBetween(python('1.2.0'), null)).toEqual(['reckoner 1.2.0 → none', 'tallies 1.0.0 → none']);
  });
});
