import { z } from 'zod';
import { route } from './route.ts';

/** One part of the running product. `reason` is set if it isn't up. */
export const PartState = z.object({ up: z.boolean(), reason: z.string().nullable() });
export const PARTS = ['database', 'jobs', 'blobs', 'git', 'code_host', 'runners', 'sandbox'] as const;

/** Where the content repository is, and whether it responds; `last_error` is the last one of its pull requests since the start. */
const CodeHostState = z.object({
  kind: z.enum(['local', 'github', 'gitea']),
  name: z.string(),
  is_reachable: z.boolean(),
  last_error: z.object({ text: z.string(), at: z.string() }).nullable(),
});

/** Unhandled errors since the start: each is a bug, and is in the log. */
export const UncaughtErrors = z.object({ count: z.number().int(), last_at: z.string().nullable() });

export const healthRoutes = {
  getHealth: route({
    method: 'GET',
    path: '/api/health',
    summary: 'Returns whether the product is up',
    access: 'public',
    reply: z.object({ up: z.literal(true) }),
  }),
  getReady: route({
    method: 'GET',
    path: '/api/ready',
    summary: 'Returns the state of each part of the product',
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
    summary: 'Returns this API as OpenAPI 3.1',
    access: 'public',
    reply: z.record(z.string(), z.unknown()),
  }),
};
