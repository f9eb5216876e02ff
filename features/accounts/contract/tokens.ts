import { z } from 'zod';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, route } from '#platform/contract/route.ts';
import { Email } from './credentials.ts';

export const PersonalToken = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  created: z.string(),
  last_used: z.string().nullable(),
  /** When it stops working, by the rules of the installation; null: never. */
  expires: z.string().nullable(),
  /** Works only for what assistants may do: reading, trying and proposing. */
  is_for_assistants: z.boolean(),
});
export type PersonalToken = z.infer<typeof PersonalToken>;

export const tokenRoutes = {
  listTokens: route({
    method: 'GET',
    path: '/api/tokens',
    summary: 'Returns your personal tokens',
    access: 'signed-in',
    reply: z.array(PersonalToken),
  }),
  createToken: route({
    method: 'POST',
    path: '/api/tokens',
    summary: 'Creates a personal token, which is only returned here. The owner may name another person by email',
    access: 'signed-in',
    body: z.object({
      name: oneLine(100).min(1, 'The name cannot be empty.'),
      email: Email.optional(),
      is_for_assistants: z.boolean().default(false),
    }),
    reply: z.object({ id: z.number().int(), token: z.string() }),
    errors: ['not_found', 'refused'],
  }),
  deleteToken: route({
    method: 'DELETE',
    path: '/api/tokens/{id}',
    summary: 'Revokes your token',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
};
