import { canCall, type Role, ROLES } from '#platform/contract/roles.ts';

/** The roles in words. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  lead: 'Lead',
  staff: 'Staff',
  reviewer: 'Reviewer',
  author: 'Author',
  external: 'External author',
};

/** Whose accounts somebody of a role invites, renews, revokes, and between which roles they move people. */
export function managedRoles(role: Role): readonly Role[] {
  if (role === 'owner') return ROLES;
  if (canCall('lead', { role })) return ['external', 'author', 'reviewer'];
  return canCall('people', { role }) ? ['external'] : [];
}

/** Whether an actor may manage the account of somebody with this role. */
export function managesRole(actor: { readonly role: Role }, role: Role): boolean {
  return managedRoles(actor.role).includes(role);
}
