import { z } from 'zod';
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
};
