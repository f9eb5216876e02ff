import { describe, expect, it } from 'vitest';
import { OPTIONS, pickValid, type Option } from './option-list.ts';
import { filledRows, moveRow, rowsFor } from './rows/rows.ts';

const option = (label: string, valid = false): Option => ({ label, feedback_message: '', valid, skill_id: null });
const options = [option('a', true), option('b'), option('c', true)];
const labels = (given: readonly Option[]) => given.map(({ label }) => label).join('');
const valid = (given: readonly Option[]) => labels(given.filter((each) => each.valid));

describe('the options of a question', () => {
  it.each([
    [0, 1, 'bac'],
    [2, -1, 'acb'],
    [0, -1, 'abc'],
    [2, 1, 'abc'],
  ] as const)('move from %i by %i', (from, by, expected) => {
    expect(labels(moveRow(options, from, by))).toBe(expected);
  });

  it('are valid one at a time where one is picked, and each for itself where several can be', () => {
    expect(valid(pickValid(options, 1, true, 'single'))).toBe('b');
    expect(valid(pickValid(options, 1, true, 'multiple'))).toBe('abc');
    expect(valid(pickValid(options, 0, false, 'multiple'))).toBe('c');
  });
});

describe('the rows of a form', () => {
  it.each<{ has: string; shown?: string; rows: string }>([
    { has: '', rows: '---' },
    { has: 'a', rows: 'a--' },
    { has: 'ab', rows: 'ab' },
    { has: 'ab', shown: 'a-', rows: 'ab-' },
    { has: 'a', shown: '-a---', rows: 'a---' },
  ])('are $rows for the options "$has" where "$shown" are shown', ({ has, shown = '', rows }) => {
    const read = (marks: string) => marks.split('').map((mark) => option(mark === '-' ? '' : mark));
    expect(
      rowsFor(OPTIONS, read(has), read(shown))
        .map(({ label }) => label || '-')
        .join(''),
    ).toBe(rows);
  });

  it('are options once something is written or chosen in them', () => {
    const rows = [option(' '), option('', true), { ...option(''), feedback_message: 'No' }, { ...option(''), skill_id: 3 }, option('e')];
    expect(filledRows(OPTIONS, rows)).toEqual(rows.slice(1));
  });
});
