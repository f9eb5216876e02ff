import { z } from 'zod';
import { LanguageVersionName } from '#features/lessons/contract/lessons.ts';
import { PlanningFields } from '#features/planning/contract.ts';
import { numberText } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { commitMessage, oneLine } from '#platform/contract/one-line.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, Int4, RowId, route } from '#platform/contract/route.ts';

/** Lessons of one bulk edit. */
export const BULK_LESSONS_MAX = 2_000;
/** Characters of a CSV file of settings, and of one of its cells. */
export const SETTINGS_CSV_MAX = 1_000_000;
const CELL_MAX = 100_000;
/** Bulk edits of one page. */
export const BULK_EDITS_PAGE = 50;

const packageName = oneLine(200).min(1, 'Name the package.');
const skills = z.array(oneLine(300).min(1)).min(1, 'Name at least one skill.').max(100);

/** A setting that many lessons get at once. */
export const SettingsEdit = z.discriminatedUnion('set', [
  z.object({ set: z.literal('author'), author: oneLine(200) }),
  z.object({ set: z.literal('add-skills'), skills }),
  z.object({ set: z.literal('remove-skills'), skills }),
  /** Version null: the newest. */
  z.object({ set: z.literal('add-package'), name: packageName, version: oneLine(200).nullable() }),
  z.object({ set: z.literal('package-version'), name: packageName, version: oneLine(200).nullable() }),
  z.object({ set: z.literal('remove-package'), name: packageName }),
  /** Null: the default. */
  z.object({
    set: z.literal('timeout'),
    seconds: z
      .number()
      .int('The timeout must be a whole number.')
      .min(LIMITS.timeoutSecondsMin, 'The timeout must be at least 1 second.')
      .max(LIMITS.timeoutSecondsMax, `The timeout can be at most ${LIMITS.timeoutSecondsMax} seconds.`)
      .nullable(),
  }),
  z.object({ set: z.literal('language-version'), version: LanguageVersionName }),
  z.object({ set: z.literal('show-last-value'), shown: z.boolean() }),
  /** Null: none, like below. */
  z.object({ set: z.literal('owner'), person: PlanningFields.shape.owner }),
  z.object({ set: z.literal('reviewer'), person: PlanningFields.shape.reviewer }),
  z.object({ set: z.literal('due'), due: PlanningFields.shape.due }),
  z.object({ set: z.literal('stage'), stage: PlanningFields.shape.stage }),
]);
export type SettingsEdit = z.infer<typeof SettingsEdit>;

/** What a bulk edit does to one lesson. `refused`: it can't be changed. */
const PreviewedLesson = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  title: z.string(),
  release_name: z.string(),
  state: z.enum(['changes', 'same', 'refused']),
  /** The setting as text. */
  before: z.string(),
  after: z.string(),
  /** Why it can't be changed; null: it can. */
  reason: z.string().nullable(),
});
export type PreviewedLesson = z.infer<typeof PreviewedLesson>;

/** The settings that a CSV file has, each in its own column. */
export const SETTING_COLUMNS = [
  'owner',
  'reviewer',
  'due',
  'stage',
  'author',
  'timeout',
  'language-version',
  'show-last-value',
  'skills',
  'packages',
] as const;
export type SettingColumn = (typeof SETTING_COLUMNS)[number];

/** A cell of a CSV file that differs from the lesson. `before`: the lesson's value, as such a file would have it. */
const ChangedCell = z.object({
  column: z.enum(SETTING_COLUMNS),
  before: z.string().max(CELL_MAX),
  after: z.string().max(CELL_MAX),
});
export type ChangedCell = z.infer<typeof ChangedCell>;

/** A row of a CSV file that changes nothing. */
const RefusedRow = z.object({
  /** Its number in the file; the names of the columns are row 1. */
  row: z.number().int(),
  /** The lesson, as the file names it. */
  name: z.string(),
  reason: z.string(),
});
export type RefusedRow = z.infer<typeof RefusedRow>;

export const SettingsCsvPreview = z.object({
  lessons: z.array(
    z.object({
      id: z.number().int(),
      sequence: z.number().int(),
      title: z.string(),
      release_name: z.string(),
      cells: z.array(ChangedCell),
    }),
  ),
  /** Lessons that have all these values already. */
  same: z.number().int(),
  refused: z.array(RefusedRow),
  /** Names of columns that are no settings. */
  unknown_columns: z.array(z.string()),
});
export type SettingsCsvPreview = z.infer<typeof SettingsCsvPreview>;

/** What made a bulk edit. */
export const BulkEditKind = z.enum(['settings', 'replace', 'undo']);
export type BulkEditKind = z.infer<typeof BulkEditKind>;

/**
 * A bulk edit is stored as a whole or not at all, and undone as a whole. `partly_undone`: some of it was changed again since, and
 * stays as it is.
 */
export const BulkEdit = z.object({
  id: z.number().int(),
  kind: BulkEditKind,
  /** What was done, in a few words. */
  summary: z.string(),
  /** The message of its commits; null: the summary. */
  message: z.string().nullable(),
  at: z.string(),
  by: z.string().nullable(),
  state: z.enum(['done', 'partly_undone', 'undone']),
  /** Changed lessons, and changed documents: lessons' settings and screens. */
  lessons: z.number().int(),
  documents: z.number().int(),
  /** The bulk edit that this one undid; null: none. */
  undoes: z.number().int().nullable(),
});
export type BulkEdit = z.infer<typeof BulkEdit>;

const EditedLesson = z.object({
  /** Null: it was permanently deleted. */
  id: z.number().int().nullable(),
  sequence: z.number().int(),
  title: z.string(),
  release_name: z.string(),
  /** Numbers of its changed screens. */
  screens: z.array(z.number().int()),
});

/** Something that a bulk edit, or its undo, leaves as it is. */
export const LeftAlone = z.object({
  lesson_id: z.number().int().nullable(),
  sequence: z.number().int(),
  title: z.string(),
  /** Null: the lesson's settings, or the whole lesson. */
  screen_id: z.number().int().nullable(),
  screen_sequence: z.number().int().nullable(),
  /** The name of the setting or text; null: all of it. */
  field: z.string().nullable(),
  reason: z.string(),
});
export type LeftAlone = z.infer<typeof LeftAlone>;

export const BulkEditResult = z.object({
  /** Null: there was nothing to change. */
  edit: BulkEdit.nullable(),
  left: z.array(LeftAlone),
});
export type BulkEditResult = z.infer<typeof BulkEditResult>;

const lesson_ids = z.array(RowId).min(1).max(BULK_LESSONS_MAX);

export const bulkEditRoutes = {
  previewSettings: route({
    method: 'POST',
    path: '/api/bulk-edits/preview',
    queue: 'heavy',
    summary: 'Returns what a setting would change in each of these lessons. Changes nothing',
    access: 'staff',
    body: z.object({ lesson_ids, edit: SettingsEdit }),
    reply: z.array(PreviewedLesson),
  }),
  editSettings: route({
    method: 'POST',
    path: '/api/bulk-edits',
    queue: 'heavy',
    summary: 'Sets a setting of many lessons, all or none, in one commit for each branch. Lessons that can’t be changed are left alone',
    access: 'staff',
    body: z.object({
      lesson_ids,
      edit: SettingsEdit,
      message: commitMessage(LIMITS.messageMax).optional(),
      operation_id: OperationId.optional(),
    }),
    reply: BulkEditResult,
    errors: ['refused'],
  }),
  exportSettings: route({
    method: 'POST',
    path: '/api/bulk-edits/csv/export',
    queue: 'heavy',
    summary: 'Returns the settings of these lessons as the text of a CSV file',
    access: 'staff',
    body: z.object({ lesson_ids }),
    reply: z.object({ csv: z.string() }),
  }),
  previewSettingsCsv: route({
    method: 'POST',
    path: '/api/bulk-edits/csv/preview',
    queue: 'heavy',
    summary: 'Returns what a CSV file of settings would change in which lessons. Changes nothing',
    access: 'staff',
    body: z.object({ csv: z.string().max(SETTINGS_CSV_MAX, `A CSV file can have at most ${numberText(SETTINGS_CSV_MAX)} characters.`) }),
    reply: SettingsCsvPreview,
    errors: ['refused'],
  }),
  importSettings: route({
    method: 'POST',
    path: '/api/bulk-edits/csv',
    queue: 'heavy',
    summary:
      'Sets the settings that the preview of a CSV file lists, all or none, in one commit for each branch. Values that changed since are left alone',
    access: 'staff',
    bodyLimit: 16 * 1024 * 1024,
    body: z.object({
      lessons: z
        .array(z.object({ id: RowId, cells: z.array(ChangedCell).min(1).max(SETTING_COLUMNS.length) }))
        .min(1)
        .max(BULK_LESSONS_MAX)
        .refine((lessons) => new Set(lessons.map(({ id }) => id)).size === lessons.length, 'Name each lesson once.'),
      message: commitMessage(LIMITS.messageMax).optional(),
      operation_id: OperationId.optional(),
    }),
    reply: BulkEditResult,
    errors: ['refused'],
  }),
  recordOutputs: route({
    method: 'POST',
    path: '/api/bulk-edits/outputs',
    queue: 'long',
    summary:
      'Runs the answers of these lessons whose output is checked and was never recorded, and stores their outputs, all or none. Screens whose code fails are left alone',
    access: 'staff',
    body: z.object({ lesson_ids, operation_id: OperationId.optional() }),
    reply: BulkEditResult,
    errors: ['refused'],
  }),
  listBulkEdits: route({
    method: 'GET',
    path: '/api/bulk-edits',
    summary: 'Returns bulk edits, newest first',
    access: 'staff',
    query: z.object({ before: z.coerce.number().pipe(Int4).optional() }),
    reply: z.object({ edits: z.array(BulkEdit), next: z.number().int().nullable() }),
  }),
  getBulkEdit: route({
    method: 'GET',
    path: '/api/bulk-edits/{id}',
    summary: 'Returns a bulk edit with the lessons that it changed',
    access: 'staff',
    params: z.object({ id: Id }),
    reply: z.object({ edit: BulkEdit, lessons: z.array(EditedLesson) }),
    errors: ['not_found'],
  }),
  undoBulkEdit: route({
    method: 'POST',
    path: '/api/bulk-edits/{id}/undo',
    queue: 'heavy',
    summary: 'Undoes a bulk edit, as a new bulk edit. If something was changed since, it does nothing unless `leave_changed` is true',
    access: 'staff',
    params: z.object({ id: Id }),
    body: z.object({
      /** True: what was changed since stays, and the rest is undone. */
      leave_changed: z.boolean().default(false),
      operation_id: OperationId.optional(),
    }),
    reply: BulkEditResult,
    errors: ['not_found', 'refused'],
  }),
};
