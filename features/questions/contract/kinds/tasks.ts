import { z } from 'zod';
import { KIND_SCHEMAS, type SchemasOf } from './schemas/kind-schemas.ts';

/**
 * What the author of a question writes, by kind; the content of `task` in a question. A question without a task is a multiple choice
 * question: its content is in `select_type` and `answer_options`.
 *
 * A field that is missing has the default here, in calls and in `questions.yaml`, which leaves defaults out. They never change.
 */

export const QuestionTask = z.discriminatedUnion('kind', KIND_SCHEMAS.map(({ task }) => task) as unknown as SchemasOf<'task'>);
export type QuestionTask = z.infer<typeof QuestionTask>;

/** The schema of a kind; undefined: there is no such kind. */
export function taskSchema(kind: string): z.ZodObject | undefined {
  return QuestionTask.options.find(({ shape }) => shape.kind.value === kind);
}

/** The kinds of question besides multiple choice. */
export type TaskKind = QuestionTask['kind'];
export type TaskOf<K extends TaskKind> = Extract<QuestionTask, { kind: K }>;
