import { z } from 'zod';
import { Role } from './roles.ts';

/** Somebody who came, or is to come, by a one-time link. `invitation_url` is there only in the reply to the call that made it: it is shown once. */
export const InvitedPerson = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string().nullable(),
  role: Role,
  /** True once the person has set a password. */
  has_joined: z.boolean(),
  invitation_url: z.string().nullable(),
  invitation_expires: z.string().nullable(),
});
export type InvitedPerson = z.infer<typeof InvitedPerson>;
