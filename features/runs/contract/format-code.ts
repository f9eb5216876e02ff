import { z } from 'zod';
import { FORMATTED_LANGUAGES } from '#platform/contract/languages.ts';
import { route } from '#platform/contract/route.ts';

/** Longer code isn't written by hand, and formatting SQL of this length takes a second. */
export const FORMAT_MAX = 100_000;

/** Formatted code, or why it has to stay as it is. */
const Formatted = z.union([
  z.object({ code: z.string() }),
  z.object({
    /** What the formatter couldn't read. */
    problem: z.string(),
    /** Counted from 1; null: unknown. */
    line: z.number().int().nullable(),
  }),
]);
export type Formatted = z.infer<typeof Formatted>;

/** Databases whose SQL differs. */
const Dialect = z.enum(['sqlite', 'postgres']);
export type Dialect = z.infer<typeof Dialect>;

export const formatCodeRoutes = {
  formatCode: route({
    method: 'POST',
    path: '/api/format-code',
    queue: 'heavy',
    summary: 'Formats Python, R or SQL, or says which line can’t be read. Nothing is stored',
    access: 'signed-in',
    perMinute: 120,
    body: z.object({
      language: z.enum(FORMATTED_LANGUAGES),
      /** Of SQL. */
      dialect: Dialect.default('sqlite'),
      code: z.string().max(FORMAT_MAX, 'This code is too long to be formatted.'),
    }),
    reply: Formatted,
    errors: ['refused', 'unavailable'],
  }),
};
