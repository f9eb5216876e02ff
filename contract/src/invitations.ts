import { z } from 'zod';
import { Role } from './roles.ts';

/** Somebody who was let in by an address, and comes by a one-time link or by a provider. `invitation_url` is there only in the reply to the call that made it: it is shown once. */
export const InvitedPerson = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string().nullable(),
  role: Role,
  /** True once the person has set a password, or signed in by a provider. */
  has_joined: z.boolean(),
  /** `provider`: the person only signs in by one, and there are no links to passwords. */
  signs_in_by: z.enum(['password', 'provider']),
  invitation_url: z.string().nullable(),
  invitation_expires: z.string().nullable(),
});
export type InvitedPerson = z.infer<typeof InvitedPerson>;
