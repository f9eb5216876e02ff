import { z } from 'zod';
import { CommitStatus } from '#features/changes/contract.ts';
import { AttachedDataset } from '#features/datasets/contract/datasets.ts';
import { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { PlanningFields, StoredPlanning } from '#features/planning/contract.ts';
import { MAIN_STATES } from '#features/releases/main-state.policy.ts';
import { ScreenTemplate } from '#features/screens/contract/screens.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGE_VERSIONS, versionFor } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { commitMessage, oneLine } from '#platform/contract/one-line.ts';
import { INT4_MAX, Id, Int4, RowId, route } from '#platform/contract/route.ts';
import { TextLanguage } from '#platform/contract/text-language.ts';
import { lessonTemplateRoutes } from './lesson-templates.ts';

export { LESSON_TYPES, PLANS, SKILL_LEVELS } from './lesson-labels.ts';

export const LessonType = z.enum(['mission', 'project', 'portfolio_project', 'practice_problem', 'assessment', 'installation_project']);
export type LessonType = z.infer<typeof LessonType>;

export const LanguageName = z.enum(LANGUAGE_NAMES);
export const LanguageVersionName = z.enum(LANGUAGE_VERSIONS);

/** `filescreen`: learners edit a file of the lesson, where other lessons have code that begins with the initial code. */
export const LessonMode = z.enum(['default', 'filescreen']);
export type LessonMode = z.infer<typeof LessonMode>;

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
const TITLE_TOO_LONG = `A title can have at most ${LIMITS.titleMax} characters.`;
const title = z.string().trim().max(LIMITS.titleMax, TITLE_TOO_LONG);
const newTitle = oneLine(LIMITS.titleMax, TITLE_TOO_LONG);

/**
 * The editable metadata of a lesson, by wire names. Also the metadata part of `lesson.yaml`. Unset optional fields are null;
 * lists are never null.
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
  /** Assessments: number of the lesson that this one belongs to. */
  related_lesson: z.number().int().min(0).max(INT4_MAX).nullable(),
  /** Assessments: how often a learner may hand in; null: any number of times. */
  assessment_tries: z.number().int().min(1).max(LIMITS.assessmentTriesMax).nullable(),
  /** Practice problems. */
  related_lessons: z.array(z.number().int().min(0).max(INT4_MAX)).max(500),
  skill_topics: z.array(z.string().max(300)).max(100),
  /** Projects. */
  tools: z.array(Tool),
  skill_requirements: z.array(z.string().max(300)).max(100),
  solution_notebook: z.string().max(2_000).nullable(),
  enabled_features: z.array(Feature),
  /** Null: a lesson without code. */
  language: LanguageName.nullable(),
  /** Null for languages without versions. */
  language_version: LanguageVersionName.nullable(),
  /** What its texts are written in; null: not stated. */
  text_language: TextLanguage.nullable(),
  /** Seconds. Null: the default. */
  code_run_timeout: z
    .number()
    .int()
    .min(LIMITS.timeoutSecondsMin, 'The timeout must be at least 1 second.')
    .max(LIMITS.timeoutSecondsMax)
    .nullable(),
  sql_max_rows: z.number().int().min(LIMITS.sqlMaxRowsMin).max(LIMITS.sqlMaxRowsMax),
  app_ports: z.array(z.number().int().min(1).max(65_535)).max(20),
  custom_check_enabled: z.boolean(),
  legacy_check_enabled: z.boolean(),
  /** Feedback for learners names the values of the answer. */
  show_expected_values: z.boolean(),
  mode: LessonMode,
  /** A run shows the value of the last expression, as notebooks do (`canShowLastValue`). */
  show_last_value: z.boolean(),
  /** Planning is not content: it changes nothing for learners, and doesn't count in the content hash. */
  ...PlanningFields.shape,
});
export type LessonFields = z.infer<typeof LessonFields>;

/** The metadata of a lesson that only has a title and an author. */
export function emptyLessonFields(fields: { title: string; author: string }): LessonFields {
  return {
    title: fields.title,
    meta_title: '',
    author: fields.author,
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
    assessment_tries: null,
    related_lessons: [],
    skill_topics: [],
    tools: [],
    skill_requirements: [],
    solution_notebook: null,
    enabled_features: [],
    language: DEFAULT_LANGUAGE,
    language_version: versionFor(DEFAULT_LANGUAGE, null),
    text_language: null,
    code_run_timeout: null,
    sql_max_rows: LIMITS.sqlMaxRowsDefault,
    app_ports: [],
    custom_check_enabled: false,
    legacy_check_enabled: false,
    show_expected_values: false,
    mode: 'default',
    show_last_value: false,
    owner: null,
    reviewer: null,
    due: null,
    stage: null,
  };
}

/** Published: in the main release. Modified: differs from main or doesn't exist there. Unmodified: same as main. */
export const ReleaseStatus = z.enum(['Published', 'Modified', 'Unmodified']);
export type ReleaseStatus = z.infer<typeof ReleaseStatus>;

const MainState = z.enum(MAIN_STATES);

/** A row of the lessons list: what columns, filters and search need, without documents. */
export const LessonRow = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  type: LessonType,
  is_assessment: z.boolean(),
  title: z.string(),
  author: z.string(),
  language: LanguageName.nullable(),
  has_runner: z.boolean(),
  release_id: z.number().int(),
  release_name: z.string(),
  release_status: ReleaseStatus,
  /** The same more precisely: in which direction it differs. */
  main_state: MainState,
  review_status: z.string().nullable(),
  is_main: z.boolean(),
  /** It is in the reader's drafts release. */
  is_own_drafts: z.boolean(),
  /** Its release was merged and is closed: nothing can be changed until it is reopened. */
  is_closed: z.boolean(),
  /** The latest version of this number, by content: ahead of main, then main, then behind it. The newest among equals. */
  is_latest: z.boolean(),
  is_shallow_import: z.boolean(),
  last_updated: z.string(),
  revision: z.number().int(),
  ...StoredPlanning.shape,
});
export type LessonRow = z.infer<typeof LessonRow>;

const indexes = z.array(z.number().int().min(0));
const bits = z.array(z.literal([0, 1]));

/**
 * The rows of the lessons list as columns of equal length (lesson-columns.ts). Columns with repeated values contain indexes into
 * a list of values: `author` in `authors`.
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
  main_state: indexes,
  review_status: indexes,
  is_latest: bits,
  is_shallow_import: bits,
  last_updated: z.array(z.string()),
  revision: z.array(z.number().int()),
  planning: indexes,
  types: z.array(LessonType),
  authors: z.array(z.string()),
  languages: z.array(LanguageName.nullable()),
  releases: z.array(
    z.object({ id: z.number().int(), name: z.string(), is_main: z.boolean(), is_own_drafts: z.boolean(), is_closed: z.boolean() }),
  ),
  release_statuses: z.array(ReleaseStatus),
  main_states: z.array(MainState),
  review_statuses: z.array(z.string().nullable()),
  plannings: z.array(StoredPlanning),
});
export type LessonColumns = z.infer<typeof LessonColumns>;

/** A whole lesson, without its screens. */
export const Lesson = LessonRow.extend(LessonFields.shape).extend({
  uuid: z.string(),
  /** The same list as `enabled_features`, under the name that the specification uses. */
  features: z.array(Feature),
  packages: z.array(Package),
  /** Its datasets, including missing ones. */
  dataset_versions: z.array(AttachedDataset),
  /** Only in `GET /api/lesson/{id}`; pages request it separately. */
  data_files: z.array(DataFile).optional(),
  /** Id of the data file that is displayed first; null: none. Present with `data_files`. */
  display_first: z.number().int().nullable().optional(),
  /** Ids of the screens in order. Present with `data_files`, and in the reply of a new lesson. */
  screens: z.array(z.number().int()).optional(),
  dependencies_ready: z.boolean(),
  dependency_build_error: z.string().nullable(),
  last_build: z.string().nullable(),
  /** State of the release's newest change, and the error that holds it up. */
  release_commit_status: z.string().nullable(),
  release_commit_error: z.string().nullable(),
  release_deletion_date: z.string().nullable(),
  /** Since when the release is kept here without a branch on the code host; null: it isn't. */
  release_detached_at: z.string().nullable(),
  /** State of this lesson's newest change; null: nothing was changed here yet. */
  commit_status: CommitStatus.nullable(),
});
export type Lesson = z.infer<typeof Lesson>;

const lessonParams = z.object({ id: Id });

export const lessonRoutes = {
  ...lessonTemplateRoutes,
  listLessons: route({
    method: 'GET',
    path: '/api/lessons',
    summary: 'Returns every version of every lesson; for external authors, the latest ones and their own',
    access: 'signed-in',
    forAssistants: true,
    reply: z.array(LessonRow),
  }),
  /** Used by the lessons page: in a long list of rows, field names would be most of the bytes. */
  listLessonColumns: route({
    method: 'GET',
    path: '/api/lessons/columns',
    summary: 'Returns the same list as columns, in a fifth of the bytes',
    access: 'signed-in',
    reply: LessonColumns,
  }),
  createLesson: route({
    method: 'POST',
    path: '/api/lessons',
    summary: "Creates a lesson in the author's drafts release, or in the fields release",
    access: 'signed-in',
    servedBy: 'git',
    body: z.object({
      sequence,
      title: newTitle.default(''),
      release_id: RowId.optional(),
      /** Absent: Python; null: a lesson without code. */
      language: LanguageName.nullable().optional(),
      /** True: the lesson begins with an empty screen, whose id is in `screens` of the reply. */
      first_screen: z.boolean().default(false),
      /** The lesson begins with the screens of this template, whose ids are in `screens` of the reply. */
      template: ScreenTemplate.optional(),
    }),
    reply: Lesson,
    errors: ['already_exists', 'not_found', 'refused'],
  }),
  getLesson: route({
    method: 'GET',
    path: '/api/lesson/{id}',
    summary: 'One lesson',
    access: 'signed-in',
    forAssistants: true,
    params: lessonParams,
    reply: Lesson,
    errors: ['not_found'],
  }),
  /** `/lesson/number/{sequence}` redirects with this. */
  getLatestLesson: route({
    method: 'GET',
    path: '/api/lesson-number/{sequence}',
    summary: 'Returns the latest version of a lesson number',
    access: 'signed-in',
    params: z.object({ sequence: z.coerce.number().int().min(0).max(INT4_MAX) }),
    reply: Lesson,
    errors: ['not_found'],
  }),
  findLinkedLesson: route({
    method: 'GET',
    path: '/api/lesson/{id}/linked/{key}',
    summary: 'Returns the lesson that a short link of a lesson means: that of the same release, or the published one',
    access: 'signed-in',
    params: lessonParams.extend({ key: z.string().regex(/^[\da-f]{8}$/) }),
    reply: Lesson,
    errors: ['not_found'],
  }),
  saveLesson: route({
    method: 'PUT',
    path: '/api/lesson/{id}',
    summary: 'Saves metadata; omitted fields stay unchanged',
    access: 'signed-in',
    params: lessonParams,
    body: LessonFields.partial().extend({
      /** Stored without a build: the dependencies then need one. */
      packages: z.array(Package).max(LIMITS.packagesMax).optional(),
      title: newTitle.optional(),
      meta_title: newTitle.optional(),
      author: oneLine(200).optional(),
      /** The revision that the edit began from; a save without it applies to the current one. */
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
  duplicateLesson: route({
    method: 'POST',
    path: '/api/lesson/{id}/duplicate',
    queue: 'heavy',
    summary:
      'Makes a new lesson of one, with its own number: a separate lesson, where a clone is a version. Without a release, in your drafts',
    access: 'signed-in',
    servedBy: 'git',
    params: lessonParams,
    body: z.object({
      sequence: z.number().int().min(0).max(LIMITS.sequenceMax),
      title: newTitle,
      release_id: RowId.optional(),
    }),
    reply: Lesson,
    errors: ['not_found', 'already_exists', 'refused', 'forbidden', 'unavailable'],
  }),
  cloneLesson: route({
    method: 'POST',
    path: '/api/lessons/{id}/version/new',
    queue: 'heavy',
    summary: 'Copies a lesson into your drafts release',
    access: 'signed-in',
    servedBy: 'git',
    params: lessonParams,
    reply: Lesson,
    errors: ['not_found', 'already_exists', 'refused'],
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    lessons:
      /** A screen was saved; null: the lesson itself. */
      | { type: 'saved'; screen_id: number | null; revision: number; by: string }
      /** Merged from git, imported, or its review has changed: request the lesson again. */
      | { type: 'lesson-changed' };
  }
}
