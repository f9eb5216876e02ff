import { z } from 'zod';

/** Roles of users: regular staff and external authors; the owner is staff who may also change settings. */
export const Role = z.enum(['owner', 'staff', 'external']);
export type Role = z.infer<typeof Role>;

/** Access level of a route. Each level includes the ones to its right: public > signed-in > staff > owner. */
export const Access = z.enum(['public', 'signed-in', 'staff', 'owner']);
export type Access = z.infer<typeof Access>;

/** The part of a user that access rules and policies use. */
export interface Actor {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** Whether `actor` (null: signed out) may call a route of this access level. */
export function canCall(access: Access, actor: Actor | null): boolean {
  switch (access) {
    case 'public':
      return true;
    case 'signed-in':
      return actor !== null;
    case 'staff':
      return actor !== null && actor.role !== 'external';
    case 'owner':
      return actor !== null && actor.role === 'owner';
  }
}
