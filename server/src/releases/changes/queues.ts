import { z } from 'zod';
import { defineQueue } from '#server/platform/jobs.ts';

const ReleasePayload = z.object({ release_id: z.number().int() });

/** One release's saves into commits, in their order. */
export const commitChangesQueue = defineQueue({ name: 'commit-changes', schema: ReleasePayload, policy: 'singleton', isForAll: true });

/** One release's commits to the remote. */
export const pushBranchQueue = defineQueue({ name: 'push-branch', schema: ReleasePayload, policy: 'singleton', isForAll: true });

/** The branch of a release may have moved on the code host: what is new there comes into the rows, where it goes by itself. */
export const takeInQueue = defineQueue({ name: 'take-in', schema: ReleasePayload, policy: 'singleton', isForAll: true });
