import { z } from 'zod';
import { CommitStatus } from './changes.ts';
import { DataFile } from './data-files.ts';
import { AttachedDataset } from './datasets.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGE_VERSIONS, versionFor } from './languages.ts';
import { LIMITS } from './limits.ts';
import { commitMessage, oneLine } from './one-line.ts';
import { INT4_MAX, Id, Int4, RowId, route } from './route.ts';

export { LESSON_TYPES, PLANS, SKILL_LEVELS } from './lesson-words.ts';

export const LessonType = z.enum(['mission', 'project', 'portfolio_project', 'practice_problem', 'assessment', 'installation_project']);
export type LessonType = z.infer<typeof LessonType>;

export const Language = z.enum(LANGUAGE_NAMES);
export type Language = z.infer<typeof Language>;

export const LanguageVersion = z.enum(LANGUAGE_VERSIONS);

export const Plan = z.enum(['free', 'legacy free', 'basic', 'premium']);

export const SkillLevel = z.literal([0, 1, 2]);

export const Feature = z.enum([
  'PowerBI',
  'Excel',
  'Excel Online',
  'Tableau',
  'Postgres',
  'JupyterLab',
  'Stateful',
  'GPU',
  'Chat temperature',
  'File viewer',
  'Long-running code',
  'High CPU',
  'High Memory',
  'PySpark',
]);
export type Feature = z.infer<typeof Feature>;

export const Tool = z.enum(['Excel', 'Excel Online', 'Tableau', 'PowerBI', 'File viewer']);

export const Package = z.object({
  name: z.string().trim().min(1).max(200),
  version: z.string().trim().max(200).nullable(),
  show_in_editor: z.boolean(),
});
export type Package = z.infer<typeof Package>;

const text = z.string().max(LIMITS.textMax, 'This text is too long.');
const sequence = z
  .number({ error: 'The number must be numeric.' })
  .int('The number must be a whole number.')
  .min(0, 'The number must be at least 0.')
  .max(LIMITS.sequenceMax, 'The number is too large.');
const TITLE_TOO_LONG = `A title has at most ${LIMITS.titleMax} characters.`;
const title = z.string().trim().max(LIMITS.titleMax, TITLE_TOO_LONG);
const newTitle = oneLine(LIMITS.titleMax, TITLE_TOO_LONG);

/**
 * What an author can say about a lesson: the metadata form of B §2 in its wire names. Also the metadata part of
 * `lesson.yaml`. Unset optional fields are null; lists are never null.
 */
export const LessonFields = z.object({
  title,
  meta_title: title,
  author: z.string().trim().max(200),
  meta_description: text,
  description: text,
  overview: text,
  preview: text,
  is_beta: z.boolean(),
  objectives: z.array(z.string().max(2_000)).max(100),
  allowed_plans: z.array(Plan),
  skill_level: SkillLevel.nullable(),
  type: LessonType,
  /** Assessments: the number of the lesson that this one is for. */
  related_lesson: z.number().int().min(0).max(INT4_MAX).nullable(),
  /** Practice problems. */
  related_lessons: z.array(z.number().int().min(0).max(INT4_MAX)).max(500),
  skill_topics: z.array(z.string().max(300)).max(100),
  /** Projects. */
  tools: z.array(Tool),
  skill_requirements: z.array(z.string().max(300)).max(100),
  solution_notebook: z.string().max(2_000).nullable(),
  enabled_features: z.array(Feature),
  /** Null: a lesson without code. */
  language: Language.nullable(),
  /** Null for languages without versions. */
  language_version: LanguageVersion.nullable(),
  /** Seconds. Null: the default of the product. */
  code_run_timeout: z
    .number()
    .int()
    .min(LIMITS.timeoutSecondsMin, 'The timeout is at least 1 second.')
    .max(LIMITS.timeoutSecondsMax)
    .nullable(),
  sql_max_rows: z.number().int().min(LIMITS.sqlMaxRowsMin).max(LIMITS.sqlMaxRowsMax),
  app_ports: z.array(z.number().int().min(1).max(65_535)).max(20),
  custom_check_enabled: z.boolean(),
  legacy_check_enabled: z.boolean(),
});
export type LessonFields = z.infer<typeof LessonFields>;

/** The metadata of a lesson that has only a title. */
export function emptyLessonFields(given: { title: string; author: string }): LessonFields {
  return {
    title: given.title,
    meta_title: '',
    author: given.author,
    meta_description: '',
    description: '',
    overview: '',
    preview: '',
    is_beta: false,
    objectives: [],
    allowed_plans: [],
    skill_level: null,
    type: 'mission',
    related_lesson: null,
    related_lessons: [],
    skill_topics: [],
    tools: [],
    skill_requirements: [],
    solution_notebook: null,
    enabled_features: [],
    language: DEFAULT_LANGUAGE,
    language_version: versionFor(DEFAULT_LANGUAGE, null),
    code_run_timeout: null,
    sql_max_rows: LIMITS.sqlMaxRowsDefault,
    app_ports: [],
    custom_check_enabled: false,
    legacy_check_enabled: false,
  };
}

/** Product §3: main release / differs from main or is not there / same as main. */
export const ReleaseStatus = z.enum(['Published', 'Modified', 'Unmodified']);
export type ReleaseStatus = z.infer<typeof ReleaseStatus>;

/** A row of the lessons list: what its columns, filters and search need, and no document. */
export const LessonRow = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  type: LessonType,
  is_assessment: z.boolean(),
  title: z.string(),
  author: z.string(),
  language: Language.nullable(),
  has_runner: z.boolean(),
  release_id: z.number().int(),
  release_name: z.string(),
  release_status: ReleaseStatus,
  review_status: z.string().nullable(),
  is_main: z.boolean(),
  /** It is in the drafts release of the reader. */
  is_own_drafts: z.boolean(),
  /** Of all versions of this number, the one updated last (product §3). */
  is_latest: z.boolean(),
  is_shallow_import: z.boolean(),
  last_updated: z.string(),
  revision: z.number().int(),
});
export type LessonRow = z.infer<typeof LessonRow>;

const indexes = z.array(z.number().int().min(0));
const bits = z.array(z.literal([0, 1]));

/**
 * The rows of the lessons list by columns, which are all of the same length (lesson-columns.ts). Columns that repeat few values hold
 * the index of the value in the list of its name: `author` in `authors`.
 */
export const LessonColumns = z.object({
  id: z.array(z.number().int()),
  sequence: z.array(z.number().int()),
  title: z.array(z.string()),
  type: indexes,
  author: indexes,
  language: indexes,
  release: indexes,
  release_status: indexes,
  review_status: indexes,
  is_latest: bits,
  is_shallow_import: bits,
  last_updated: z.array(z.string()),
  revision: z.array(z.number().int()),
  types: z.array(LessonType),
  authors: z.array(z.string()),
  languages: z.array(Language.nullable()),
  releases: z.array(z.object({ id: z.number().int(), name: z.string(), is_main: z.boolean(), is_own_drafts: z.boolean() })),
  release_statuses: z.array(ReleaseStatus),
  review_statuses: z.array(z.string().nullable()),
});
export type LessonColumns = z.infer<typeof LessonColumns>;

/** A whole lesson, without its screens. */
export const Lesson = LessonRow.extend(LessonFields.shape).extend({
  uuid: z.string(),
  /** The same list as `enabled_features`, under the name of A §3. */
  features: z.array(Feature),
  packages: z.array(Package),
  /** The datasets that it names; those that are not here too. */
  dataset_versions: z.array(AttachedDataset),
  /** B §3. Told by `GET /api/lesson/{id}` alone; pages ask for them one by one. */
  data_files: z.array(DataFile).optional(),
  /** Id of the data file that is displayed first; null: none. Told with `data_files`. */
  display_first: z.number().int().nullable().optional(),
  /** Ids of the screens in their order. Told with `data_files`. */
  screens: z.array(z.number().int()).optional(),
  dependencies_ready: z.boolean(),
  dependency_build_error: z.string().nullable(),
  last_build: z.string().nullable(),
  /** State of the newest change of the lesson's release, and the error that holds it up. */
  release_commit_status: z.string().nullable(),
  release_commit_error: z.string().nullable(),
  release_deletion_date: z.string().nullable(),
  /** Since when the release is kept here without its branch on the code host; null: it is not. */
  release_detached_at: z.string().nullable(),
  /** State of the newest change of this lesson; null: nothing was changed here yet. */
  commit_status: CommitStatus.nullable(),
});
export type Lesson = z.infer<typeof Lesson>;

const lessonParams = z.object({ id: Id });

export const lessonRoutes = {
  listLessons: route({
    method: 'GET',
    path: '/api/lessons',
    summary: 'Every version of every lesson; external authors are sent the latest ones and their own (A §6)',
    access: 'signed-in',
    reply: z.array(LessonRow),
  }),
  /** What the page of the list asks for: with many lessons, names of fields are most of the bytes of a list of rows. */
  listLessonColumns: route({
    method: 'GET',
    path: '/api/lessons/columns',
    summary: 'The same list by columns, in a fifth of the bytes',
    access: 'signed-in',
    reply: LessonColumns,
  }),
  createLesson: route({
    method: 'POST',
    path: '/api/lessons',
    summary: "Makes a lesson in the author's drafts release, or in the release that is named",
    access: 'signed-in',
    body: z.object({ sequence, title: newTitle.default(''), release_id: RowId.optional() }),
    reply: Lesson,
    errors: ['already_exists', 'not_found', 'refused'],
  }),
  getLesson: route({
    method: 'GET',
    path: '/api/lesson/{id}',
    summary: 'One lesson',
    access: 'signed-in',
    params: lessonParams,
    reply: Lesson,
    errors: ['not_found'],
  }),
  /** `/lesson/number/{sequence}` leads on by this (product §2). */
  getLatestLesson: route({
    method: 'GET',
    path: '/api/lesson-number/{sequence}',
    summary: 'The latest version of a lesson number',
    access: 'signed-in',
    params: z.object({ sequence: z.coerce.number().int().min(0).max(INT4_MAX) }),
    reply: Lesson,
    errors: ['not_found'],
  }),
  saveLesson: route({
    method: 'PUT',
    path: '/api/lesson/{id}',
    summary: 'Saves metadata; fields that are left out stay as they are',
    access: 'signed-in',
    params: lessonParams,
    body: LessonFields.partial().extend({
      /** Stored without a build: the dependencies then need one. */
      packages: z.array(Package).max(200).optional(),
      title: newTitle.optional(),
      meta_title: newTitle.optional(),
      author: oneLine(200).optional(),
      /** The revision that the edit began from; a save without one is taken as made on the present one. */
      revision: Int4.optional(),
      save_message: commitMessage(LIMITS.messageMax).optional(),
    }),
    reply: Lesson,
    errors: ['not_found', 'conflict', 'refused'],
  }),
  deleteLesson: route({
    method: 'DELETE',
    path: '/api/lesson/{id}',
    summary: 'Deletes a lesson; it stays in the trash for 30 days',
    access: 'staff',
    params: lessonParams,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found', 'refused'],
  }),
  cloneLesson: route({
    method: 'POST',
    path: '/api/lessons/{id}/version/new',
    summary: "Copies a lesson into one's own drafts release",
    access: 'signed-in',
    params: lessonParams,
    reply: Lesson,
    errors: ['not_found', 'already_exists'],
  }),
};
