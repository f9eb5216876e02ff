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

/** How the signed-in person comes in. `password`: they have one, and it is offered at the login page. */
export const OwnSignIn = z.object({
  password: z.boolean(),
  providers: z.array(z.object({ name: z.string(), email: z.string(), last_used: z.string() })),
});
export type OwnSignIn = z.infer<typeof OwnSignIn>;

export const userRoutes = {
  getUser: route({
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in user',
    access: 'signed-in',
    reply: CurrentUser,
  }),
  getOwnSignIn: route({
    method: 'GET',
    path: '/api/user/sign-in',
    summary: 'How one signs in: by which providers, and whether by a password',
    access: 'signed-in',
    reply: OwnSignIn,
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
