import { z } from 'zod';
import { NewPassword, TypedPassword } from './credentials.ts';
import { Role } from './roles.ts';
import { route } from './route.ts';

/** The person who is signed in (A §3). `external` decides the reduced interface of A §6. */
export const CurrentUser = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  external: z.boolean(),
  role: Role,
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const userRoutes = {
  getUser: route({
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in user',
    access: 'signed-in',
    reply: CurrentUser,
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/user/password',
    summary: "Changes one's own password; the other sessions end",
    access: 'signed-in',
    perMinute: 20,
    body: z.object({ current_password: TypedPassword, new_password: NewPassword }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['refused'],
  }),
};
