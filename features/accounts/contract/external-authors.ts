import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';
import { Email } from './credentials.ts';
import { InvitedUser } from './invitations.ts';

/** External users. */
export const externalAuthorRoutes = {
  listExternalAuthors: route({
    method: 'GET',
    path: '/api/external-users',
    summary: 'External authors',
    access: 'staff',
    reply: z.array(InvitedUser),
  }),
  addExternalAuthor: route({
    method: 'POST',
    path: '/api/external-users',
    summary: 'Adds an external author by email; the reply contains the one-time invitation link if password login is enabled',
    access: 'people',
    body: z.object({ email: Email }),
    reply: InvitedUser,
    errors: ['already_exists'],
  }),
  renewInvitation: route({
    method: 'POST',
    path: '/api/external-user/{id}/invitation',
    summary: 'Creates a new one-time link for an author; earlier ones stop working',
    access: 'people',
    params: z.object({ id: Id }),
    reply: InvitedUser,
    errors: ['not_found', 'refused'],
  }),
  revokeExternalAuthor: route({
    method: 'DELETE',
    path: '/api/external-user/{id}',
    summary: 'Revokes an external author; sessions and tokens end immediately',
    access: 'people',
    params: z.object({ id: Id }),
    reply: z.array(InvitedUser),
    errors: ['not_found'],
  }),
};
