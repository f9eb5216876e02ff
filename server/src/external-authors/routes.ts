import type { externalAuthorRoutes } from '#contract/external-authors.ts';
import { invitePerson, listPeople, renewInvitation, revokePerson } from '#server/invitations/service.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';

const role = 'external';

/** External authors follow the rules of every invited user. */
export function externalAuthorHandlers(platform: Pick<Platform, 'db' | 'config' | 'live'>): Handlers<typeof externalAuthorRoutes> {
  return {
    listExternalAuthors: () => listPeople(platform, [role]),
    addExternalAuthor: ({ actor, body, request }) => invitePerson(platform, actor, { role, email: body.email, address: request.ip }),
    renewInvitation: ({ actor, params, request }) => renewInvitation(platform, actor, { role, id: params.id, address: request.ip }),
    revokeExternalAuthor: async ({ actor, params, request }) => {
      await revokePerson(platform, actor, { role, id: params.id, address: request.ip });
      return listPeople(platform, [role]);
    },
  };
}
