import type { externalAuthorRoutes } from '#contract/external-authors.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addExternalAuthor, listExternalAuthors, renewInvitation, revokeExternalAuthor } from './service.ts';

export function externalAuthorHandlers(platform: Pick<Platform, 'db' | 'config' | 'live'>): Handlers<typeof externalAuthorRoutes> {
  return {
    listExternalAuthors: () => listExternalAuthors(platform),
    addExternalAuthor: ({ actor, body, request }) => addExternalAuthor(platform, actor, { email: body.email, address: request.ip }),
    renewInvitation: ({ actor, params, request }) => renewInvitation(platform, actor, { id: params.id, address: request.ip }),
    revokeExternalAuthor: ({ actor, params, request }) => revokeExternalAuthor(platform, actor, { id: params.id, address: request.ip }),
  };
}
