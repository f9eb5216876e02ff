import type { staffRoutes } from '#contract/staff.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addStaff, listStaff, renewStaffInvitation, revokeStaff } from './service.ts';

export function staffHandlers(platform: Pick<Platform, 'db' | 'config' | 'live'>): Handlers<typeof staffRoutes> {
  return {
    listStaff: () => listStaff(platform),
    addStaff: ({ actor, body, request }) => addStaff(platform, actor, { email: body.email, address: request.ip }),
    renewStaffInvitation: ({ actor, params, request }) => renewStaffInvitation(platform, actor, { id: params.id, address: request.ip }),
    revokeStaff: ({ actor, params, request }) => revokeStaff(platform, actor, { id: params.id, address: request.ip }),
  };
}
