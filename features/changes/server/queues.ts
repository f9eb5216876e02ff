import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

const ReleasePayload = z.object({ release_id: z.number().int() });

/** Commits one release's saves in order. */
export const commitChangesQueue = defineQueue({ name: 'commit-changes', schema: ReleasePayload, policy: 'singleton', isForAll: true });

/** Pushes one release's commits to the remote. */
export const pushBranchQueue = defineQueue({ name: 'push-branch', schema: ReleasePayload, policy: 'singleton', isForAll: true });

/**
 * The branch of a release may have moved on the code host: its new commits are merged into the rows, as far as there
 * are no conflicts.
 */
export const mergeRemoteQueue = defineQueue({ name: 'take-in', schema: ReleasePayload, policy: 'singleton', isForAll: true });
