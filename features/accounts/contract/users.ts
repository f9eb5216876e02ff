import { z } from 'zod';
import { ROLES } from '#platform/contract/roles.ts';
import { route } from '#platform/contract/route.ts';
import { NewPassword, NonEmptyPassword } from './credentials.ts';

/** The signed-in user. `external` selects the reduced interface. */
export const CurrentUser = z.object({
  id: z.number().int(),
  email: z.string(),
  name: z.string(),
  external: z.boolean(),
  role: z.enum(ROLES),
  /** This is a copy of an installation, in quiet mode. Only `getUser` says so. */
  is_quiet: z.literal(true).optional(),
  /** A language model is set, which releases may allow. Only `getUser` says so. */
  has_model: z.literal(true).optional(),
  /** Nothing else is open to this session until the user has added a second factor. Replies to `getUser` and to sign-ins say so. */
  needs_second_factor: z.literal(true).optional(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** How the user signs in. `password`: they have one, and the login page offers it. */
export const SignInMethods = z.object({
  password: z.boolean(),
  providers: z.array(z.object({ name: z.string(), email: z.string(), last_used: z.string() })),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

/** Someone with access, as one that work can be given to. */
export const Person = z.object({ id: z.number().int(), name: z.string(), email: z.string(), external: z.boolean() });
export type Person = z.infer<typeof Person>;

export const userRoutes = {
  getUser: route({
    method: 'GET',
    path: '/api/user',
    summary: 'Returns the signed-in user',
    access: 'signed-in',
    forHeldSessions: true,
    reply: CurrentUser,
  }),
  listPeople: route({
    method: 'GET',
    path: '/api/people',
    summary: 'Returns everyone who has joined and has access, by name',
    access: 'staff',
    reply: z.array(Person),
  }),
  getOwnSignIn: route({
    method: 'GET',
    path: '/api/user/sign-in',
    summary: 'Returns how you sign in: with which providers, and whether with a password',
    access: 'signed-in',
    reply: SignInMethods,
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/user/password',
    summary: 'Changes your password; other sessions end',
    access: 'signed-in',
    perMinute: 20,
    body: z.object({ current_password: NonEmptyPassword, new_password: NewPassword }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['refused'],
  }),
};
