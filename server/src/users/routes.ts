import type { userRoutes } from '#contract/users.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import { WRONG_PASSWORDS } from '#server/platform/passwords.ts';
import type { Platform } from '#server/platform/platform.ts';
import { RateLimit } from '#server/platform/rate-limit.ts';
import { changePassword } from './change-password.ts';
import { getOwnSignIn } from './own-sign-in.ts';
import { getUser, toCurrentUser } from './service.ts';

export function userHandlers(platform: Pick<Platform, 'db' | 'config' | 'live'>): Handlers<typeof userRoutes> {
  // Limits guessing from an unattended session.
  const attempts = new RateLimit(WRONG_PASSWORDS);
  return {
    getUser: async ({ actor }) => toCurrentUser(await getUser(platform.db, actor.id)),
    getOwnSignIn: ({ actor }) => getOwnSignIn(platform, actor),
    changePassword: async ({ actor, body, request }) => {
      attempts.take(String(actor.id));
      await changePassword(platform, actor, {
        current: body.current_password,
        chosen: body.new_password,
        credential: request.visitor?.credential ?? null,
        address: request.ip,
      });
      attempts.clear(String(actor.id));
      return { ok: true };
    },
  };
}
