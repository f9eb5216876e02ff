import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { RunnerAnnouncement, RunnerName } from '#platform/contract/runner-protocol.ts';

/** Called by runners, which authenticate with the token of the runners (`LESSONWRIGHT_RUNNERS_TOKEN`) instead of a user's. */
export const runnerRoutes = {
  announceRunner: route({
    method: 'PUT',
    path: '/api/runners/{name}',
    summary: 'Announces a runner, its address and its state; called by the runner itself with the token of the runners',
    access: 'public',
    params: z.object({ name: RunnerName }),
    body: RunnerAnnouncement,
    bodyLimit: 256 * 1024,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found', 'forbidden', 'already_exists'],
  }),
};
