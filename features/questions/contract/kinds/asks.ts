import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';

/** What a learner gets of a task: never an answer. */

export const QuestionAsk = z.discriminatedUnion('kind', [
  /** `has_unit`: learners type it behind the number. It isn't sent: it is part of the answer. */
  z.object({ kind: z.literal('number'), has_unit: z.boolean(), allows_formula: z.boolean() }),
  z.object({ kind: z.literal('text') }),
  z.object({
    kind: z.literal('blanks'),
    /** Texts, and between them gaps. `choices`: of a menu; null: learners type. */
    pieces: z.array(z.union([z.string(), z.object({ choices: z.array(z.string()).nullable() })])),
    is_code: z.boolean(),
  }),
  z.object({
    kind: z.literal('order'),
    /** Shuffled, with the distractors; without indentation if learners indent them. */
    lines: z.array(z.string()),
    has_indentation: z.boolean(),
    is_code: z.boolean(),
  }),
  z.object({
    kind: z.literal('match'),
    lefts: z.array(SafeHtml),
    /** Shuffled, with the spares; each once. */
    choices: z.array(SafeHtml),
  }),
  z.object({ kind: z.literal('predict'), code: z.string() }),
]);
export type QuestionAsk = z.infer<typeof QuestionAsk>;
export type AskOf<K extends QuestionAsk['kind']> = Extract<QuestionAsk, { kind: K }>;

/**
 * What a learner gives, by kind:
 * - number, text, predict: the text, alone;
 * - blanks: the text of each gap;
 * - order: the chosen lines in order, each as its index in `lines`, or as `index:indent` with levels of indentation;
 * - match: the index in `choices` for each left side, or an empty text;
 * - choice: the index of each picked option.
 */
export const Given = z.array(z.string().max(LIMITS.answerMax)).max(200);
export type Given = readonly string[];
