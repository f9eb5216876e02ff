import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

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
    summary: 'Returns whether the server process responds, whatever the state of the database',
    access: 'public',
    isProbe: true,
    reply: z.object({ up: z.literal(true) }),
  }),
  /** Replies 503 if the product can't serve people. The other fields are for staff only. */
  getReady: route({
    method: 'GET',
    path: '/api/ready',
    summary: 'Returns whether the product can serve people (200 or 503), and to staff the state of each part',
    access: 'public',
    perMinute: 600,
    isProbe: true,
    reply: z.object({
      ready: z.boolean(),
      version: z.string().optional(),
      parts: z.record(z.enum(PARTS), PartState).optional(),
      code_host: CodeHostState.optional(),
      uncaught_errors: UncaughtErrors.optional(),
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
