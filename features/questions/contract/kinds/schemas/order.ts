import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';
import { AnswerFeedback, items, line } from './fields.ts';

export const ORDER_SCHEMAS = {
  task: z.object({
    kind: z.literal('order'),
    /** In the right order. Neighbors with the same group may come in any order. */
    lines: items(z.object({ text: line.default(''), group: z.number().int().min(1).max(LIMITS.rowsMax).nullable().default(null) })).default(
      [],
    ),
    /** Lines that don’t belong. */
    distractors: items(line).default([]),
    /** Learners also indent the lines. */
    checks_indentation: z.boolean().default(false),
    /** The lines are code, in the language of the lesson. */
    is_code: z.boolean().default(false),
    /** The right lines in another order or with other indentation are right, too, if the check of the screen accepts them as a program. */
    accepts_other_orders: z.boolean().default(false),
    feedback: items(AnswerFeedback).default([]),
  }),
  ask: z.object({
    kind: z.literal('order'),
    /** Shuffled, with the distractors; without indentation if learners indent them. */
    lines: z.array(z.string()),
    /** With colors, in the same order; absent where they are unknown. */
    lines_html: z.array(SafeHtml).optional(),
    has_indentation: z.boolean(),
    is_code: z.boolean(),
  }),
};
