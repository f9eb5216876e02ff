import { z } from 'zod';
import { LESSON_FIELDS, SCREEN_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { Package } from '#features/lessons/contract/lessons.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { BUILT_MARKDOWN, byHtmlName } from '#features/screens/contract/screen-texts.ts';
import { AnswerOutput, AnswerVariable, Question } from '#features/screens/contract/screens.ts';
import { EnvironmentRef, Sha256 } from '#platform/contract/runner-protocol.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';

/**
 * A build: a lesson as it was deployed, rendered, with the hashes of everything it needs. It never changes and is
 * stored in the blob store. It contains the answers; features/publishing/server/previews/ decides what is sent to learners.
 */
const DrawnSnapshotScreen = z.object({
  /** Absent in older builds. */
  uuid: z.string().optional(),
  folder: z.string(),
  fields: z.unknown().transform(SCREEN_FIELDS.read),
  /** The name of the file that learners edit, whose text is the initial code. Absent in older builds. */
  edited_file: z.string().nullable().optional(),
  /** Empty in builds that are older than the text. */
  ...byHtmlName(BUILT_MARKDOWN, () => SafeHtml.prefault('')),
  /** The display code, rendered. Absent in older builds, and without display code. */
  display_html: SafeHtml.optional(),
  questions: z.array(
    z.object({
      question_html: SafeHtml,
      select_type: Question.shape.select_type,
      options: z.array(z.object({ label_html: SafeHtml, feedback_html: SafeHtml, valid: z.boolean(), skill: z.string().nullable() })),
      /** What a question besides multiple choice asks. Absent in older builds, like what follows. */
      task: QuestionTask.nullable().optional(),
      /** The Markdown texts of the task by path and, but not in older builds, the code that learners read. */
      html: z.record(z.string(), SafeHtml).optional(),
      /** The skill of a whole question with a task. */
      skill: z.string().nullable().optional(),
      /** Shuffles: the uuid of the question. */
      seed: z.string().optional(),
    }),
  ),
  skills: z.array(z.object({ name: z.string(), point_value: z.number().int() })),
  answer_output: AnswerOutput.nullable(),
  answer_variables: z.array(AnswerVariable),
});
export const SnapshotScreen = DrawnSnapshotScreen.extend({
  /** The same screen with the other draws of its values; the screen itself is the first. Absent: it has no values. */
  draws: z.array(DrawnSnapshotScreen).optional(),
});
export type SnapshotScreen = z.infer<typeof SnapshotScreen>;

const Bytes = { sha256: Sha256, size: z.number().int() };

export const SnapshotFile = z.object({
  /** The name by which code opens it. */
  name: z.string(),
  ...Bytes,
  show_in_editor: z.boolean(),
  display_first: z.boolean(),
  /** Absent in older builds: their files are shown if they are shown in the editor, and all cut after `lines`. */
  preview: z.boolean().optional(),
  /** Number of lines of the preview; null: all. */
  lines: z.number().int().nullable(),
  /** Folders of the screens that have it; empty: all. */
  screens: z.array(z.string()),
});
export type SnapshotFile = z.infer<typeof SnapshotFile>;

export const Snapshot = z.object({
  format: z.literal(1),
  /** Precedes image file names in the HTML; a random uuid, so that no lesson text contains it by chance. */
  image_mark: z.uuid(),
  sequence: z.number().int(),
  lesson: z.unknown().transform(LESSON_FIELDS.read),
  packages: z.array(Package),
  environment: EnvironmentRef.nullable(),
  screens: z.array(SnapshotScreen),
  files: z.array(SnapshotFile),
  images: z.array(z.object({ file_name: z.string(), ...Bytes, type: z.string() })),
  /** Files of the attached datasets, `name/path`. */
  datasets: z.array(z.object({ name: z.string(), sha256: Sha256 })),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Hashes of every file that a build needs besides itself. */
export function hashesOf({ files, images, datasets }: Snapshot): string[] {
  return [...new Set([...files, ...images, ...datasets].map(({ sha256 }) => sha256))];
}
