import { z } from 'zod';
import { Package } from '#features/lessons/contract/lessons.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { AnswerOutput, AnswerVariable } from '#features/screens/contract/screens.ts';
import { isSafeName, isSafePath } from '#platform/content/safe-path.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { LESSON_FIELDS, SCREEN_FIELDS } from './field-documents.ts';

/** Files below one folder (of a lesson or a course): relative paths with '/', and bytes. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** Something in the files that could not be parsed. It was skipped but stays in the file. */
export interface Problem {
  /** The file, relative to the folder that was read. */
  readonly path: string;
  readonly message: string;
  /** Where in the text of the file, if that is known. */
  readonly at?: number;
  /** What follows from it, where that matters: `unknown-number`: the number of the course or path could not be read. */
  readonly code?: 'unknown-number';
}

/** An identifier that is the same in every release; lower case. */
export const Uuid = z.guid().toLowerCase();

/** The name of one file. */
export const FileName = z.string().refine(isSafeName, 'This is not a safe file name.');

/** The path of a data file below `files/`: its name, after those of its folders. */
export const DataPath = z.string().refine(isSafePath, 'This is not a safe file path.');

/** The name of one folder. The product generates them in folder-name.ts; authors may use other safe names. */
export const FolderName = z.string().refine(isSafeName, 'This is not a safe folder name.');

export const Sequence = z.number().int().min(0).max(LIMITS.sequenceMax);

const text = z.string().max(LIMITS.textMax);

/** A dataset version attached to a lesson: `name@hash` in datasets.yaml. */
export const DatasetLink = z.object({
  name: z.string().min(1).max(300),
  hash: z.string().regex(/^[0-9a-f]{4,64}$/),
});
export type DatasetLink = z.infer<typeof DatasetLink>;

/** A finding of preflight that an author accepted, in `preflight.yaml`. */
export const AcceptedFinding = z.object({
  /** Hash of the rule and the text that it is about: another text is another finding. */
  fingerprint: z.string().regex(/^[0-9a-f]{24}$/),
  rule: z.string().min(1).max(100),
  /** The file that the finding was in, for people who read this one. */
  file: z.string().max(1_000).default(''),
  reason: z.string().trim().min(1).max(1_000),
});
export type AcceptedFinding = z.infer<typeof AcceptedFinding>;

/** The settings of a file below `files/`, without its bytes. */
export const DataFileContent = z.object({
  file_name: DataPath,
  /** The name that code uses; empty: the file name, with its folders. */
  alias: z.string().max(300).default(''),
  /** The editor's mode; null: derived from the file name. */
  mode: z.string().max(100).nullable().default(null),
  preview: z.boolean().default(false),
  /** Number of lines in the preview; null: all. */
  lines: z.number().int().min(0).nullable().default(null),
  show_in_editor: z.boolean().default(false),
  display_first: z.boolean().default(false),
  /** Folders of the screens that show it; empty: all screens. */
  screens: z.array(FolderName).max(1_000).default([]),
});
export type DataFileContent = z.infer<typeof DataFileContent>;

/** An image below `images/`. */
export const ImageContent = z.object({ file_name: FileName });
export type ImageContent = z.infer<typeof ImageContent>;

/** An assessment skill of a screen. */
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

/** A question. Its texts are markdown. */
export const QuestionContent = z.object({
  uuid: Uuid,
  question: text.default(''),
  select_type: z.enum(['single', 'multiple']).default('single'),
  options: z.array(OptionContent).max(100).default([]),
  /** What a question of another kind asks; null: a multiple choice question, whose content is in the fields above. */
  task: QuestionTask.nullable().default(null),
  /** A skill of the same screen that a whole question with a task gives points for; null: none. Options name their own. */
  skill_uuid: Uuid.nullable().default(null),
});
export type QuestionContent = z.infer<typeof QuestionContent>;

/** A stored submission with its expected result. Tests are ordered by their slug. */
export const ScreenTestContent = z.object({
  slug: FolderName,
  description: text.default(''),
  code: text.default(''),
  is_default: z.boolean().default(false),
  is_boolean_test: z.boolean().default(false),
  /** The lines that the code reads; empty: those of the screen. */
  inputs: text.default(''),
  expect: z.object({
    test_pass: z.boolean().default(true),
    /** The result of each checker. */
    results: z.array(z.record(z.string(), z.json())).max(1_000).default([]),
  }),
});
export type ScreenTestContent = z.infer<typeof ScreenTestContent>;

export const ScreenContent = z.object({
  uuid: Uuid,
  /** The folder below `screens/`, assigned once and never renumbered. */
  folder: FolderName,
  fields: SCREEN_FIELDS.completed,
  skills: z.array(SkillContent),
  questions: z.array(QuestionContent),
  tests: z.array(ScreenTestContent),
  /** The output of the answer, recorded below `.generated/`. */
  answer_output: AnswerOutput.nullable(),
  /** The variables to compare, each name once. */
  answer_variables: z.array(AnswerVariable),
});
export type ScreenContent = z.infer<typeof ScreenContent>;

/** Everything in a lesson's folder of the content repository, as data. */
export const LessonContent = z.object({
  uuid: Uuid,
  sequence: Sequence,
  fields: LESSON_FIELDS.completed,
  packages: z.array(Package),
  /** The lock file as the resolver wrote it; null: there is none. */
  packages_lock: z.string().nullable(),
  datasets: z.array(DatasetLink),
  /** Findings of preflight that are not shown again. */
  accepted: z.array(AcceptedFinding).default([]),
  /** Ordered by file name. */
  data_files: z.array(DataFileContent),
  /** Ordered by file name. */
  images: z.array(ImageContent),
  /** In display order. */
  screens: z.array(ScreenContent),
});
export type LessonContent = z.infer<typeof LessonContent>;
