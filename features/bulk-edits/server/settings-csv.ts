/** Settings of lessons as a CSV file: export, preview and import. */

import { listActiveUsers } from '#features/accounts/server/index.ts';
import { reconcileDependencies } from '#features/environments/server/index.ts';
import { findLessons, stateFor } from '#features/lesson-store/server/index.ts';
import { READ_ONLY_TEXTS, readOnlyReason } from '#features/lessons/lessons.policy.ts';
import { counted } from '#platform/contract/counted.ts';
import { ROLES, type Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { BulkEditResult, ChangedCell, RefusedRow, SettingsCsvPreview } from '../contract.ts';
import { applyCells } from '../rules/setting-cells.ts';
import { changesOfRow, matchRows, readSettingsCsv, settingsCsv } from '../rules/settings-csv.ts';
import { MESSAGES, toBulkEditResult } from './bulk-edits.ts';
import { listLessonNames, listVersionsByNumber } from './queries.ts';
import { writeBulkEdit, type LessonEdit } from './write-bulk-edit.ts';

/** The settings of lessons as the text of a CSV file, by number. Deleted lessons are left out. */
export async function exportSettings({ db }: Platform, lessonIds: readonly number[]): Promise<{ csv: string }> {
  const lessons = await findLessons(db, lessonIds);
  return { csv: settingsCsv(lessons.map((lesson) => ({ ...lesson, packages: lesson.attached.packages }))) };
}

/** What a CSV file would change. @throws AppError `refused` for a file that can't be read */
export async function previewSettingsCsv({ db }: Platform, actor: Actor, csv: string): Promise<SettingsCsvPreview> {
  const file = readSettingsCsv(csv);
  if ('problem' in file) throw refused(file.problem);
  const rows = await listVersionsByNumber(db, [...new Set(file.rows.map(({ number }) => number))]);
  const versions = rows.map((version) => {
    const reason = readOnlyReason(actor, stateFor(actor, version));
    return { ...version, reason: reason && READ_ONLY_TEXTS[reason] };
  });
  const { matched, refused: unmatched } = matchRows(file.rows, versions);
  const stored = await findLessons(
    db,
    matched.map(({ version }) => version.id),
  );
  const byId = new Map(stored.map((lesson) => [lesson.id, lesson]));
  const people = await addressesOfPeople(db);
  const lessons: SettingsCsvPreview['lessons'] = [];
  const left: RefusedRow[] = [...file.refused, ...unmatched];
  let same = 0;
  for (const row of matched) {
    const lesson = byId.get(row.version.id);
    if (!lesson) continue;
    const { id, sequence, release_name, fields, attached } = lesson;
    const changes = changesOfRow(row, { fields, packages: attached.packages }, people);
    if ('refused' in changes) left.push(changes.refused);
    else if (changes.cells.length === 0) same += 1;
    else lessons.push({ id, sequence, title: fields.title, release_name, cells: [...changes.cells] });
  }
  return { lessons, same, refused: left.toSorted((one, other) => one.row - other.row), unknown_columns: [...file.unknownColumns] };
}

/** Sets what a preview listed, on top of what others saved. @throws AppError `refused` if it was stopped */
export async function importSettings(
  platform: Platform,
  actor: Actor,
  input: {
    lessons: readonly { id: number; cells: readonly ChangedCell[] }[];
    message?: string | undefined;
    operation_id?: string | undefined;
  },
): Promise<BulkEditResult> {
  const people = await addressesOfPeople(platform.db);
  const lessonIds = input.lessons.map(({ id }) => id);
  const names = new Map((await listLessonNames(platform.db, lessonIds)).map((lesson) => [lesson.id, lesson]));
  const edits = input.lessons.map(({ id, cells }): LessonEdit => ({
    lessonId: id,
    named: names.get(id) ?? { sequence: 0, title: '' },
    lesson: (lesson, leave) => {
      const settings = { fields: lesson.fields, packages: lesson.attached.packages };
      return reconcileDependencies(lesson, applyCells(settings, cells, { people, leave }));
    },
  }));
  const summary = `Import settings of ${counted(edits.length, 'lesson')}`;
  const spec = { kind: 'settings' as const, summary, message: input.message || null };
  return platform.operations.run({ id: input.operation_id, actor, stopped: MESSAGES.stopped }, async (operation) =>
    toBulkEditResult(platform, await writeBulkEdit(platform, actor, spec, edits, operation)),
  );
}

async function addressesOfPeople(handle: Handle): Promise<ReadonlySet<string>> {
  return new Set((await listActiveUsers(handle, ROLES)).map(({ email }) => email.toLowerCase()));
}
