import { z } from 'zod';
import { SafeHtml } from '#platform/contract/safe-html.ts';
import { AnswerFeedback, items, shortText } from './fields.ts';

export const MATCH_SCHEMAS = {
  task: z.object({
    kind: z.literal('match'),
    /** Markdown on both sides. Pairs with equal right sides can be exchanged. */
    pairs: items(z.object({ left: shortText.default(''), right: shortText.default('') })).default([]),
    /** Right sides that belong to no left one. */
    spares: items(shortText).default([]),
    feedback: items(AnswerFeedback).default([]),
  }),
  ask: z.object({
    kind: z.literal('match'),
    lefts: z.array(SafeHtml),
    /** Shuffled, with the spares; each once. */
    choices: z.array(SafeHtml),
  }),
};
