import { z } from 'zod';
import { route } from './route.ts';

/**
 * Work that takes longer than a second (imports, copies, zips). The caller names it by a uuid, receives its progress on the live
 * topic `operation:{id}`, and may stop it; the call that does the work returns at the end.
 */
export const OperationId = z.uuid();

export const OperationEvent = z.object({
  type: z.literal('progress'),
  /** The current step, for people. */
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
    summary: 'Stops your operation; its results so far are kept or undone, depending on its call',
    access: 'signed-in',
    servedBy: 'holder',
    params: z.object({ operationId: OperationId }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
};
