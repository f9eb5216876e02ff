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
const lesson = (id: number) => ({
  id,
  sequence: id,
  title: '',
  is_checked: true,
  is_shallow: false,
  counts: { error: 0, warning: 0, note: 0 },
});

const preflight: Preflight = {
  lessons: [lesson(1), lesson(2), lesson(3)],
  findings: [
    finding(1, 'image-missing', 'error'),
    finding(1, 'leftover', 'warning', 'On purpose'),
    finding(2, 'leftover', 'warning'),
    finding(2, 'hint-missing', 'note'),
  ],
  links: { total: 0, due: 0, is_on: true },
  is_cut: false,
};

const shown = (search: Record<string, unknown>) =>
  filterFindings(preflight, parsePreflightSearch(search)).map((each) => [each.lesson.id, each.findings.map(({ rule }) => rule)]);

describe('filterFindings', () => {
  it.each([
    [
      {},
      [
        [1, ['image-missing']],
        [2, ['leftover', 'hint-missing']],
      ],
    ],
    [{ severity: 'note' }, [[2, ['hint-missing']]]],
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
      ],
    ],
  ])('%o', (search, expected) => {
    expect(shown(search)).toEqual(expected);
  });

  it('counts what each filter would show', () => {
    const { severities, rules } = countChoices(preflight, { severity: 'warning' });
    expect(severities).toEqual({ error: 1, warning: 1, note: 1 });
    expect([...rules]).toEqual([['leftover', 1]]);
  });
});
