import { z } from 'zod';
import { route } from './route.ts';

/** One part of the running product. `reason` is set when it is not up. */
export const PartState = z.object({ up: z.boolean(), reason: z.string().nullable() });
export const PARTS = ['database', 'jobs', 'blobs', 'git', 'runners', 'sandbox'] as const;

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
    reply: z.object({ ready: z.boolean(), version: z.string(), parts: z.record(z.enum(PARTS), PartState) }),
  }),
  getOpenApi: route({
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This API as OpenAPI 3.1',
    access: 'public',
    reply: z.record(z.string(), z.unknown()),
  }),
};
