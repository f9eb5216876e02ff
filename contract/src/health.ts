import { z } from 'zod';
import { route } from './route.ts';

/** One part of the running product. `reason` is set when it is not up. */
export const PartState = z.object({ up: z.boolean(), reason: z.string().nullable() });
export const PARTS = ['database', 'jobs', 'blobs', 'git', 'code_host', 'runners', 'sandbox'] as const;

/** Where the content repository lives, and whether it answers; `last_error` is of its pull requests, since the start. */
const CodeHostState = z.object({
  kind: z.enum(['local', 'github', 'gitea']),
  name: z.string(),
  is_reachable: z.boolean(),
  last_error: z.object({ text: z.string(), at: z.string() }).nullable(),
});

/** Errors since the start that nothing in the product handled: each is a fault, and is in the log. */
export const UncaughtErrors = z.object({ count: z.number().int(), last_at: z.string().nullable() });

export const healthRoutes = {
  getHealth: route({
    method: 'GET',
    path: '/api/health',
    summary: 'Up or not',
    access: 'public',
    reply: z.object({ up: z.literal(true) }),
  }),
  getReady: route({
    method: 'GET',
    path: '/api/ready',
    summary: 'Each part of the product',
    access: 'staff',
    reply: z.object({
      ready: z.boolean(),
      version: z.string(),
      parts: z.record(z.enum(PARTS), PartState),
      code_host: CodeHostState,
      uncaught_errors: UncaughtErrors,
    }),
  }),
  getOpenApi: route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API as OpenAPI 3.1',
    access: 'public',
    reply: z.record(z.string(), z.unknown()),
  }),
};
