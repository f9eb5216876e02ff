import type { runRoutes } from '#contract/runs.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Runs } from './service.ts';

export const runHandlers = (runs: Runs): Handlers<typeof runRoutes> => ({
  runCode: ({ actor, body }) => runs.start(actor, body),
  getCodeRunResults: ({ actor, params }) => runs.result(actor, params),
  getLastRun: ({ actor, params }) => runs.last(actor, params.lessonId, params.screenId),
  stopRun: async ({ actor, params }) => {
    await runs.stop(actor, params.codeRunId);
    return { ok: true };
  },
});
