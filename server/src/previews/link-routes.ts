import type { deployRoutes } from '#contract/deploys.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createShareLink, listShareLinks, openPreview, revokeShareLink } from './links.ts';

/** The routes for authors that create, list and end the addresses of builds. */
type LinkRoutes = Pick<typeof deployRoutes, 'openPreview' | 'createShareLink' | 'listShareLinks' | 'revokeShareLink'>;

export const previewLinkHandlers = (platform: Platform): Handlers<LinkRoutes> => ({
  openPreview: ({ actor, params }) => openPreview(platform, actor, params),
  createShareLink: ({ actor, params, body }) => createShareLink(platform, actor, params.id, body),
  listShareLinks: ({ actor, params }) => listShareLinks(platform.db, actor, params.id),
  revokeShareLink: ({ actor, params }) => revokeShareLink(platform, actor, params),
});
