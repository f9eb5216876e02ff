import { type Actor, canCall, ROLES } from '#platform/contract/roles.ts';

/** Whether an actor approves, requests changes and merges. Everyone on staff comments. */
export function mayDecide(actor: Pick<Actor, 'role'>): boolean {
  return canCall('reviewer', actor);
}

/** The roles whose reviews count. */
export const REVIEWER_ROLES = ROLES.filter((role) => mayDecide({ role }));
