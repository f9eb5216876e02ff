import { describe, expect, it } from 'vitest';
import { emptyLessonFields, type LessonFields, type Package } from '#features/lessons/contract/lessons.ts';
import type { SettingColumn } from '../contract.ts';
import { REASONS } from './set-settings.ts';
import { applyCells, CELL_REASONS, cellOf, changesOf } from './setting-cells.ts';

const people = new Set(['ada@example.org', 'ben@example.org']);
const numpy: Package = { name: 'numpy', version: null, show_in_editor: true };
const pandas: Package = { name: 'pandas', version: '2.0', show_in_editor: true };
const pycheck: Package = { name: 'pycheck', version: null, show_in_editor: false };

function lesson(fields: Partial<LessonFields> = {}, packages: readonly Package[] = []) {
  return { fields: { ...emptyLessonFields({ title: 'Loops', author: 'Ada' }), language: 'python' as const, ...fields }, packages };
}
const changes = (settings: ReturnType<typeof lesson>, column: SettingColumn, text: string) =>
  changesOf(settings, new Map([[column, text]]), people);

describe('a cell of a CSV file', () => {
  it.each<[SettingColumn, ReturnType<typeof lesson>, string]>([
    ['owner', lesson({ owner: 'ada@example.org' }), 'ada@example.org'],
    ['reviewer', lesson(), ''],
    ['due', lesson({ due: '2026-12-31' }), '2026-12-31'],
    ['stage', lesson({ stage: 'reviewing' }), 'Reviewing'],
    ['author', lesson(), 'Ada'],
    ['timeout', lesson({ code_run_timeout: 30 }), '30'],
    ['timeout', lesson(), ''],
    ['language-version', lesson({ language_version: '3.10' }), '3.10'],
    ['show-last-value', lesson({ show_last_value: true }), 'on'],
    ['show-last-value', lesson({ language: 'sql' }), ''],
    ['skills', lesson({ type: 'project', skill_requirements: ['Loops', 'Lists'] }), 'Loops\nLists'],
    ['packages', lesson({}, [numpy, pandas, pycheck]), 'numpy\npandas 2.0'],
  ])('has the %s of a lesson, and changes nothing where it is read again', (column, settings, text) => {
    expect(cellOf(settings, column)).toBe(text);
    expect(changes(settings, column, text)).toEqual([]);
  });

  it.each<[SettingColumn, string, ReturnType<typeof lesson>, string]>([
    ['owner', 'BEN@example.org', lesson(), 'ben@example.org'],
    ['owner', '', lesson({ owner: 'gone@example.org' }), ''],
    ['due', '2026-12-31', lesson(), '2026-12-31'],
    ['due', '31.1.2027', lesson(), '2027-01-31'],
    ['stage', 'ready', lesson(), 'Ready'],
    ['author', 'Grace', lesson(), 'Grace'],
    ['timeout', '40', lesson(), '40'],
    ['language-version', '3.1', lesson({ language_version: '3.9' }), '3.10'],
    ['show-last-value', 'On', lesson(), 'on'],
    ['skills', 'Lists\n\n Sets ', lesson({ type: 'practice_problem', skill_topics: ['Loops', 'Lists'] }), 'Lists\nSets'],
    ['skills', '', lesson({ type: 'practice_problem', skill_topics: ['Loops'] }), ''],
    ['packages', 'pandas 2.1\nscipy >=1, <2', lesson({}, [numpy, pandas, pycheck]), 'pandas 2.1\nscipy >=1, <2'],
    ['packages', 'numpy 1.26\npandas', lesson({}, [numpy, pandas]), 'numpy 1.26\npandas'],
  ])('changes the %s to %j', (column, text, settings, after) => {
    expect(changes(settings, column, text)).toEqual([{ column, before: cellOf(settings, column), after }]);
  });

  it.each<[string, SettingColumn, string, ReturnType<typeof lesson>]>([
    ['a person in capitals', 'owner', 'ADA@example.org', lesson({ owner: 'ada@example.org' })],
    ['a person without access who was set before', 'owner', 'gone@example.org', lesson({ owner: 'gone@example.org' })],
    ['the date as British spreadsheets write it', 'due', '31/12/2026', lesson({ due: '2026-12-31' })],
    ['the date as American spreadsheets write it', 'due', '12/31/2026', lesson({ due: '2026-12-31' })],
    ['3.10 without its last zero', 'language-version', '3.1', lesson({ language_version: '3.10' })],
    ['skills in another case and order', 'skills', 'lists\nloops', lesson({ type: 'project', skill_requirements: ['Loops', 'Lists'] })],
    ['the timeout of a lesson without code', 'timeout', '', lesson({ language: null })],
  ])('changes nothing with %s', (_, column, text, settings) => expect(changes(settings, column, text)).toEqual([]));

  it.each<[SettingColumn, string, ReturnType<typeof lesson>, string]>([
    ['owner', 'Ada', lesson(), 'Owner: Enter a valid email address.'],
    ['reviewer', 'eve@example.org', lesson(), `Reviewer: ${CELL_REASONS.unknownPerson('eve@example.org')}`],
    ['due', '1/2/2027', lesson({ due: '2026-12-31' }), 'Due date: Enter a date as year-month-day.'],
    ['due', '31.2.2027', lesson(), 'Due date: Enter a date as year-month-day.'],
    ['stage', 'done', lesson(), `Stage: ${CELL_REASONS.stage}`],
    ['timeout', '3 minutes', lesson(), `Timeout: ${CELL_REASONS.timeout}`],
    ['timeout', '0', lesson(), 'Timeout: The timeout must be at least 1 second.'],
    ['timeout', '9', lesson({ language: null }), `Timeout: ${REASONS.noCode}`],
    ['language-version', '2.7', lesson(), `Language version: ${CELL_REASONS.version('2.7')}`],
    ['language-version', '', lesson({ language_version: '3.9' }), `Language version: ${CELL_REASONS.version('')}`],
    ['show-last-value', 'yes', lesson(), `Show the value of the last expression: ${CELL_REASONS.shown}`],
    ['skills', 'Loops', lesson(), `Skills: ${REASONS.noSkills}`],
    ['packages', 'pycheck', lesson(), `Packages: ${REASONS.pycheck}`],
  ])('is refused in %s: %j', (column, text, settings, refused) => expect(changes(settings, column, text)).toEqual({ refused }));
});

describe('the cells of a preview', () => {
  const due = { column: 'due', before: '', after: '2026-12-31' } as const;
  const owner = { column: 'owner', before: '', after: 'ben@example.org' } as const;
  function apply(settings: ReturnType<typeof lesson>, cells: Parameters<typeof applyCells>[1]) {
    const left: { field: string; reason: string }[] = [];
    return { result: applyCells(settings, cells, { people, leave: (each) => left.push(each) }), left };
  }

  it('are set together', () => {
    const { result, left } = apply(lesson({}, [pycheck]), [due, owner]);
    expect(result).toEqual(lesson({ due: '2026-12-31', owner: 'ben@example.org' }, [pycheck]));
    expect(left).toEqual([]);
  });

  it('leave what changed since, and set the others', () => {
    const { result, left } = apply(lesson({ due: '2026-11-01' }), [due, owner]);
    expect(result.fields).toMatchObject({ due: '2026-11-01', owner: 'ben@example.org' });
    expect(left).toEqual([{ field: 'Due date', reason: CELL_REASONS.changedSince }]);
  });

  it('leave what can’t be set, such as work for a person without access', () => {
    const cells = [{ ...owner, after: 'eve@example.org' }];
    const { result, left } = apply(lesson(), cells);
    expect(result).toEqual(lesson());
    expect(left).toEqual([{ field: 'Owner', reason: CELL_REASONS.unknownPerson('eve@example.org') }]);
  });
});
