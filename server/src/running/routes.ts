/** The handlers of all routes of this module. */

import { RUNNER_FEATURES } from '#contract/lessons.policy.ts';
import type { runRoutes } from '#contract/runs.ts';
import type { runnerRoutes } from '#contract/runners.ts';
import { forbidden, notFound } from '#server/platform/errors.ts';
import { bearerToken } from '#server/platform/http/visitor.ts';
import { isSameSecret } from '#server/platform/secrets.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Runs } from './runs/runs.ts';
import type { checkTrustRoutes } from '#contract/check-trust.ts';
import type { screenTestRoutes } from '#contract/screen-tests.ts';
import { examineChecks, listExaminedScreens } from './check-trust/examine-checks.ts';
import type { GateKeeper } from './screen-tests/gate.ts';
import { runLessonTests } from './screen-tests/run-lesson-tests.ts';
import type { ScreenTests } from './screen-tests/screen-tests.ts';
import type { FastifyRequest } from 'fastify';
import type { terminalRoutes } from '#contract/terminals.ts';
import type { Platform } from '#server/platform/platform.ts';
import { Terminals } from './terminals/terminals.ts';
import type { applicationRoutes } from '#contract/applications.ts';
import { endApplicationSession, getApplicationSession, openProject } from './applications/applications.ts';

const runHandlers = ({ runners }: Platform, runs: Runs): Handlers<typeof runRoutes> => ({
  runCode: ({ actor, body }) => runs.start(actor, body),
  getCodeRunResults: ({ actor, params }) => runs.result(actor, params),
  getLastRun: ({ actor, params }) => runs.last(actor, params.lessonId, params.screenId),
  listRunnerFeatures: async () => {
    const offered = new Set((await runners.health()).flatMap(({ health }) => health?.requirements ?? []));
    return RUNNER_FEATURES.filter((feature) => offered.has(feature));
  },
  stopRun: async ({ actor, params }) => {
    await runs.stop(actor, params.codeRunId);
    return { ok: true };
  },
});

const screenTestHandlers = (platform: Platform, tests: ScreenTests, gates: GateKeeper): Handlers<typeof screenTestRoutes> => ({
  loadScreenTests: ({ actor, params }) => tests.listOfScreen(actor, params),
  saveScreenTest: ({ actor, params, body }) => tests.save(actor, params, body),
  updateScreenTest: ({ actor, body: { testId, ...changes } }) => tests.update(actor, testId, changes),
  deleteScreenTest: ({ actor, body }) => tests.remove(actor, body.testId),
  runScreenTest: ({ actor, body }) => tests.run(actor, body.screenTestId, body.batch),
  runLessonTests: ({ actor, body }) => runLessonTests(platform, tests, actor, body),
  stopScreenTest: ({ actor, body }) => tests.stop(actor, body.screenTestId),
  listLessonTests: ({ actor, params }) => tests.listOfLesson(actor, params.id),
  listTestStates: ({ actor, params }) => tests.listStatesOfLesson(actor, params.id),
  getScreenGate: ({ actor, params }) => gates.gateOf(actor, params.lessonId, params.screenId),
});

const checkTrustHandlers = (platform: Platform): Handlers<typeof checkTrustRoutes> => ({
  listCheckTrust: ({ actor, params }) => listExaminedScreens(platform, actor, params.id),
  examineChecks: ({ actor, params, body }) => examineChecks(platform, actor, params.id, body),
});

function terminalHandlers(platform: Platform): Handlers<typeof terminalRoutes> {
  const terminals = new Terminals(platform);
  return {
    getRunnerConnection: async ({ actor, body, request }) => {
      const session_id = await terminals.open(actor, body);
      return { url: `/api/terminal/${session_id}`, ...addressOf(platform, request), session_id };
    },
    terminal: ({ params, query, request }, socket) => {
      if (request.visitor !== null) terminals.connect(request.visitor, params.sessionId, query.after, socket);
    },
    checkTerminal: ({ actor, body }) => terminals.check(actor, body),
  };
}

/** Where this server is reached: by its public address, else where the call came in. */
function addressOf({ config }: Pick<Platform, 'config'>, { socket }: FastifyRequest): { ip: string; port: number } {
  const { hostname, port, protocol } = new URL(config.publicUrl);
  const ownPort = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  return { ip: hostname.replace(/^\[|\]$/g, ''), port: config.port === 0 ? (socket.localPort ?? ownPort) : ownPort };
}

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
export const runningModule = (platform: Platform, { runs, tests, gates }: { runs: Runs; tests: ScreenTests; gates: GateKeeper }) => ({
  ...runHandlers(platform, runs),
  ...screenTestHandlers(platform, tests, gates),
  ...checkTrustHandlers(platform),
  ...terminalHandlers(platform),
  ...applicationHandlers(platform),
  ...runnerHandlers(platform),
});
