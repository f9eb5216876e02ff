import { z } from 'zod';
import { AnswerFeedback, items, line } from './fields.ts';

export const NUMBER_SCHEMAS = {
  task: z.object({
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
  }),
  /** `has_unit`: learners type it behind the number. It isn't sent: it is part of the answer. */
  ask: z.object({ kind: z.literal('number'), has_unit: z.boolean(), allows_formula: z.boolean() }),
};
