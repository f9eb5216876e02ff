import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';

/** Names that the code of a lesson can use, for completion while it is written. */
export const CodeNames = z.object({
  /** The files that code can open: data files and those of datasets. */
  files: z.array(
    z.object({
      /** The path by which code opens it. */
      name: z.string(),
      /** The names in the first row of a CSV or TSV file. */
      columns: z.array(z.string()),
    }),
  ),
  /** The tables that SQL finds; empty in other languages. */
  tables: z.array(
    z.object({
      /** The name of its database; null: the main one, which needs no name. */
      schema: z.string().nullable(),
      name: z.string(),
      /** Empty: unknown. */
      columns: z.array(z.string()),
    }),
  ),
  /** The packages of the lesson, by the names under which code imports them. */
  packages: z.array(z.string()),
});
export type CodeNames = z.infer<typeof CodeNames>;

export const codeNameRoutes = {
  getCodeNames: route({
    method: 'GET',
    path: '/api/lesson/{id}/code-names',
    summary: 'Returns the names that the code of a lesson can use: files and their columns, tables, packages',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: CodeNames,
    errors: ['not_found', 'unavailable'],
  }),
};
