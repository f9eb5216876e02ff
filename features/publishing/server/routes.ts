import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { deployRoutes } from '../contract/deploys.ts';
import type { previewRoutes } from '../contract/previews.ts';
import { sendBundle } from './deploys/bundle.ts';
import { getDeploy, getLatestDeploy, listDeploys } from './deploys/deploys.ts';
import { startDeploy, stopDeploy } from './deploys/start-deploy.ts';
import { createShareLink, listShareLinks, openPreview, revokeShareLink } from './previews/links.ts';
import type { Previews } from './previews/previews.ts';
import { readShownFile, sendImage } from './previews/show-files.ts';

/** The calls that make and list deploys. */
type MakingRoutes = Pick<
  typeof deployRoutes,
  'listDeploys' | 'startDeploy' | 'getLatestDeploy' | 'getDeploy' | 'stopDeploy' | 'getDeployBundle'
>;

const deployHandlers = (platform: Platform): Handlers<MakingRoutes> => ({
  listDeploys: ({ actor, params }) => listDeploys(platform, actor, params.id),
  startDeploy: ({ actor, params, body }) => startDeploy(platform, actor, params.id, body),
  getLatestDeploy: ({ actor, params }) => getLatestDeploy(platform, actor, params.id),
  getDeploy: ({ actor, params, query }) => getDeploy(platform, actor, params, query.log_from),
  stopDeploy: ({ actor, params }) => stopDeploy(platform, actor, params.id, params.buildNumber),
  getDeployBundle: ({ params, reply }) => sendBundle(platform, params.token, reply),
});

/** The calls of authors that make, list and end the addresses of builds. */
type LinkRoutes = Pick<typeof deployRoutes, 'openPreview' | 'createShareLink' | 'listShareLinks' | 'revokeShareLink'>;

const previewLinkHandlers = (platform: Platform): Handlers<LinkRoutes> => ({
  openPreview: ({ actor, params }) => openPreview(platform, actor, params),
  createShareLink: ({ actor, params, body }) => createShareLink(platform, actor, params.id, body),
  listShareLinks: ({ actor, params }) => listShareLinks(platform.db, actor, params.id),
  revokeShareLink: ({ actor, params }) => revokeShareLink(platform, actor, params),
});

export const previewHandlers = (platform: Parameters<typeof sendImage>[0], previews: Previews): Handlers<typeof previewRoutes> => ({
  getPreview: ({ params, query }) => previews.show(params.token, query.visitor),
  getPreviewImage: async ({ params, reply }) => sendImage(platform, await previews.open(params.token), params.fileName, reply),
  getPreviewFile: async ({ params }) => readShownFile(platform, await previews.open(params.token), params.name),
  answerPreview: ({ params, body }) => previews.answer(params, body),
  runPreview: ({ params, body, request }) => previews.run(params, { ...body, address: request.ip }),
  runPreviewAnswer: ({ params, body, request }) => previews.runAnswer(params, { ...body, address: request.ip }),
  getPreviewRun: ({ params }) => previews.runResult(params.token, params.runId),
  stopPreviewRun: async ({ params }) => {
    await previews.stopRun(params.token, params.runId);
    return { ok: true };
  },
  getPreviewSolution: ({ params, query }) => previews.solution(params, query.visitor),
  reportPreviewProblem: async ({ params, body, request }) => {
    await previews.report(params, { ...body, address: request.ip });
    return { ok: true };
  },
  gradePreview: ({ params, body }) => previews.grade(params.token, body),
  openPreviewTerminal: async ({ params, body }) => ({ url: await previews.openTerminal(params, body) }),
  previewTerminal: ({ params, query }, socket) => void previews.connect(params.token, params.sessionId, query.after, socket),
  checkPreviewTerminal: ({ params, body }) => previews.checkTerminal(params, body),
});

/** The handlers of all routes of this module. */
export const publishingModule = (platform: Platform, previews: Previews) => ({
  ...deployHandlers(platform),
  ...previewLinkHandlers(platform),
  ...previewHandlers(platform, previews),
});
