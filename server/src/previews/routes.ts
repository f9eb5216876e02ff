import type { previewRoutes } from '#contract/previews.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Previews } from './service.ts';
import { readShownFile, sendImage } from './show-files.ts';

export const previewHandlers = (platform: Pick<Platform, 'blobs'>, previews: Previews): Handlers<typeof previewRoutes> => ({
  getPreview: ({ params }) => previews.show(params.token),
  getPreviewImage: async ({ params, reply }) => sendImage(platform, await previews.open(params.token), params.fileName, reply),
  getPreviewFile: async ({ params }) => readShownFile(platform, await previews.open(params.token), params.name),
  answerPreview: ({ params, body }) => previews.answer(params, body),
  runPreview: ({ params, body, request }) => previews.run(params, { ...body, address: request.ip }),
  getPreviewRun: ({ params }) => previews.runResult(params.token, params.runId),
  stopPreviewRun: async ({ params }) => {
    await previews.stopRun(params.token, params.runId);
    return { ok: true };
  },
  gradePreview: ({ params, body }) => previews.grade(params.token, body),
  openPreviewTerminal: async ({ params, body }) => ({ url: await previews.openTerminal(params, body) }),
  previewTerminal: ({ params, query }, socket) => void previews.connect(params.token, params.sessionId, query.after, socket),
  checkPreviewTerminal: ({ params, body }) => previews.checkTerminal(params, body),
});
