import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#features/audit/server/index.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { AppError } from '#platform/server/errors.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import { isPageLoad } from '#platform/server/http/page-load.ts';
import type { Platform } from '#platform/server/platform.ts';
import { loginRoutes, type LoginState } from '../../contract/login.ts';
import type { SecondFactorNeeded } from '../../contract/second-factors.ts';
import type { CurrentUser } from '../../contract/users.ts';
import { getInvitedUser } from '../invitation-links.ts';
import type { LockOut } from '../lock-out.ts';
import { supportsPasskeys } from '../second-factors/passkeys.ts';
import type { SecondFactorService } from '../second-factors/second-factors.ts';
import { endSession, startSession } from '../sessions.ts';
import type { User } from '../user-queries.ts';
import { toCurrentUser } from '../users.ts';
import { acceptInvitation, checkPassword, isSetupNeeded, setUpOwner } from './login.ts';
import { failurePage, popupPage, secondFactorPage, successPage } from './popup-pages.ts';
import { ProviderSignIn } from './provider-sign-in.ts';

/** How users sign in: with the popup's forms, through a provider, with a one-time link. */
export function loginHandlers(
  platform: Pick<Platform, 'db' | 'config' | 'live' | 'log'>,
  { lockOut, factors }: { readonly lockOut: LockOut; readonly factors: SecondFactorService },
): Handlers<typeof loginRoutes> {
  const providers = new ProviderSignIn(platform);
  const signIn = async (exchange: Exchange, user: User): Promise<CurrentUser> => {
    const { isHeld } = await startSession(platform, exchange, user, { isByPassword: true });
    return { ...toCurrentUser(user), ...(isHeld ? { needs_second_factor: true } : {}) };
  };
  const record = (request: FastifyRequest, user: User, { isWhole = true, ...details }: { isWhole?: boolean; by?: string } = {}) => {
    const action = isWhole ? 'sign-in' : 'sign-in.ask-second-factor';
    return recordAudit(platform.db, { actor: user, action, subject: user.email, address: request.ip, details });
  };
  const signInOrAsk = async (exchange: Exchange, user: User): Promise<CurrentUser | SecondFactorNeeded> =>
    (await factors.require(exchange, user)) ?? signIn(exchange, user);
  return {
    getLoginState: () => stateOf(platform),
    loginPopup: async ({ reply }) => {
      const state = await stateOf(platform);
      const only = onlyProvider(state);
      return only === null ? popupPage(state) : reply.redirect(routeUrl(loginRoutes.startProviderLogin, { params: { provider: only } }));
    },
    startProviderLogin: ({ params, request, reply }) => orFailure(reply, () => providers.begin({ request, reply }, params.provider)),
    finishProviderLogin: ({ params, request, reply }) =>
      orFailure(reply, async () => {
        const user = await providers.finish({ request, reply }, params.provider);
        await startSession(platform, { request, reply }, user, { isByPassword: false });
        return reply.redirect(loginRoutes.loginSuccess.path);
      }),
    loginSuccess: ({ actor }) => successPage({ isSignedIn: actor !== null }),
    logout: async ({ actor, request, reply }) => {
      // HEAD must not have GET's effects.
      if (request.method === 'HEAD') return { ok: true };
      await endSession(platform, request, reply);
      if (actor !== null) await recordAudit(platform.db, { actor, action: 'sign-out', address: request.ip });
      return isPageLoad(request.headers) ? reply.redirect('/login') : { ok: true };
    },
    setUp: async ({ body, request, reply }) => {
      return signIn({ request, reply }, await setUpOwner(platform, { ...body, address: request.ip }));
    },
    loginWithPassword: async ({ body, request, reply }) => {
      const input = { ...body, address: request.ip };
      const isWhole = (reached: CurrentUser | SecondFactorNeeded) => !('second_factor' in reached);
      const attempt = async () => {
        const user = await checkPassword(platform, input);
        const reached = await signInOrAsk({ request, reply }, user);
        await record(request, user, { isWhole: isWhole(reached) });
        return reached;
      };
      return lockOut.during(input, attempt, isWhole);
    },
    secondFactorPage: async ({ request, reply }) => {
      const pending = await factors.pending({ request, reply });
      return pending === null ? failurePage('The sign-in took too long. Start again.') : secondFactorPage(pending);
    },
    finishLogin: async ({ body, request, reply }) => {
      const user = await factors.finish({ request, reply }, body);
      await record(request, user);
      return signIn({ request, reply }, user);
    },
    startPasskeyLogin: async ({ request, reply }) => ({ options: await factors.startPasskeyLogin({ request, reply }) }),
    loginWithPasskey: async ({ body, request, reply }) => {
      const user = await factors.finishPasskeyLogin({ request, reply }, body.passkey);
      await record(request, user, { by: 'passkey' });
      return signIn({ request, reply }, user);
    },
    getInvitation: async ({ params }) => {
      const user = await getInvitedUser(platform.db, params.token);
      return { email: user.email, name: user.password_hash === null ? null : user.name };
    },
    acceptInvitation: async ({ params, body, request, reply }) => {
      const user = await acceptInvitation(platform, { token: params.token, ...body, address: request.ip });
      await lockOut.clear(user.email);
      return signInOrAsk({ request, reply }, user);
    },
  };
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

async function stateOf({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<LoginState> {
  const { providers, hasPasswords } = config.signIn;
  return {
    setup_needed: await isSetupNeeded(db),
    password: hasPasswords,
    passkeys: hasPasswords && supportsPasskeys(config),
    providers: providers.map(({ id, name }) => ({ id, name })),
  };
}

/** If there is only one way to sign in, the popup skips the choice. */
function onlyProvider({ setup_needed, password, providers: [first, ...others] }: LoginState) {
  return setup_needed || password || first === undefined || others.length > 0 ? null : first.id;
}

/** A user looks at this window, not a program, so a failure is a page that says what to do. */
async function orFailure<T>(reply: FastifyReply, act: () => Promise<T>): Promise<T | FastifyReply> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return reply.code(403).type('text/html; charset=utf-8').send(failurePage(error.message));
  }
}
