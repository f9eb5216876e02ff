import { z } from 'zod';
import { AnswerFeedback, items, text } from './fields.ts';

export const PREDICT_SCHEMAS = {
  task: z.object({
    kind: z.literal('predict'),
    /** Runs alone: nothing before it, and no data of its own. */
    code: text.default(''),
    /** What the code printed when the author ran it; null: it was not run since it was changed. */
    output: text.nullable().default(null),
    feedback: items(AnswerFeedback).default([]),
  }),
  ask: z.object({ kind: z.literal('predict'), code: z.string() }),
};
