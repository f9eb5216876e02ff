import { z } from 'zod';
import { oneLine } from '#platform/contract/one-line.ts';
import { route } from '#platform/contract/route.ts';
import { Email, NewPassword, NonEmptyPassword } from './credentials.ts';
import { SecondFactorNeeded, SecondFactorProof } from './second-factors.ts';
import { CurrentUser } from './users.ts';

const PersonName = oneLine(200).min(1, 'The name cannot be empty.');

/** External sign-in providers: any OpenID Connect provider, and GitHub. */
export const ProviderId = z.enum(['oidc', 'github']);
export type ProviderId = z.infer<typeof ProviderId>;

/** The sign-in methods on the login page. `setup_needed`: no account exists yet. */
export const LoginState = z.object({
  setup_needed: z.boolean(),
  password: z.boolean(),
  /** Whether the browser may offer passkeys at this address. */
  passkeys: z.boolean(),
  providers: z.array(z.object({ id: ProviderId, name: z.string() })),
});
export type LoginState = z.infer<typeof LoginState>;

export const loginRoutes = {
  getLoginState: route({
    method: 'GET',
    path: '/api/login/state',
    summary: 'Returns the sign-in methods of the login page',
    access: 'public',
    reply: LoginState,
  }),
  /**
   * The sign-in popup: shows the sign-in methods, or redirects to the provider if it is the only one. Ends at
   * `/api/login/success`.
   */
  loginPopup: route({ method: 'GET', path: '/api/login', summary: 'Sign-in popup', access: 'public', replyKind: 'html' }),
  loginSuccess: route({ method: 'GET', path: '/api/login/success', summary: 'End of a sign-in', access: 'public', replyKind: 'html' }),
  startProviderLogin: route({
    method: 'GET',
    path: '/api/login/with/{provider}',
    summary: 'Redirects the sign-in popup to a provider',
    access: 'public',
    perMinute: 600,
    params: z.object({ provider: ProviderId }),
    replyKind: 'redirect',
  }),
  /** Works once per start, and only in the browser that started it. Failures are shown as a page. */
  finishProviderLogin: route({
    method: 'GET',
    path: '/api/login/callback/{provider}',
    summary: 'Callback of a provider',
    access: 'public',
    countsFailures: true,
    params: z.object({ provider: ProviderId }),
    replyKind: 'html',
  }),
  logout: route({
    method: 'GET',
    path: '/api/logout',
    summary: 'Ends the session; redirects page loads to /login',
    access: 'public',
    reply: z.object({ ok: z.literal(true) }),
  }),
  setUp: route({
    method: 'POST',
    path: '/api/login/setup',
    summary: 'Creates the owner with the one-time set-up token, and signs in',
    access: 'public',
    servedBy: 'git',
    countsFailures: true,
    body: z.object({
      token: z.string().trim().min(1, 'The set-up token cannot be empty.'),
      email: Email,
      name: PersonName,
      password: NewPassword,
    }),
    reply: CurrentUser,
    errors: ['refused'],
  }),
  loginWithPassword: route({
    method: 'POST',
    path: '/api/login/password',
    summary: 'Signs in with email and password, or says which second factor is needed to finish',
    access: 'public',
    // Guesses at one account are limited more strictly, by the sign-in itself.
    countsFailures: true,
    body: z.object({ email: Email, password: NonEmptyPassword }),
    reply: z.union([CurrentUser, SecondFactorNeeded]),
    errors: ['refused'],
  }),
  /** The page of the sign-in popup that asks for the second factor. */
  secondFactorPage: route({
    method: 'GET',
    path: '/api/login/second-factor',
    summary: 'Second step of the sign-in popup',
    access: 'public',
    perMinute: 600,
    replyKind: 'html',
  }),
  finishLogin: route({
    method: 'POST',
    path: '/api/login/second-factor',
    summary: 'Finishes a sign-in with a code, a recovery code or a passkey, in the browser that began it',
    access: 'public',
    countsFailures: true,
    body: SecondFactorProof,
    reply: CurrentUser,
    errors: ['refused'],
  }),
  startPasskeyLogin: route({
    method: 'POST',
    path: '/api/login/passkey/start',
    summary: 'Starts a sign-in with only a passkey; returns the options for the browser',
    access: 'public',
    perMinute: 600,
    reply: z.object({ options: z.record(z.string(), z.unknown()) }),
    errors: ['refused'],
  }),
  loginWithPasskey: route({
    method: 'POST',
    path: '/api/login/passkey',
    summary: 'Signs in with only a passkey, in the browser that began it',
    access: 'public',
    countsFailures: true,
    body: z.object({ passkey: z.record(z.string(), z.unknown()) }),
    reply: CurrentUser,
    errors: ['refused'],
  }),
  getInvitation: route({
    method: 'GET',
    path: '/api/login/invitation/{token}',
    summary: 'Returns the person that a one-time invitation link is for',
    access: 'public',
    countsFailures: true,
    params: z.object({ token: z.string().min(1).max(200) }),
    reply: z.object({
      email: z.string(),
      /** Null: the person's first link; otherwise the link sets a new password. */
      name: z.string().nullable(),
    }),
    errors: ['not_found'],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/api/login/invitation/{token}',
    summary: 'Sets name and password of an invited person, and signs in, unless a second factor is needed; earlier sessions end',
    access: 'public',
    countsFailures: true,
    params: z.object({ token: z.string().min(1).max(200) }),
    body: z.object({ name: PersonName, password: NewPassword }),
    reply: z.union([CurrentUser, SecondFactorNeeded]),
    errors: ['not_found'],
  }),
};
