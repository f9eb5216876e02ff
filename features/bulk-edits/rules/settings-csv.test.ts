import { describe, expect, it } from 'vitest';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { BULK_LESSONS_MAX } from '../contract.ts';
import { decodeCsv } from './decode-csv.ts';
import { changesOfRow, CSV_REASONS, matchRows, readSettingsCsv, settingsCsv, type LessonVersion } from './settings-csv.ts';

function read(text: string) {
  const file = readSettingsCsv(text);
  if ('problem' in file) throw new Error(file.problem);
  return file;
}

describe('a CSV file of settings', () => {
  it('has a column for each setting, and is read as it was written', () => {
    const fields = { ...emptyLessonFields({ title: '=Loops, "for"', author: '-Ada' }), due: '2026-12-31' };
    const packages = [
      { name: 'numpy', version: null, show_in_editor: true },
      { name: 'pandas', version: '2.0', show_in_editor: true },
    ];
    const csv = settingsCsv([{ sequence: 12, release_name: 'Summer', fields, packages }]);
    const [head, ...lines] = csv.split('\r\n');
    expect(head).toBe(
      'Number,Release,Title,Owner,Reviewer,Due date,Stage,Author,Timeout,Language version,Show the value of the last expression,Skills,Packages',
    );
    expect(lines.join('')).toContain(`"'=Loops, ""for""",,,2026-12-31,,'-Ada,`);
    expect(read(csv)).toMatchObject({ rows: [{ row: 2, number: 12, release: 'Summer', title: '=Loops, "for"' }], refused: [] });
    const [row] = read(csv).rows;
    expect(Object.fromEntries(row?.cells ?? [])).toMatchObject({ author: '-Ada', due: '2026-12-31', packages: 'numpy\npandas 2.0' });
  });

  it.each([
    ['commas', 'Number,Owner,Author\n12,a@example.org,"Ada, Ben"\n'],
    ['semicolons', 'Number;Owner;Author\r\n12;a@example.org;Ada, Ben\r\n'],
    ['tabs, in another order and case', '\uFEFFauthor\tNUMBER\towner\r\nAda, Ben\t12\ta@example.org'],
  ])('is read with %s', (_, text) => {
    const [row] = read(text).rows;
    expect(row).toMatchObject({ row: 2, number: 12, release: null, title: null });
    expect(Object.fromEntries(row?.cells ?? [])).toEqual({ owner: 'a@example.org', author: 'Ada, Ben' });
  });

  it('skips empty rows, names unknown columns, and refuses rows that can’t be read', () => {
    const file = read('Number,Title,Color,Owner,\n\n12,Loops,red,ada@example.org,\n,Lists\n1.5\n13,Sets,blue,,,x\n14\n9999999999\n');
    expect(file.rows.map(({ row, number }) => [row, number])).toEqual([
      [3, 12],
      [7, 14],
    ]);
    expect(file.rows[1]?.cells.size).toBe(0);
    expect(file.unknownColumns).toEqual(['Color']);
    expect(file.refused).toEqual([
      { row: 4, name: 'Lists', reason: CSV_REASONS.notANumber },
      { row: 5, name: '1.5', reason: CSV_REASONS.notANumber },
      { row: 6, name: '13 Sets', reason: CSV_REASONS.tooLong },
      { row: 8, name: '9999999999', reason: CSV_REASONS.unknown },
    ]);
  });

  it.each([
    ['', CSV_REASONS.noNumber],
    ['Owner\nada@example.org', CSV_REASONS.noNumber],
    ['Number,Title\n12,Loops', CSV_REASONS.noSetting],
    ['Number,Owner, owner\n12,,', CSV_REASONS.twice('owner')],
    [`Number,Owner\n${'1,\n'.repeat(BULK_LESSONS_MAX + 1)}`, CSV_REASONS.tooMany],
  ])('is refused: %j', (text, problem) => expect(readSettingsCsv(text)).toEqual({ problem }));
});

describe('the lesson of a row', () => {
  const version = (id: number, release_name: string, reason: string | null = null): LessonVersion => ({
    id,
    sequence: 12,
    release_name,
    reason,
  });
  const match = (text: string, versions: LessonVersion[]) => {
    const { matched, refused } = matchRows(read(text).rows, versions);
    return [...matched.map(({ version: { id } }) => id), ...refused.map(({ reason }) => reason)];
  };
  const main = version(1, 'main', 'published');

  it.each<[string, string, LessonVersion[], number | string]>([
    ['the version in its release', 'Summer', [main, version(2, 'Summer'), version(3, 'Winter')], 2],
    ['the published one, if the file names it', 'main', [main, version(2, 'Summer')], 1],
    ['the only one that can be edited', '', [main, version(2, 'Summer')], 2],
    ['the published one, if it is the only one', '', [main], 1],
    ['none, if several can be edited', '', [version(2, 'Summer'), version(3, 'Winter')], CSV_REASONS.severalVersions],
    ['none in another release', 'Spring', [main], CSV_REASONS.notInRelease('Spring')],
    ['none with an unknown number', '', [], CSV_REASONS.unknown],
  ])('is %s', (_, release, versions, expected) => expect(match(`Number,Release,Owner\n12,${release},`, versions)).toEqual([expected]));

  it('is refused the second time', () => {
    expect(match('Number,Release,Owner\n12,,\n12,Summer,\n', [version(2, 'Summer')])).toEqual([2, CSV_REASONS.repeated(2)]);
  });
});

describe('a row', () => {
  const people = new Set(['ada@example.org']);
  const settings = { fields: { ...emptyLessonFields({ title: 'Loops', author: 'Ada' }), owner: 'ada@example.org' }, packages: [] };
  const published: LessonVersion = { id: 1, sequence: 12, release_name: 'main', reason: 'It is published.' };
  const draft: LessonVersion = { ...published, reason: null };
  const change = (cells: string, version: LessonVersion) => {
    const { matched } = matchRows(read(`Number,Title,Owner,Timeout\n12,${cells}`).rows, [version]);
    const changes = matched.map((row) => changesOfRow(row, settings, people));
    return changes.map((each) => ('refused' in each ? each.refused.reason : each.cells.map(({ column }) => column)))[0];
  };
  it.each<[string, string, LessonVersion, string | string[]]>([
    ['changes the cells that differ', 'Loops,,30', draft, ['owner', 'timeout']],
    ['without a change of a published lesson is not refused', 'Loops,ada@example.org,', published, []],
    ['with a change of a published lesson is refused', 'Loops,,', published, 'It is published.'],
    ['of a published lesson is refused for that, even if a value is wrong, too', 'Loops,Ada,', published, 'It is published.'],
    ['is refused as a whole if one value is wrong', 'Loops,,0', draft, 'Timeout: The timeout must be at least 1 second.'],
    ['without a title is read', ',,', draft, ['owner']],
    ['with another title is refused', 'Lists,,', draft, CSV_REASONS.otherTitle('Loops')],
  ])('%s', (_, cells, version, expected) => expect(change(cells, version)).toEqual(expected));
});

describe('the bytes of a CSV file', () => {
  it.each<[string, Uint8Array, string | null]>([
    ['UTF-8', new TextEncoder().encode('é'), 'é'],
    ['UTF-8 with a byte order mark', new TextEncoder().encode('\uFEFFé'), 'é'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0xe9, 0]), 'é'],
    ['UTF-16, big end first', new Uint8Array([0xfe, 0xff, 0, 0xe9]), 'é'],
    ['Windows-1252, which is refused', new Uint8Array([0xe9]), null],
  ])('are read as %s', (_, bytes, text) => expect(decodeCsv(bytes)).toBe(text));
});
