import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';

/** The user's session of a lesson: its stateful interpreter, and the addresses of its applications. */
export const ApplicationSession = z.object({
  id: z.uuid(),
  lesson_id: z.number().int(),
  /** Ports and their addresses in the browser; `is_up`: something is listening. */
  ports: z.array(z.object({ port: z.number().int(), url: z.string(), is_up: z.boolean() })),
  started_at: z.string(),
  /** When the session ends if it stays idle. */
  ends_at: z.string(),
});
export type ApplicationSession = z.infer<typeof ApplicationSession>;

/** The message that an application's page posts to the page around its frame once it has painted something. */
export const FRAME_PAINTED = 'lessonwright:painted';

/** The package that the JupyterLab feature of a lesson needs. */
export const JUPYTERLAB = 'jupyterlab';

const lessonParams = z.object({ id: Id });

export const applicationRoutes = {
  getApplicationSession: route({
    method: 'GET',
    path: '/api/lesson/{id}/session',
    summary: 'Returns your session of a stateful lesson; null if none is open',
    access: 'signed-in',
    params: lessonParams,
    reply: ApplicationSession.nullable(),
    errors: ['not_found'],
  }),
  endApplicationSession: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/session',
    summary: 'Ends your session of a lesson; the next run starts a new one',
    access: 'signed-in',
    params: lessonParams,
    reply: z.null(),
    errors: ['not_found'],
  }),
  openProject: route({
    method: 'POST',
    path: '/api/lesson/{id}/project',
    summary: 'Opens your JupyterLab of a lesson, or returns the open one',
    access: 'signed-in',
    perMinute: 30,
    params: lessonParams,
    reply: z.object({ url: z.string(), session_id: z.uuid() }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
