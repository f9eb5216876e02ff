import { z } from 'zod';
import { Email } from './login.ts';
import { Id, route } from './route.ts';

/** B §3. `invitation_url` is there only in the reply to the call that made it: it is shown once. */
export const ExternalAuthor = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string().nullable(),
  /** True once the author has set a password. */
  has_joined: z.boolean(),
  invitation_url: z.string().nullable(),
  invitation_expires: z.string().nullable(),
});
export type ExternalAuthor = z.infer<typeof ExternalAuthor>;

export const externalAuthorRoutes = {
  listExternalAuthors: route({
    method: 'GET',
    path: '/api/external-users',
    summary: 'External authors',
    access: 'staff',
    reply: z.array(ExternalAuthor),
  }),
  addExternalAuthor: route({
    method: 'POST',
    path: '/api/external-users',
    summary: 'Adds an external author by email; the reply carries the one-time invitation link',
    access: 'staff',
    body: z.object({ email: Email }),
    reply: ExternalAuthor,
    errors: ['already_exists'],
  }),
  renewInvitation: route({
    method: 'POST',
    path: '/api/external-user/{id}/invitation',
    summary: 'A fresh one-time link for an author; earlier ones stop working',
    access: 'staff',
    params: z.object({ id: Id }),
    reply: ExternalAuthor,
    errors: ['not_found'],
  }),
  revokeExternalAuthor: route({
    method: 'DELETE',
    path: '/api/external-user/{id}',
    summary: 'Revokes an external author; sessions and tokens end at once',
    access: 'staff',
    params: z.object({ id: Id }),
    reply: z.array(ExternalAuthor),
    errors: ['not_found'],
  }),
};
