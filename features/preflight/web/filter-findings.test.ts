import { describe, expect, it } from 'vitest';
import type { Preflight, ReleaseFinding } from '../contract/preflight.ts';
import { countChoices, filterFindings } from './filter-findings.ts';
import { parsePreflightSearch } from './preflight-search.ts';

const place = { screen: null, file: 'x', field: null, line: 1, column: 1, end_line: 1, end_column: 1 };
const finding = (
  lesson_id: number,
  rule: string,
  severity: ReleaseFinding['severity'],
  accepted: string | null = null,
): ReleaseFinding => ({
  lesson_id,
  rule,
  severity,
  accepted,
  place,
  message: rule,
  fingerprint: `${lesson_id} ${rule}`,
  fix: null,
  screen_id: null,
  screen_sequence: null,
});
const lesson = (id: number, author = 'Ada', owner: string | null = null) => ({
  id,
  sequence: id,
  title: '',
  author,
  owner,
  is_checked: true,
  is_shallow: false,
  counts: { error: 0, warning: 0, note: 0 },
});

const preflight: Preflight = {
  lessons: [lesson(1), lesson(2, 'Bo', 'Ada@example.org'), lesson(3, 'Bo')],
  findings: [
    finding(1, 'image-missing', 'error'),
    finding(1, 'leftover', 'warning', 'On purpose'),
    finding(2, 'leftover', 'warning'),
    finding(2, 'hint-missing', 'note'),
    finding(3, 'hint-missing', 'note'),
  ],
  links: { total: 0, due: 0, is_on: true },
  is_cut: false,
};

const ADA = { name: 'Ada', email: 'ada@example.org' };
const BO = { name: 'Bo', email: 'bo@example.org' };

const shown = (search: Record<string, unknown>, reader = ADA) =>
  filterFindings(preflight, parsePreflightSearch(search), reader).map((each) => [each.lesson.id, each.findings.map(({ rule }) => rule)]);

describe('filterFindings', () => {
  it.each([
    [
      {},
      [
        [1, ['image-missing']],
        [2, ['leftover', 'hint-missing']],
        [3, ['hint-missing']],
      ],
    ],
    [{ severity: 'note', author: 'Bo', owner: 'none' }, [[3, ['hint-missing']]]],
    [{ owner: 'ADA@example.org', rule: 'leftover' }, [[2, ['leftover']]]],
    [{ owner: 'nobody@example.org' }, []],
    [{ rule: 'leftover' }, [[2, ['leftover']]]],
    [
      { rule: 'leftover', accepted: 'true' },
      [
        [1, ['leftover']],
        [2, ['leftover']],
      ],
    ],
    [
      { rule: 'nothing', severity: 'bad' },
      [
        [1, ['image-missing']],
        [2, ['leftover', 'hint-missing']],
        [3, ['hint-missing']],
      ],
    ],
  ])('%o', (search, expected) => {
    expect(shown(search)).toEqual(expected);
  });

  it('finds the lessons that the reader owns, and those without an owner that they wrote', () => {
    expect(shown({ mine: 'true' })).toEqual([
      [1, ['image-missing']],
      [2, ['leftover', 'hint-missing']],
    ]);
    expect(shown({ mine: 'true' }, BO)).toEqual([[3, ['hint-missing']]]);
  });

  it('counts what each filter would show', () => {
    const { severities, rules, authors, owners } = countChoices(preflight, { severity: 'note', author: 'Bo' }, BO);
    expect(severities).toEqual({ error: 0, warning: 1, note: 2 });
    expect([...rules]).toEqual([['hint-missing', 2]]);
    expect([...authors]).toEqual([['Bo', 2]]);
    expect([...owners]).toEqual([
      ['ada@example.org', 1],
      ['none', 1],
    ]);
    expect([...countChoices(preflight, { author: 'Cy' }, BO).authors]).toContainEqual(['Cy', 0]);
  });
});
