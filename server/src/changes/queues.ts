import { z } from 'zod';
import { defineQueue } from '#server/platform/jobs.ts';

const ReleasePayload = z.object({ release_id: z.number().int() });

/** One release's saves into commits, in their order. */
export const commitChangesQueue = defineQueue({ name: 'commit-changes', schema: ReleasePayload, policy: 'singleton' });

/** One release's commits to the remote. */
export const pushBranchQueue = defineQueue({ name: 'push-branch', schema: ReleasePayload, policy: 'singleton' });
