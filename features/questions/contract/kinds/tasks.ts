import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';

/**
 * What the author of a question writes, by kind; the content of `task` in a question. A question without a task is a multiple choice
 * question: its content is in `select_type` and `answer_options`.
 *
 * A field that is missing has the default here, in calls and in `questions.yaml`, which leaves defaults out. They never change.
 */

const text = z.string().max(LIMITS.textMax, 'This text is too long.');
const line = z.string().max(1_000, 'This answer is too long: it can have at most 1,000 characters.');

const ITEMS_MAX = 100;
const items = <T extends z.ZodType>(item: T) => z.array(item).max(ITEMS_MAX, `There can be at most ${ITEMS_MAX}.`);

/** What learners read after a wrong answer that the author expected: the whole answer, a gap, a line or a choice. */
const AnswerFeedback = z.object({ answer: line.default(''), message: text.default('') });
export type AnswerFeedback = z.infer<typeof AnswerFeedback>;

export const NumberTask = z.object({
  kind: z.literal('number'),
  /** As typed by the author; understood by `readNumber`. */
  value: line.default(''),
  /** How far an answer may be off; empty: not at all. */
  tolerance: line.default(''),
  /** A relative tolerance is a share of the value: 0.01 is one percent. */
  tolerance_type: z.enum(['absolute', 'relative']).default('absolute'),
  /** Learners type it behind the number; empty: none. */
  unit: z.string().max(50, 'A unit can have at most 50 characters.').default(''),
  /** Answers such as 3/4 or 2*pi are calculated. */
  allows_formula: z.boolean().default(false),
  feedback: items(AnswerFeedback).default([]),
});

export const TextTask = z.object({
  kind: z.literal('text'),
  /** One of these is right. `wildcards`: an asterisk stands for any characters. */
  answers: items(z.object({ text: line.default(''), match: z.enum(['exact', 'ignore-case', 'wildcards']).default('ignore-case') })).default(
    [],
  ),
  feedback: items(AnswerFeedback).default([]),
});

export const BlanksTask = z.object({
  kind: z.literal('blanks'),
  /** With gaps: `[[a|b]]` accepts these texts, `[[#3.14 ± 0.01]]` a number, `[[>right|wrong|wrong]]` is a menu. */
  text: text.default(''),
  /** The text is code, in the language of the lesson. */
  is_code: z.boolean().default(false),
  /** Letter case counts in texts. */
  match_case: z.boolean().default(false),
  feedback: items(AnswerFeedback).default([]),
});

export const OrderTask = z.object({
  kind: z.literal('order'),
  /** In the right order. Neighbors with the same group may come in any order. */
  lines: items(z.object({ text: line.default(''), group: z.number().int().min(1).max(ITEMS_MAX).nullable().default(null) })).default([]),
  /** Lines that belong nowhere. */
  distractors: items(line).default([]),
  /** Learners also indent the lines. */
  checks_indentation: z.boolean().default(false),
  /** The lines are code, in the language of the lesson. */
  is_code: z.boolean().default(false),
  feedback: items(AnswerFeedback).default([]),
});

export const MatchTask = z.object({
  kind: z.literal('match'),
  /** Markdown on both sides. Pairs with equal right sides can be exchanged. */
  pairs: items(z.object({ left: text.default(''), right: text.default('') })).default([]),
  /** Right sides that belong to no left one. */
  spares: items(text).default([]),
  feedback: items(AnswerFeedback).default([]),
});

export const PredictTask = z.object({
  kind: z.literal('predict'),
  /** Runs alone: nothing before it, and no data of its own. */
  code: text.default(''),
  /** What the code printed when the author ran it; null: it was not run since it was changed. */
  output: text.nullable().default(null),
  feedback: items(AnswerFeedback).default([]),
});

export const QuestionTask = z.discriminatedUnion('kind', [NumberTask, TextTask, BlanksTask, OrderTask, MatchTask, PredictTask]);
export type QuestionTask = z.infer<typeof QuestionTask>;

/** The schema of a kind; undefined: there is no such kind. */
export function taskSchema(kind: string): z.ZodObject | undefined {
  return QuestionTask.options.find(({ shape }) => shape.kind.value === kind);
}

/** The kinds of question besides multiple choice. */
export type TaskKind = QuestionTask['kind'];
export type TaskOf<K extends TaskKind> = Extract<QuestionTask, { kind: K }>;
