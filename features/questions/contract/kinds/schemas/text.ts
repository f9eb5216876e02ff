import { z } from 'zod';
import { AnswerFeedback, items, line } from './fields.ts';

export const TEXT_SCHEMAS = {
  task: z.object({
    kind: z.literal('text'),
    /** One of these is right. `wildcards`: an asterisk stands for any characters. */
    answers: items(
      z.object({ text: line.default(''), match: z.enum(['exact', 'ignore-case', 'wildcards']).default('ignore-case') }),
    ).default([]),
    feedback: items(AnswerFeedback).default([]),
  }),
  ask: z.object({ kind: z.literal('text') }),
};
