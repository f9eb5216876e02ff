import { describe, expect, it } from 'vitest';
import type { ReleaseRehearsal } from '../contract.ts';
import { candidateOf, candidateText, countDiffering, headingOf, markedLines, type CandidateChoice } from './rehearsal-rules.ts';

const OFFERED: ReleaseRehearsal = {
  packages: [
    { language: 'python', name: 'pandas', versions: ['1.5.3'], lessons: 2 },
    { language: 'python', name: 'numpy', versions: [], lessons: 1 },
  ],
  interpreters: [{ language: 'python', used: ['3.9'], offered: ['3.9', '3.11'] }],
  not_imported: 0,
  rehearsal: null,
};
const choice = (change: Partial<CandidateChoice>): CandidateChoice => ({
  isNewest: false,
  versions: new Map(),
  interpreters: new Map(),
  ...change,
});

describe('what is sent', () => {
  it.each<[string, CandidateChoice, ReturnType<typeof candidateOf>]>([
    ['of nothing', choice({}), null],
    [
      'of everything',
      choice({ isNewest: true, versions: new Map([['python pandas', '2.0']]) }),
      { newest: true, packages: [], interpreters: [] },
    ],
    [
      'of chosen packages',
      choice({
        versions: new Map([
          ['python pandas', ' 2.0 '],
          ['python numpy', ''],
        ]),
      }),
      {
        newest: false,
        packages: [
          { language: 'python', name: 'pandas', version: '2.0' },
          { language: 'python', name: 'numpy', version: null },
        ],
        interpreters: [],
      },
    ],
    [
      'of another interpreter',
      choice({ interpreters: new Map([['python', '3.11']]) }),
      { newest: false, packages: [], interpreters: [{ language: 'python', version: '3.11' }] },
    ],
    ['of an interpreter that no runner offers', choice({ interpreters: new Map([['python', '3.8']]) }), null],
  ])('%s', (_, given, expected) => {
    expect(candidateOf(given, OFFERED)).toEqual(expected);
  });
});

it('says what was tried', () => {
  const candidate = {
    newest: false,
    packages: [
      { language: 'python' as const, name: 'pandas', version: '2.0' },
      { language: 'python' as const, name: 'numpy', version: null },
    ],
    interpreters: [{ language: 'python' as const, version: '3.11' as const }],
  };
  expect(candidateText(candidate, () => 'Python')).toBe('pandas 2.0, the newest numpy, Python 3.11');
});

it('marks the lines that the other side lacks', () => {
  expect(markedLines('a\nb\n', 'a \nc').map(({ isOwn }) => isOwn)).toEqual([false, true]);
});

it('names differences', () => {
  expect([
    headingOf({ what: 'variable', name: 'total' }),
    headingOf({ what: 'error', name: 'answer' }),
    headingOf({ what: 'output', name: '' }),
  ]).toEqual(['Variable total', 'Error', 'Output']);
});

it('counts a screen once', () => {
  const screen = { lesson_id: 1, lesson_sequence: 1, lesson_title: '', screen_id: 5, screen_sequence: 1, screen_title: '' };
  const group = { kind: 'warning' as const, key: '', title: '', screens: [screen] };
  expect(countDiffering({ groups: [group, group] })).toBe(1);
});
