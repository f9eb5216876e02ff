import { z } from 'zod';
import { route } from './route.ts';

/** A release on the wire: `version_major` is its branch name, `version_minor` its commit (product §2). */
export const Release = z.object({
  id: z.number().int(),
  name: z.string(),
  version_major: z.string(),
  version_minor: z.string().nullable(),
  is_main: z.boolean(),
  sequence: z.number().int(),
  pull_request: z.object({ url: z.string(), status: z.string() }).nullable(),
  commit_status: z.string().nullable(),
  commit_error: z.string().nullable(),
  deletion_date: z.string().nullable(),
});
export type Release = z.infer<typeof Release>;

export const releaseRoutes = {
  listReleases: route({ method: 'GET', path: '/api/releases', summary: 'The releases', access: 'staff', reply: z.array(Release) }),
};
