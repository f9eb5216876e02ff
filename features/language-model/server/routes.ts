import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { languageModelRoutes } from '../contract.ts';
import { draftChange } from './draft-change.ts';
import { endpointReply, findModelFor, showRequest } from './prepare-request.ts';
import { listRequestRows } from './queries.ts';

/** The handlers of all routes of this feature. */
export const languageModelHandlers = (platform: Platform): Handlers<typeof languageModelRoutes> => ({
  getModelOffer: async ({ actor, params }) => ({ model: (await findModelFor(platform, actor, params.id))?.model ?? null }),
  prepareModelRequest: ({ actor, params, body }) => showRequest(platform, actor, params, body),
  draftWithModel: ({ actor, params, body }) => draftChange(platform, actor, params, body),
  listModelRequests: async ({ query }) => ({
    endpoint: platform.config.model && endpointReply(platform.config.model),
    ...(await listRequestRows(platform.db, query.before)),
  }),
});
