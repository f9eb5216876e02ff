/** CSV files of lessons' settings: writing, reading, and finding the lessons of their rows. */

import { csvLine, unguarded } from '#platform/content/csv-line.ts';
import { readDelimited } from '#platform/content/delimited.ts';
import { numberText } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { BULK_LESSONS_MAX, type ChangedCell, type RefusedRow, SETTING_COLUMNS, type SettingColumn } from '../contract.ts';
import type { Settings } from './set-settings.ts';
import { cellOf, changesOf } from './setting-cells.ts';
import { COLUMN_NAMES } from './setting-names.ts';

/** Columns that name the lesson. */
const KEYS = { number: 'Number', release: 'Release', title: 'Title' } as const;
type Key = keyof typeof KEYS;

export const CSV_REASONS = {
  noNumber: `The file has no column “${KEYS.number}”. Export lessons as CSV to get a file with all columns.`,
  noSetting: 'The file has no column with a setting. Export lessons as CSV to get a file with all columns.',
  twice: (name: string) => `The column “${name}” exists twice.`,
  tooMany: `A file can have at most ${numberText(BULK_LESSONS_MAX)} lessons.`,
  notANumber: 'The number of the lesson must be a whole number.',
  tooLong: 'The row has more cells than the file has columns. A cell with a separator needs quotes.',
  unknown: 'There is no lesson with this number.',
  notInRelease: (release: string) => `The release “${release}” has no lesson with this number.`,
  severalVersions: `Several versions of this lesson can be changed. Name one in the column “${KEYS.release}”.`,
  repeated: (row: number) => `Row ${row} is about the same lesson.`,
  otherTitle: (title: string) => `The title of this lesson is “${title}”. A CSV file can’t change titles.`,
} as const;

interface ExportedLesson extends Settings {
  readonly sequence: number;
  readonly release_name: string;
}

/** The settings of lessons as a CSV file, without a byte order mark. */
export function settingsCsv(lessons: readonly ExportedLesson[]): string {
  const head = csvLine([...Object.values(KEYS), ...SETTING_COLUMNS.map((column) => COLUMN_NAMES[column])]);
  const lines = lessons.map((lesson) =>
    csvLine([
      String(lesson.sequence),
      lesson.release_name,
      lesson.fields.title,
      ...SETTING_COLUMNS.map((column) => cellOf(lesson, column)),
    ]),
  );
  return head + lines.join('');
}

/** A row that names a lesson. Cells of columns that the file doesn't have are missing. */
interface SettingsRow {
  readonly row: number;
  readonly number: number;
  readonly release: string | null;
  readonly title: string | null;
  readonly cells: ReadonlyMap<SettingColumn, string>;
}

interface SettingsFile {
  readonly rows: readonly SettingsRow[];
  readonly refused: readonly RefusedRow[];
  readonly unknownColumns: readonly string[];
}

type Column = Key | SettingColumn;

const COLUMNS = new Map<string, Column>([
  ...(Object.keys(KEYS) as Key[]).map((key) => [KEYS[key].toLowerCase(), key] as const),
  ...SETTING_COLUMNS.map((column) => [COLUMN_NAMES[column].toLowerCase(), column] as const),
]);

const columnNamed = (name: string): Column | null => COLUMNS.get(name.trim().toLowerCase()) ?? null;

/** Reads a CSV file as spreadsheets write it: with commas, semicolons or tabs. `problem`: why it can't be imported. */
export function readSettingsCsv(text: string): SettingsFile | { readonly problem: string } {
  const body = text.replace(/^\uFEFF/, '');
  const [head = [], ...lines] = readDelimited(body, separatorOf(body));
  const columns = head.map(columnNamed);
  const problem = problemOf(columns, head, lines);
  if (problem !== null) return { problem };
  const rows: SettingsRow[] = [];
  const refused: RefusedRow[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.every((cell) => cell.trim() === '')) continue;
    const read = readRow(line, columns, index + 2);
    if ('reason' in read) refused.push(read);
    else rows.push(read);
  }
  return { rows, refused, unknownColumns: head.filter((name, index) => name.trim() !== '' && columns[index] === null) };
}

/** The separator with which the first line names most columns. */
function separatorOf(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0] ?? '';
  const named = (separator: string) => (readDelimited(line, separator)[0] ?? []).filter((name) => columnNamed(name) !== null).length;
  return [',', ';', '\t'].toSorted((one, other) => named(other) - named(one))[0] ?? ',';
}

function problemOf(columns: readonly (Column | null)[], head: readonly string[], lines: readonly (readonly string[])[]): string | null {
  if (!columns.includes('number')) return CSV_REASONS.noNumber;
  const repeated = columns.findIndex((column, index) => column !== null && columns.indexOf(column) !== index);
  if (repeated >= 0) return CSV_REASONS.twice((head[repeated] ?? '').trim());
  if (!SETTING_COLUMNS.some((column) => columns.includes(column))) return CSV_REASONS.noSetting;
  return lines.length > BULK_LESSONS_MAX ? CSV_REASONS.tooMany : null;
}

function readRow(line: readonly string[], columns: readonly (Column | null)[], row: number): SettingsRow | RefusedRow {
  const values = new Map<Column, string>();
  for (const [index, column] of columns.entries()) {
    const cell = line[index];
    if (column !== null && cell !== undefined) values.set(column, unguarded(cell).trim());
  }
  const number = values.get('number') ?? '';
  const name = [number, values.get('title')].filter(Boolean).join(' ');
  if (!/^\d{1,10}$/.test(number)) return { row, name, reason: CSV_REASONS.notANumber };
  // The database couldn't compare it.
  if (Number(number) > LIMITS.sequenceMax) return { row, name, reason: CSV_REASONS.unknown };
  if (line.slice(columns.length).some((cell) => cell.trim() !== '')) return { row, name, reason: CSV_REASONS.tooLong };
  const cells = SETTING_COLUMNS.flatMap((column) => {
    const value = values.get(column);
    return value === undefined ? [] : [[column, value] as const];
  });
  const key = (each: Key) => values.get(each) || null;
  return { row, number: Number(number), release: key('release'), title: key('title'), cells: new Map(cells) };
}

/** A version of a lesson. `reason`: why it can't be edited; null: it can. */
export interface LessonVersion {
  readonly id: number;
  readonly sequence: number;
  readonly release_name: string;
  readonly reason: string | null;
}

interface MatchedRow extends SettingsRow {
  readonly version: LessonVersion;
}

/** Finds the lesson of each row: that of its release or, in files without releases, the version that can be edited. */
export function matchRows(
  rows: readonly SettingsRow[],
  versions: readonly LessonVersion[],
): { matched: readonly MatchedRow[]; refused: readonly RefusedRow[] } {
  const byNumber = Map.groupBy(versions, ({ sequence }) => sequence);
  const matched = new Map<number, MatchedRow>();
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const found = versionOf(row, byNumber.get(row.number) ?? []);
    const earlier = typeof found === 'string' ? undefined : matched.get(found.id);
    if (typeof found === 'string') refused.push(refusedRow(row, found));
    else if (earlier) refused.push(refusedRow(row, CSV_REASONS.repeated(earlier.row)));
    else matched.set(found.id, { ...row, version: found });
  }
  return { matched: [...matched.values()], refused };
}

function versionOf({ release }: SettingsRow, versions: readonly LessonVersion[]): LessonVersion | string {
  if (versions.length === 0) return CSV_REASONS.unknown;
  if (release !== null) return versions.find(({ release_name }) => release_name === release) ?? CSV_REASONS.notInRelease(release);
  const editable = versions.filter(({ reason }) => reason === null);
  const [only] = editable.length === 0 ? versions : editable;
  return editable.length > 1 || only === undefined ? CSV_REASONS.severalVersions : only;
}

/** What a row changes in its lesson, or why nothing. Rows without a change are never refused. */
export function changesOfRow(
  row: MatchedRow,
  settings: Settings,
  people: ReadonlySet<string>,
): { readonly cells: readonly ChangedCell[] } | { readonly refused: RefusedRow } {
  const { title } = settings.fields;
  if (row.title !== null && row.title !== title.trim()) return { refused: refusedRow(row, CSV_REASONS.otherTitle(title)) };
  const changes = changesOf(settings, row.cells, people);
  const isRefused = 'refused' in changes;
  if (!isRefused && changes.length === 0) return { cells: [] };
  if (row.version.reason !== null) return { refused: refusedRow(row, row.version.reason) };
  return isRefused ? { refused: refusedRow(row, changes.refused) } : { cells: changes };
}

function refusedRow({ row, number, title }: Pick<SettingsRow, 'row' | 'number' | 'title'>, reason: string): RefusedRow {
  return { row, name: title === null ? String(number) : `${number} ${title}`, reason };
}
