import { z } from 'zod';
import { Package } from '#contract/lessons.ts';
import { LIMITS } from '#contract/limits.ts';
import { AnswerOutput, AnswerVariable } from '#contract/screens.ts';
import { LESSON_FIELDS, SCREEN_FIELDS } from './field-documents.ts';
import { isSafeName } from './safe-path.ts';

/** Files below one folder (a lesson's, a course's): paths with '/' between names, and bytes. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** Something in the files that could not be understood. Reading went on without it, and nothing was thrown away. */
export interface Problem {
  /** The file, below the folder that was read. */
  readonly path: string;
  readonly message: string;
  /** What follows from it, where that matters: `unknown-number`: the number of the course or path could not be read. */
  readonly code?: 'unknown-number';
}

/** An identifier that stays the same in every release; lower case. */
export const Uuid = z.guid().toLowerCase();

/** The name of one file. */
export const FileName = z.string().refine(isSafeName, 'This is not a safe file name.');

/** The name of one folder. The product makes them in folder-name.ts; authors may use other safe names. */
export const FolderName = z.string().refine(isSafeName, 'This is not a safe folder name.');

export const Sequence = z.number().int().min(0).max(LIMITS.sequenceMax);

const text = z.string().max(LIMITS.textMax);

/** A dataset version that is attached to a lesson: `name@hash` in datasets.yaml. */
export const DatasetLink = z.object({
  name: z.string().min(1).max(300),
  hash: z.string().regex(/^[0-9a-f]{4,64}$/),
});
export type DatasetLink = z.infer<typeof DatasetLink>;

/** The settings of a file below `files/` (B §2 Files). Its bytes are there; they are no part of this. */
export const DataFileContent = z.object({
  file_name: FileName,
  /** The name that code finds it by; empty: the file name. */
  alias: z.string().max(300).default(''),
  /** The mode of the editor that shows it; null: by the file name. */
  mode: z.string().max(100).nullable().default(null),
  preview: z.boolean().default(false),
  /** How many lines the preview shows; null: all. */
  lines: z.number().int().min(0).nullable().default(null),
  show_in_editor: z.boolean().default(false),
  display_first: z.boolean().default(false),
  /** Folders of the screens that have it; empty: all screens. */
  screens: z.array(FolderName).max(1_000).default([]),
});
export type DataFileContent = z.infer<typeof DataFileContent>;

/** An image below `images/`. */
export const ImageContent = z.object({ file_name: FileName });
export type ImageContent = z.infer<typeof ImageContent>;

/** A §3: an assessment skill of a screen. */
export const SkillContent = z.object({
  uuid: Uuid,
  name: z.string().trim().min(1).max(300),
  point_value: z.number().int().min(1).max(5).default(1),
});
export type SkillContent = z.infer<typeof SkillContent>;

export const OptionContent = z.object({
  label: text.default(''),
  feedback_message: text.default(''),
  valid: z.boolean().default(false),
  /** A skill of the same screen; null: none. */
  skill_uuid: Uuid.nullable().default(null),
});
export type OptionContent = z.infer<typeof OptionContent>;

/** A §3: a multiple choice question. Its texts are markdown. */
export const QuestionContent = z.object({
  uuid: Uuid,
  question: text.default(''),
  select_type: z.enum(['single', 'multiple']).default('single'),
  options: z.array(OptionContent).max(100).default([]),
});
export type QuestionContent = z.infer<typeof QuestionContent>;

/** Product §6: a stored submission with the result that it must give. Tests are ordered by their slug. */
export const ScreenTestContent = z.object({
  slug: FolderName,
  description: text.default(''),
  code: text.default(''),
  is_default: z.boolean().default(false),
  is_boolean_test: z.boolean().default(false),
  expect: z.object({
    test_pass: z.boolean().default(true),
    /** What each checker said (B §3 Screen test `results`). */
    results: z.array(z.record(z.string(), z.json())).max(1_000).default([]),
  }),
});
export type ScreenTestContent = z.infer<typeof ScreenTestContent>;

export const ScreenContent = z.object({
  uuid: Uuid,
  /** The folder below `screens/`: given once, never renumbered. */
  folder: FolderName,
  fields: SCREEN_FIELDS.completed,
  skills: z.array(SkillContent),
  questions: z.array(QuestionContent),
  tests: z.array(ScreenTestContent),
  /** What running the answer gave; recorded below `.generated/`. */
  answer_output: AnswerOutput.nullable(),
  /** The variables that are compared, each name once. */
  answer_variables: z.array(AnswerVariable),
});
export type ScreenContent = z.infer<typeof ScreenContent>;

/** Everything that a lesson is, as data: what its folder in the content repository says (product §4). */
export const LessonContent = z.object({
  uuid: Uuid,
  sequence: Sequence,
  fields: LESSON_FIELDS.completed,
  packages: z.array(Package),
  /** The lock file as the resolver wrote it; null: there is none. */
  packages_lock: z.string().nullable(),
  datasets: z.array(DatasetLink),
  /** Ordered by file name. */
  data_files: z.array(DataFileContent),
  /** Ordered by file name. */
  images: z.array(ImageContent),
  /** In the order in which they are shown. */
  screens: z.array(ScreenContent),
});
export type LessonContent = z.infer<typeof LessonContent>;
