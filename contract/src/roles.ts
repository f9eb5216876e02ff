import { z } from 'zod';

/**
 * Who somebody is. A §6 and B §6 know regular staff and external authors; the owner is staff
 * who may also change settings (product §9).
 */
export const Role = z.enum(['owner', 'staff', 'external']);
export type Role = z.infer<typeof Role>;

/** Who may call a route. Each level includes the ones to its right: public > signed-in > staff > owner. */
export const Access = z.enum(['public', 'signed-in', 'staff', 'owner']);
export type Access = z.infer<typeof Access>;

/** The part of a user that access rules and policies look at. */
export interface Actor {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
}

/** True when `actor` (null: signed out) may call a route of this access level. */
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
