import { z } from 'zod';
import { SafeHtml } from '#platform/contract/safe-html.ts';
import { AnswerFeedback, items, shortText } from './fields.ts';

export const BLANKS_SCHEMAS = {
  task: z.object({
    kind: z.literal('blanks'),
    /** With gaps: `[[a|b]]` accepts these texts, `[[#3.14 ± 0.01]]` a number, `[[>right|wrong|wrong]]` is a menu. */
    text: shortText.default(''),
    /** The text is code, in the language of the lesson. */
    is_code: z.boolean().default(false),
    /** Letter case counts in texts. */
    match_case: z.boolean().default(false),
    feedback: items(AnswerFeedback).default([]),
  }),
  ask: z.object({
    kind: z.literal('blanks'),
    /** Texts, and between them gaps. `choices`: of a menu; null: learners type. */
    pieces: z.array(z.union([z.string(), z.object({ choices: z.array(z.string()).nullable() })])),
    /** The texts with colors, in their places; absent where they are unknown. */
    pieces_html: z.array(SafeHtml.nullable()).optional(),
    is_code: z.boolean(),
  }),
};
