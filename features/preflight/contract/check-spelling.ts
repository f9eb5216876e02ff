import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { Id, route } from '#platform/contract/route.ts';

export const spellingRoutes = {
  checkSpelling: route({
    method: 'POST',
    path: '/api/lesson/{id}/spelling',
    queue: 'heavy',
    summary: 'Returns those of some words that preflight would report as unknown if they were in a text of the lesson',
    access: 'signed-in',
    perMinute: 120,
    params: z.object({ id: Id }),
    body: z.object({
      words: z.array(z.string().min(1).max(100)).max(LIMITS.spelledMax),
      /** Looks for up to five similar words each, which takes some 20 ms. */
      with_proposals: z.boolean().default(false),
    }),
    reply: z.array(
      z.object({
        word: z.string(),
        /** By which `acceptFinding` adds the word to those that all lessons may use. */
        fingerprint: z.string(),
        /** The nearest first. */
        proposals: z.array(z.string()),
      }),
    ),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
