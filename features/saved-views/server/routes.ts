import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { savedViewRoutes } from '../contract.ts';
import { changeSavedView, deleteSavedView, listSavedViews, saveView } from './saved-views.ts';

/** The routes of saved views. */
export const savedViewHandlers = (platform: Platform): Handlers<typeof savedViewRoutes> => ({
  listSavedViews: ({ actor }) => listSavedViews(platform, actor),
  saveView: ({ actor, body }) => saveView(platform, actor, body),
  changeSavedView: ({ actor, params, body }) => changeSavedView(platform, actor, params.id, body),
  deleteSavedView: ({ actor, params }) => deleteSavedView(platform, actor, params.id),
});
