/** The handlers of all routes of this module. */

import { RUNNER_FEATURES } from '#features/lessons/lessons.policy.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import { bearerToken } from '#platform/server/http/visitor.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isSameSecret } from '#platform/server/secrets.ts';
import type { applicationRoutes } from '../contract/applications.ts';
import type { codeNameRoutes } from '../contract/code-names.ts';
import type { formatCodeRoutes } from '../contract/format-code.ts';
import type { runnerRoutes } from '../contract/runners.ts';
import type { runRoutes } from '../contract/runs.ts';
import { endApplicationSession, getApplicationSession, openProject } from './applications/applications.ts';
import { readCodeNames } from './code-names.ts';
import { formatWithinLimits } from './format-code.ts';
import type { Runs } from './runs.ts';

const runHandlers = ({ runners }: Platform, runs: Runs): Handlers<typeof runRoutes> => ({
  runCode: ({ actor, body }) => runs.start(actor, body),
  getCodeRunResults: ({ actor, params }) => runs.result(actor, params),
  getLastRun: ({ actor, params }) => runs.last(actor, params.lessonId, params.screenId),
  listRunnerFeatures: async () => {
    const offered = new Set((await runners.health()).flatMap(({ health }) => health?.requirements ?? []));
    return RUNNER_FEATURES.filter((feature) => offered.has(feature));
  },
  getRunnerLanguages: () => runners.offers(),
  stopRun: async ({ actor, params }) => {
    await runs.stop(actor, params.codeRunId);
    return { ok: true };
  },
});

const codeNameHandlers = (platform: Platform): Handlers<typeof codeNameRoutes> => ({
  getCodeNames: ({ actor, params }) => readCodeNames(platform, actor, params.id),
});

const formatHandlers: Handlers<typeof formatCodeRoutes> = {
  formatCode: ({ body }) => formatWithinLimits(body),
};

const applicationHandlers = (platform: Platform): Handlers<typeof applicationRoutes> => ({
  getApplicationSession: ({ actor, params }) => getApplicationSession(platform, actor, params.id),
  endApplicationSession: async ({ actor, params }) => {
    await endApplicationSession(platform, actor, params.id);
    return null;
  },
  openProject: ({ actor, params }) => openProject(platform, actor, params.id),
});

const runnerHandlers = ({ runners, config }: Pick<Platform, 'runners' | 'config'>): Handlers<typeof runnerRoutes> => ({
  announceRunner: async ({ params, body, request }) => {
    if (runners.announced === null || config.runnersToken === null) throw notFound('address for runners');
    if (!isSameSecret(bearerToken(request) ?? '', config.runnersToken.reveal()))
      throw forbidden('Wrong token: a runner needs the LESSONWRIGHT_RUNNERS_TOKEN of the servers.');
    await runners.announced.record(params.name, body);
    return { ok: true };
  },
});

/** The handlers of all routes of this module. */
export const runsModule = (platform: Platform, runs: Runs) => ({
  ...runHandlers(platform, runs),
  ...codeNameHandlers(platform),
  ...formatHandlers,
  ...applicationHandlers(platform),
  ...runnerHandlers(platform),
});
