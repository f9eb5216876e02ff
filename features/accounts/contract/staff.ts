import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';
import { Email } from './credentials.ts';
import { InvitedUser } from './invitations.ts';

/** Roles that people on staff are invited with. */
export const StaffRole = z.enum(['lead', 'staff', 'reviewer', 'author']);
export type StaffRole = z.infer<typeof StaffRole>;

export const staffRoutes = {
  listStaff: route({
    method: 'GET',
    path: '/api/staff',
    summary: 'Returns the owners and everyone on staff',
    access: 'lead',
    reply: z.array(InvitedUser),
  }),
  addStaff: route({
    method: 'POST',
    path: '/api/staff',
    summary: 'Invites a staff member by email; the reply contains the one-time invitation link',
    access: 'lead',
    /** Leads add authors and reviewers. */
    body: z.object({ email: Email, role: StaffRole.default('staff') }),
    reply: InvitedUser,
    errors: ['already_exists'],
  }),
  renewStaffInvitation: route({
    method: 'POST',
    path: '/api/staff/{id}/invitation',
    summary: 'Creates a new one-time link, also to reset a forgotten password; earlier ones stop working',
    access: 'lead',
    params: z.object({ id: Id }),
    reply: InvitedUser,
    errors: ['not_found', 'refused'],
  }),
  unlockAccount: route({
    method: 'POST',
    path: '/api/staff/unlock',
    summary: 'Lets a user sign in again whose account is locked after too many wrong passwords',
    access: 'people',
    body: z.object({ email: Email }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
  revokeStaff: route({
    method: 'DELETE',
    path: '/api/staff/{id}',
    summary: 'Revokes a staff member; sessions and tokens end immediately. An owner has to become staff first',
    access: 'lead',
    params: z.object({ id: Id }),
    reply: z.array(InvitedUser),
    errors: ['not_found', 'refused'],
  }),
  setStaffRole: route({
    method: 'PUT',
    path: '/api/staff/{id}/role',
    summary: 'Changes the role of a staff member; at least one owner must remain. Leads choose between author and reviewer',
    access: 'lead',
    params: z.object({ id: Id }),
    body: z.object({ role: z.enum(['owner', 'lead', 'staff', 'reviewer', 'author']) }),
    reply: z.array(InvitedUser),
    errors: ['not_found', 'refused'],
  }),
  resetSecondFactors: route({
    method: 'DELETE',
    path: '/api/staff/{id}/second-factors',
    summary: 'Removes the second factors of a person who lost them: staff or an external author',
    access: 'owner',
    params: z.object({ id: Id }),
    reply: z.array(InvitedUser),
    errors: ['not_found', 'refused'],
  }),
};
