import type { FastifyRequest } from 'fastify';
import type { liveRoutes } from '#platform/contract/live.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound } from '#platform/server/errors.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { externalAuthorRoutes } from '../contract/external-authors.ts';
import type { groupRoutes } from '../contract/groups.ts';
import type { ruleRoutes } from '../contract/rules.ts';
import type { secondFactorRoutes } from '../contract/second-factors.ts';
import type { sessionRoutes } from '../contract/sessions.ts';
import type { staffRoutes } from '../contract/staff.ts';
import type { tokenRoutes } from '../contract/tokens.ts';
import type { userRoutes } from '../contract/users.ts';
import { watchEndedAccess } from './administer-people.ts';
import { changePassword } from './change-password.ts';
import { createGroup, deleteGroup, listGroups, saveGroup } from './groups.ts';
import { inviteUser, listInvitedUsers, renewInvitation, revokeUser } from './invitations.ts';
import { LockOut } from './lock-out.ts';
import { isStillSignedIn } from './login/identify-visitor.ts';
import { loginHandlers } from './login/routes.ts';
import { changeInstallationRules, countEndedTokens, getInstallationRules } from './rules.ts';
import { SecondFactorService } from './second-factors/second-factors.ts';
import { endOtherSessions, endOwnSession, listSessions } from './sessions.ts';
import { getSignInMethods } from './sign-in-methods.ts';
import { addStaff, listStaff, renewStaffInvitation, resetSecondFactors, revokeStaff, setStaffRole } from './staff.ts';
import { createToken, deleteToken, listTokens } from './tokens.ts';
import { findActiveUserByEmail, getUser, listPeople, toCurrentUser } from './users.ts';

function userHandlers(platform: Pick<Platform, 'db' | 'config' | 'live' | 'log'>, lockOut: LockOut): Handlers<typeof userRoutes> {
  return {
    getUser: async ({ actor, request }) => ({
      ...toCurrentUser(await getUser(platform.db, actor.id)),
      ...(platform.config.quiet ? { is_quiet: true } : {}),
      ...(platform.config.model === null ? {} : { has_model: true }),
      ...(request.visitor?.needsSecondFactor ? { needs_second_factor: true } : {}),
    }),
    listPeople: () => listPeople(platform.db),
    getOwnSignIn: ({ actor }) => getSignInMethods(platform, actor),
    changePassword: async ({ actor, body, request }) => {
      const { email } = await getUser(platform.db, actor.id);
      const input = {
        current: body.current_password,
        chosen: body.new_password,
        credential: request.visitor?.credential ?? null,
        address: request.ip,
      };
      // A session that was left open is no place to guess from.
      await lockOut.during({ email, address: request.ip }, () => changePassword(platform, actor, input));
      return { ok: true };
    },
  };
}

function sessionHandlers(platform: Pick<Platform, 'db' | 'live'>): Handlers<typeof sessionRoutes> {
  const list = (actor: Actor, request: FastifyRequest) => listSessions(platform.db, actor, request.visitor?.credential ?? null);
  return {
    listSessions: ({ actor, request }) => list(actor, request),
    endSession: async ({ actor, params, request }) => {
      await endOwnSession(platform, actor, params.id);
      return list(actor, request);
    },
    endOtherSessions: async ({ actor, request }) => {
      await endOtherSessions(platform, actor, request.visitor?.credential ?? null);
      return list(actor, request);
    },
  };
}

const secondFactorHandlers = (factors: SecondFactorService): Handlers<typeof secondFactorRoutes> => ({
  listSecondFactors: ({ actor }) => factors.list(actor),
  startTotp: ({ actor }) => factors.startTotp(actor),
  addTotp: (call) => factors.addTotp(call, call.body),
  startPasskey: async (call) => ({ options: await factors.startPasskey(call, call.body) }),
  addPasskey: (call) => factors.addPasskey(call, call.body),
  removeSecondFactor: (call) => factors.remove(call, call.params.id, call.body),
  renewRecoveryCodes: async (call) => ({ recovery_codes: await factors.renewRecoveryCodes(call, call.body) }),
});

function tokenHandlers(platform: Pick<Platform, 'db' | 'live'>): Handlers<typeof tokenRoutes> {
  return {
    listTokens: ({ actor }) => listTokens(platform, actor),
    createToken: ({ actor, body, request }) => createToken(platform, actor, { ...body, address: request.ip }),
    deleteToken: async ({ actor, params, request }) => {
      await deleteToken(platform, actor, { id: params.id, address: request.ip });
      return { ok: true };
    },
  };
}

const role = 'external';

/** External authors come and go by the rules of every invited person. */
function externalAuthorHandlers(
  platform: Pick<Platform, 'db' | 'config' | 'live'> & { readonly lockOut: LockOut },
): Handlers<typeof externalAuthorRoutes> {
  return {
    listExternalAuthors: () => listInvitedUsers(platform, [role]),
    addExternalAuthor: ({ actor, body, request }) => inviteUser(platform, actor, { role, email: body.email, address: request.ip }),
    renewInvitation: ({ actor, params, request }) => renewInvitation(platform, actor, { kind: role, id: params.id, address: request.ip }),
    revokeExternalAuthor: async ({ actor, params, request }) => {
      await revokeUser(platform, actor, { kind: role, id: params.id, address: request.ip });
      return listInvitedUsers(platform, [role]);
    },
  };
}

function staffHandlers(platform: Pick<Platform, 'db' | 'config' | 'live'> & { readonly lockOut: LockOut }): Handlers<typeof staffRoutes> {
  return {
    listStaff: () => listStaff(platform),
    addStaff: ({ actor, body, request }) => addStaff(platform, actor, { ...body, address: request.ip }),
    renewStaffInvitation: ({ actor, params, request }) => renewStaffInvitation(platform, actor, { id: params.id, address: request.ip }),
    unlockAccount: async ({ actor, body }) => {
      const user = await findActiveUserByEmail(platform.db, body.email);
      if (user === null) throw notFound('account');
      await platform.lockOut.unlock(user.email, actor);
      return { ok: true };
    },
    revokeStaff: ({ actor, params, request }) => revokeStaff(platform, actor, { id: params.id, address: request.ip }),
    setStaffRole: ({ actor, params, body }) => setStaffRole(platform, actor, { id: params.id, role: body.role }),
    resetSecondFactors: ({ actor, params }) => resetSecondFactors(platform, actor, params.id),
  };
}

const ruleHandlers = (platform: Pick<Platform, 'db' | 'config'>): Handlers<typeof ruleRoutes> => ({
  getRules: () => getInstallationRules(platform.db),
  changeRules: ({ actor, body }) => changeInstallationRules(platform, actor, body),
  getEndedTokens: ({ query }) => countEndedTokens(platform.db, query.token_days),
});

const groupHandlers = (platform: Pick<Platform, 'db'>): Handlers<typeof groupRoutes> => ({
  listGroups: () => listGroups(platform.db),
  createGroup: ({ actor, body }) => createGroup(platform, actor, body),
  saveGroup: ({ actor, params, body }) => saveGroup(platform, actor, params.id, body),
  deleteGroup: ({ actor, params }) => deleteGroup(platform, actor, params.id),
});

/** The live connection lives as long as the session or token that it was opened with. */
function liveHandlers(platform: Pick<Platform, 'db' | 'live'>): Handlers<typeof liveRoutes> {
  return {
    live: ({ request }, socket) => {
      const { visitor } = request;
      if (visitor !== null) platform.live.connect(socket, visitor, () => isStillSignedIn(platform, visitor));
    },
  };
}

/** The handlers of all routes of this module. */
export const accountsModule = (platform: Platform) => {
  const lockOut = new LockOut(platform);
  const factors = new SecondFactorService({ ...platform, lockOut });
  watchEndedAccess(platform);
  return {
    ...loginHandlers(platform, { lockOut, factors }),
    ...userHandlers(platform, lockOut),
    ...sessionHandlers(platform),
    ...secondFactorHandlers(factors),
    ...tokenHandlers(platform),
    ...externalAuthorHandlers({ ...platform, lockOut }),
    ...staffHandlers({ ...platform, lockOut }),
    ...ruleHandlers(platform),
    ...groupHandlers(platform),
    ...liveHandlers(platform),
  };
};
