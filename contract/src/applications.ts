import { z } from 'zod';
import { Id, route } from './route.ts';

/** What one has open of a lesson: its stateful interpreter, and where its applications are reached. */
export const ApplicationSession = z.object({
  id: z.uuid(),
  lesson_id: z.number().int(),
  /** Ports with the address at which the browser reaches them; `is_up`: something listens. */
  ports: z.array(z.object({ port: z.number().int(), url: z.string(), is_up: z.boolean() })),
  started_at: z.string(),
  /** When it ends by itself if nothing happens. */
  ends_at: z.string(),
});
export type ApplicationSession = z.infer<typeof ApplicationSession>;

/** What the page of an application posts to the page around its frame once something of it is to be seen. */
export const FRAME_PAINTED = 'lessonwright:painted';

/** The package that the JupyterLab feature of a lesson needs. */
export const JUPYTERLAB = 'jupyterlab';

const lessonParams = z.object({ id: Id });

export const applicationRoutes = {
  getApplicationSession: route({
    method: 'GET',
    path: '/api/lesson/{id}/session',
    summary: "One's own session of a stateful lesson; null: none is open",
    access: 'signed-in',
    params: lessonParams,
    reply: ApplicationSession.nullable(),
    errors: ['not_found'],
  }),
  endApplicationSession: route({
    method: 'DELETE',
    path: '/api/lesson/{id}/session',
    summary: "Ends one's own session of a lesson: the next run begins afresh",
    access: 'signed-in',
    params: lessonParams,
    reply: z.null(),
    errors: ['not_found'],
  }),
  openProject: route({
    method: 'POST',
    path: '/api/lesson/{id}/project',
    summary: "Opens one's JupyterLab of a lesson, or finds the one that is open (B §2, project view)",
    access: 'signed-in',
    perMinute: 30,
    params: lessonParams,
    reply: z.object({ url: z.string(), session_id: z.uuid() }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
