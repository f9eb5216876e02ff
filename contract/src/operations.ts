import { z } from 'zod';
import { route } from './route.ts';

/**
 * Work that takes longer than a second (imports, copies, zips). The caller names it by a uuid of its own, hears of its
 * progress on the live topic `operation:{id}`, and may stop it; the call that does the work answers at the end.
 */
export const OperationId = z.uuid();

export const OperationEvent = z.object({
  type: z.literal('progress'),
  /** What is being done now, in words. */
  doing: z.string(),
  done: z.number().int(),
  /** Null: not known yet. */
  total: z.number().int().nullable(),
});
export type OperationEvent = z.infer<typeof OperationEvent>;

export const operationRoutes = {
  stopOperation: route({
    method: 'POST',
    path: '/api/operation/{operationId}/stop',
    summary: "Stops one's own operation; what it has done so far is kept, or taken back, as its call says",
    access: 'signed-in',
    params: z.object({ operationId: OperationId }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
};
