// Pages load this first, so it imports no schema.

/** Roles of users, from the one that may do least. Each may do what those before it may. */
export const ROLES = ['external', 'author', 'reviewer', 'staff', 'lead', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** Everyone but external authors. */
export const STAFF_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'external');

/**
 * Access level of a route, from the most open one:
 *
 * - `staff`: everything about content, releases and datasets;
 * - `reviewer`: deciding what is published;
 * - `people`: external authors, locked accounts, the audit trail, the API console and Debug;
 * - `lead`: authors and reviewers;
 * - `owner`: everyone, and the rules of the installation.
 */
export const ACCESS = ['public', 'signed-in', 'staff', 'reviewer', 'people', 'lead', 'owner'] as const;
export type Access = (typeof ACCESS)[number];

/** The first role that has the access. */
const FROM: Readonly<Record<Exclude<Access, 'public'>, Role>> = {
  'signed-in': 'external',
  staff: 'author',
  reviewer: 'reviewer',
  people: 'staff',
  lead: 'lead',
  owner: 'owner',
};

/** The part of a user that access rules and policies use. */
export interface Actor {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** Whether `actor` (null: signed out) may call a route of this access level. */
export function canCall(access: Access, actor: Pick<Actor, 'role'> | null): boolean {
  if (access === 'public') return true;
  return actor !== null && ROLES.indexOf(actor.role) >= ROLES.indexOf(FROM[access]);
}
