import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { AnswerFeedback, items, line } from './fields.ts';

export const ORDER_SCHEMAS = {
  task: z.object({
    kind: z.literal('order'),
    /** In the right order. Neighbors with the same group may come in any order. */
    lines: items(z.object({ text: line.default(''), group: z.number().int().min(1).max(LIMITS.rowsMax).nullable().default(null) })).default(
      [],
    ),
    /** Lines that belong nowhere. */
    distractors: items(line).default([]),
    /** Learners also indent the lines. */
    checks_indentation: z.boolean().default(false),
    /** The lines are code, in the language of the lesson. */
    is_code: z.boolean().default(false),
    feedback: items(AnswerFeedback).default([]),
  }),
  ask: z.object({
    kind: z.literal('order'),
    /** Shuffled, with the distractors; without indentation if learners indent them. */
    lines: z.array(z.string()),
    has_indentation: z.boolean(),
    is_code: z.boolean(),
  }),
};
