/** The settings of a lesson as cells of a CSV file. */

import type { Package } from '#features/lessons/contract/lessons.ts';
import { isPycheck } from '#features/packages/packages.policy.ts';
import { STAGES, type Stage } from '#features/planning/planning.policy.ts';
import { canShowLastValue, LANGUAGE_VERSIONS } from '#platform/contract/languages.ts';
import { type ChangedCell, type SettingColumn, SettingsEdit } from '../contract.ts';
import { onText, setSettings, skillList, type Settings } from './set-settings.ts';
import { COLUMN_NAMES } from './setting-names.ts';

/** Why a cell can't be imported, for authors. */
export const CELL_REASONS = {
  unknownPerson: (email: string) => `No one here has the address ${email}.`,
  stage: `Enter ${Object.values(STAGES).join(', ')}, or nothing.`,
  timeout: 'Enter a whole number of seconds, or nothing for the default.',
  version: (text: string) => (text === '' ? 'It can’t be empty.' : `${text} isn’t a version of a language.`),
  shown: 'Enter on or off.',
  changedSince: 'It changed since the preview. Import the file again to see the new value.',
} as const;

type Refused = { readonly refused: string };

/** A setting as text. What has several values has one on each line. */
export function cellOf({ fields, packages }: Settings, column: SettingColumn): string {
  switch (column) {
    case 'owner':
    case 'reviewer':
    case 'due':
      return fields[column] ?? '';
    case 'stage':
      return fields.stage === null ? '' : STAGES[fields.stage];
    case 'author':
      return fields.author;
    case 'timeout':
      return fields.code_run_timeout === null ? '' : String(fields.code_run_timeout);
    case 'language-version':
      return fields.language_version ?? '';
    case 'show-last-value':
      return canShowLastValue(fields.language) ? onText(fields.show_last_value) : '';
    case 'skills':
      return skillsOf({ fields }).join('\n');
    case 'packages':
      return ownPackages(packages).map(packageLine).join('\n');
  }
}

/**
 * What the cells of a row change in a lesson. Cells that say what the lesson has already are not checked.
 *
 * @param people addresses of those who have access
 */
export function changesOf(
  settings: Settings,
  cells: ReadonlyMap<SettingColumn, string>,
  people: ReadonlySet<string>,
): readonly ChangedCell[] | Refused {
  const changes: ChangedCell[] = [];
  for (const [column, text] of cells) {
    const before = cellOf(settings, column);
    if (text.trim() === before.trim()) continue;
    const result = setCell(settings, { column, text: text.trim() }, people);
    if ('refused' in result) return { refused: `${COLUMN_NAMES[column]}: ${result.refused}` };
    const after = cellOf(result, column);
    if (after !== before) changes.push({ column, before, after });
  }
  return changes;
}

/** The settings with these cells. Those that changed since they were read, or can't be set any more, are left alone. */
export function applyCells(
  settings: Settings,
  cells: readonly ChangedCell[],
  { people, leave }: { people: ReadonlySet<string>; leave: (left: { field: string; reason: string }) => void },
): Settings {
  let next = settings;
  for (const { column, before, after } of cells) {
    const result =
      cellOf(next, column) === before ? setCell(next, { column, text: after }, people) : { refused: CELL_REASONS.changedSince };
    if ('refused' in result) leave({ field: COLUMN_NAMES[column], reason: result.refused });
    else next = result;
  }
  return next;
}

function setCell(settings: Settings, cell: { column: SettingColumn; text: string }, people: ReadonlySet<string>): Settings | Refused {
  const edits = readCell(settings, cell);
  if ('refused' in edits) return edits;
  let next = settings;
  for (const wish of edits) {
    const { data: edit, error } = SettingsEdit.safeParse(wish);
    if (!edit) return { refused: error.issues[0]?.message ?? '' };
    if ('person' in edit && edit.person !== null && !people.has(edit.person)) return { refused: CELL_REASONS.unknownPerson(edit.person) };
    const result = setSettings(next, edit);
    if ('refused' in result) return result;
    next = { fields: result.fields, packages: result.packages };
  }
  return next;
}

type Wishes = readonly SettingsEdit[] | Refused;

/** The edits that give a lesson what the cell says, not yet validated. */
function readCell(settings: Settings, { column, text }: { column: SettingColumn; text: string }): Wishes {
  switch (column) {
    case 'owner':
    case 'reviewer':
      return [{ set: column, person: text === '' ? null : text }];
    case 'due':
      return [{ set: column, due: text === '' ? null : readDay(text, settings.fields.due) }];
    case 'stage':
      return readStage(text);
    case 'author':
      return [{ set: column, author: text }];
    case 'timeout':
      if (text === '') return [{ set: column, seconds: null }];
      return /^\d{1,9}$/.test(text) ? [{ set: column, seconds: Number(text) }] : { refused: CELL_REASONS.timeout };
    case 'language-version':
      return readVersion(text);
    case 'show-last-value': {
      const shown = [true, false].find((value) => onText(value) === text.toLowerCase());
      return shown === undefined ? { refused: CELL_REASONS.shown } : [{ set: column, shown }];
    }
    case 'skills':
      return skillEdits(skillsOf(settings), linesOf(text));
    case 'packages':
      return packageEdits(ownPackages(settings.packages), linesOf(text));
  }
}

/** Spreadsheets write dates in their own way. `31.12.2026` has one meaning; one with slashes is read only if it is the current one. */
function readDay(text: string, current: string | null): string {
  const [, first = '', mark, second = '', year = ''] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  const day = (month: string, date: string) => `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (mark === '.') return day(second, first);
  if (mark === '/' && current !== null && [day(first, second), day(second, first)].includes(current)) return current;
  return text;
}

function readStage(text: string): Wishes {
  if (text === '') return [{ set: 'stage', stage: null }];
  const names = Object.keys(STAGES) as Stage[];
  const stage = names.find((name) => [name, STAGES[name].toLowerCase()].includes(text.toLowerCase()));
  return stage === undefined ? { refused: CELL_REASONS.stage } : [{ set: 'stage', stage }];
}

function readVersion(text: string): Wishes {
  // Spreadsheets take 3.10 for a number, and write 3.1.
  const version = LANGUAGE_VERSIONS.find((each) => each === text) ?? LANGUAGE_VERSIONS.find((each) => each === `${text}0`);
  return version === undefined ? { refused: CELL_REASONS.version(text) } : [{ set: 'language-version', version }];
}

function skillEdits(before: readonly string[], after: readonly string[]): SettingsEdit[] {
  const removed = missingFrom(after, before, (skill) => skill);
  const added = missingFrom(before, after, (skill) => skill);
  return [
    ...(removed.length === 0 ? [] : [{ set: 'remove-skills' as const, skills: removed }]),
    ...(added.length === 0 ? [] : [{ set: 'add-skills' as const, skills: added }]),
  ];
}

function packageEdits(before: readonly Package[], lines: readonly string[]): SettingsEdit[] {
  const after = lines.map((line) => {
    const [name = '', ...version] = line.split(/\s+/);
    return { name, version: version.length === 0 ? null : version.join(' ') };
  });
  const names = after.map(({ name }) => name);
  const removed = missingFrom(names, before, ({ name }) => name);
  return [
    ...removed.map(({ name }) => ({ set: 'remove-package' as const, name })),
    // Adding leaves the version of a package that the lesson has.
    ...after.flatMap((item) => [
      { set: 'add-package' as const, ...item },
      { set: 'package-version' as const, ...item },
    ]),
  ];
}

/** Those of `items` that aren't among `known`, whatever their case. */
function missingFrom<T>(known: readonly string[], items: readonly T[], nameOf: (item: T) => string): T[] {
  const keyOf = (name: string) => name.trim().toLowerCase();
  const keys = new Set(known.map(keyOf));
  return items.filter((item) => !keys.has(keyOf(nameOf(item))));
}

function skillsOf({ fields }: Pick<Settings, 'fields'>): readonly string[] {
  const list = skillList(fields);
  return list === null ? [] : fields[list];
}

/** The package of custom checks is turned on and off elsewhere. */
function ownPackages(packages: readonly Package[]): Package[] {
  return packages.filter((item) => !isPycheck(item));
}

/** `pandas 2.0`; without a version: the newest. */
function packageLine({ name, version }: Package): string {
  return version ? `${name} ${version}` : name;
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
