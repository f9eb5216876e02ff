import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';
import { Email } from './credentials.ts';
import { InvitedUser } from './invitations.ts';

export const staffRoutes = {
  listStaff: route({
    method: 'GET',
    path: '/api/staff',
    summary: 'Returns the owners and the staff',
    access: 'owner',
    reply: z.array(InvitedUser),
  }),
  addStaff: route({
    method: 'POST',
    path: '/api/staff',
    summary: 'Invites a staff member by email; the reply contains the one-time invitation link',
    access: 'owner',
    body: z.object({ email: Email }),
    reply: InvitedUser,
    errors: ['already_exists'],
  }),
  renewStaffInvitation: route({
    method: 'POST',
    path: '/api/staff/{id}/invitation',
    summary: 'Creates a new one-time link, also to reset a forgotten password; earlier ones stop working',
    access: 'owner',
    params: z.object({ id: Id }),
    reply: InvitedUser,
    errors: ['not_found', 'refused'],
  }),
  unlockAccount: route({
    method: 'POST',
    path: '/api/staff/unlock',
    summary: 'Lets a user sign in again whose account is locked after too many wrong passwords',
    access: 'staff',
    body: z.object({ email: Email }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
  revokeStaff: route({
    method: 'DELETE',
    path: '/api/staff/{id}',
    summary: 'Revokes a staff member; sessions and tokens end at once. An owner has to become staff first',
    access: 'owner',
    params: z.object({ id: Id }),
    reply: z.array(InvitedUser),
    errors: ['not_found', 'refused'],
  }),
  setStaffRole: route({
    method: 'PUT',
    path: '/api/staff/{id}/role',
    summary: 'Makes a staff member an owner, or an owner a staff member; there is always an owner left',
    access: 'owner',
    params: z.object({ id: Id }),
    body: z.object({ role: z.enum(['owner', 'staff']) }),
    reply: z.array(InvitedUser),
    errors: ['not_found', 'refused'],
  }),
  resetSecondFactors: route({
    method: 'DELETE',
    path: '/api/staff/{id}/second-factors',
    summary: 'Removes the second factors of a staff member who lost them',
    access: 'owner',
    params: z.object({ id: Id }),
    reply: z.array(InvitedUser),
    errors: ['not_found', 'refused'],
  }),
};
