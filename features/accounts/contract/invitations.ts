import { z } from 'zod';
import { ROLES } from '#platform/contract/roles.ts';

/**
 * A person invited by email address, who joins by a one-time link or a provider. `invitation_url` is only present in the reply to
 * the call that created it.
 */
export const InvitedUser = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  /** True once the person has set a password or signed in through a provider. */
  has_joined: z.boolean(),
  /** `provider`: the person only signs in through one, and there are no links to set a password. */
  signs_in_by: z.enum(['password', 'provider']),
  has_second_factor: z.boolean(),
  /** Until then, no password signs the person in, because too many were wrong. Null: the account isn't locked. */
  locked_until: z.string().nullable(),
  /** When they last used the product, to about ten minutes; null: never. */
  last_seen: z.string().nullable(),
  invitation_url: z.string().nullable(),
  invitation_expires: z.string().nullable(),
});
export type InvitedUser = z.infer<typeof InvitedUser>;
