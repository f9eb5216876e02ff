import { z } from 'zod';
import { INT4_MAX, Id, route, RowId } from '#platform/contract/route.ts';

/** What copying screens into another lesson did. */
export const CopiedScreens = z.object({
  /** The ids of the copies, in their order. */
  screens: z.array(z.number().int()),
  /** Files that the screens name and that the lesson has under the same name with other content: its own stayed. */
  kept_files: z.array(z.string()),
  /** The lessons have different languages, so that code of the copies may not run. */
  is_other_language: z.boolean(),
});
export type CopiedScreens = z.infer<typeof CopiedScreens>;

export const copiedScreenRoutes = {
  copyScreens: route({
    method: 'POST',
    path: '/api/lesson/{id}/screens/copy',
    queue: 'heavy',
    summary: 'Copies screens of another lesson into this one with the files that they name, or moves them; all of them, or none',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: z.object({
      /** Ids of screens of one other lesson, in the order that they get. */
      screens: z.array(RowId).min(1).max(200),
      /** The number of the first copy; later screens move down. Absent: at the end. */
      sequence: z.number().int().min(1, 'Screens are numbered from 1.').max(INT4_MAX).optional(),
      /** True: the originals are deleted. They stay in the trash, with their comments. */
      move: z.boolean().default(false),
    }),
    reply: CopiedScreens,
    errors: ['not_found', 'refused', 'too_large'],
  }),
};
