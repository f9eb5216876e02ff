import { z } from 'zod';
import { SafeHtml } from '#platform/contract/safe-html.ts';
import { AnswerFeedback, items, shortText } from './fields.ts';

export const PREDICT_SCHEMAS = {
  task: z.object({
    kind: z.literal('predict'),
    /** Runs alone: nothing before it, and no data of its own. */
    code: shortText.default(''),
    /** What the code printed when the author ran it; null: it was not run since it was changed. */
    output: shortText.nullable().default(null),
    feedback: items(AnswerFeedback).default([]),
  }),
  ask: z.object({
    kind: z.literal('predict'),
    code: z.string(),
    /** With colors; absent where they are unknown. */
    code_html: SafeHtml.optional(),
  }),
};
