import type { loginRoutes } from '#contract/login.ts';
import { recordAudit } from '#server/audit/service.ts';
import { getInvited } from '#server/invitations/service.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import { WRONG_PASSWORDS } from '#server/platform/passwords.ts';
import type { Platform } from '#server/platform/platform.ts';
import { RateLimit } from '#server/platform/rate-limit.ts';
import { endSession, startSession } from '#server/sessions/service.ts';
import { toCurrentUser } from '#server/users/service.ts';
import { popupPage, successPage } from './popup-pages.ts';
import { acceptInvitation, checkPassword, isSetupNeeded, setUpOwner } from './service.ts';

export function loginHandlers(platform: Pick<Platform, 'db' | 'config' | 'live'>): Handlers<typeof loginRoutes> {
  const attempts = new RateLimit(WRONG_PASSWORDS);
  return {
    getLoginState: async () => ({ setup_needed: await isSetupNeeded(platform.db), password: true }),
    loginPopup: async () => popupPage({ isSetupNeeded: await isSetupNeeded(platform.db) }),
    loginSuccess: ({ actor }) => successPage({ isSignedIn: actor !== null }),
    logout: async ({ actor, request, reply }) => {
      // A HEAD asks what a GET would say; it must not do it.
      if (request.method === 'HEAD') return { ok: true };
      await endSession(platform, request, reply);
      if (actor !== null) await recordAudit(platform.db, { actor, action: 'sign-out', address: request.ip });
      return isPageLoad(request.headers) ? reply.redirect('/login') : { ok: true };
    },
    setUp: async ({ body, request, reply }) => {
      const user = await setUpOwner(platform, { ...body, address: request.ip });
      await startSession(platform, request, reply, user);
      return toCurrentUser(user);
    },
    loginWithPassword: async ({ body, request, reply }) => {
      attempts.take(body.email);
      const user = await checkPassword(platform, { ...body, address: request.ip });
      attempts.clear(body.email);
      await startSession(platform, request, reply, user);
      return toCurrentUser(user);
    },
    getInvitation: async ({ params }) => {
      const user = await getInvited(platform.db, params.token);
      return { email: user.email, name: user.password_hash === null ? null : user.name };
    },
    acceptInvitation: async ({ params, body, request, reply }) => {
      const user = await acceptInvitation(platform, { token: params.token, ...body, address: request.ip });
      await startSession(platform, request, reply, user);
      return toCurrentUser(user);
    },
  };
}

/** A person opened the address, rather than a page calling it. */
function isPageLoad(headers: { 'sec-fetch-mode'?: string; accept?: string }): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}
