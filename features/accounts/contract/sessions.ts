import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

const Session = z.object({
  id: z.string(),
  /** The one that makes this call. */
  is_current: z.boolean(),
  started: z.string(),
  /** To within ten minutes. */
  last_used: z.string(),
  /** Where it was used last; null for sessions of earlier versions. */
  address: z.string().nullable(),
  /** `Firefox on Linux`; null if unknown. */
  browser: z.string().nullable(),
});
export type Session = z.infer<typeof Session>;

export const sessionRoutes = {
  listSessions: route({
    method: 'GET',
    path: '/api/user/sessions',
    summary: 'Returns where you are signed in, most recently used first',
    access: 'signed-in',
    reply: z.array(Session),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    summary: 'Signs you out of one session; returns the others',
    access: 'signed-in',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{24}$/) }),
    reply: z.array(Session),
    errors: ['not_found'],
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/user/sessions',
    summary: 'Signs you out of every session but this one',
    access: 'signed-in',
    reply: z.array(Session),
  }),
};
