import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isSameSecret } from '#platform/server/secrets.ts';
import type { GithubConfig } from '#platform/server/sign-in-config.ts';
import {
  signInRejected,
  unverifiableResponse,
  unreachable,
  unverifiedEmail,
  type LoginSecrets,
  type SignInProvider,
  type VerifiedIdentity,
} from './provider.ts';

const CALL_LIMIT_MS = 15_000;
const SCOPES = 'read:user user:email';

/** GitHub reports failures with status 200, too. */
const TokenReply = z.union([
  z.object({ access_token: z.string().min(1) }),
  z.object({ error: z.string(), error_description: z.string().optional() }),
]);
const Account = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub: OAuth with PKCE, and its own API for the user's identity, as it has no OpenID Connect for users. */
export class GithubProvider implements SignInProvider {
  readonly id = 'github';
  readonly name: string;
  readonly #config: GithubConfig;

  constructor(config: GithubConfig) {
    this.#config = config;
    this.name = config.name;
  }

  authorizationUrl(redirectUri: string, { state, codeVerifier }: LoginSecrets): Promise<URL> {
    const url = new URL(`${this.#config.url}/login/oauth/authorize`);
    url.search = new URLSearchParams({
      client_id: this.#config.clientId,
      redirect_uri: redirectUri,
      scope: SCOPES,
      state,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      allow_signup: 'false',
    }).toString();
    return Promise.resolve(url);
  }

  async identify(callback: URL, { state, codeVerifier }: LoginSecrets): Promise<VerifiedIdentity> {
    const params = callback.searchParams;
    if (!isSameSecret(params.get('state') ?? '', state)) throw unverifiableResponse(this.name, 'another state');
    const error = params.get('error');
    if (error !== null) throw signInRejected(this.name, error, params.get('error_description'));
    const code = params.get('code');
    if (code === null) throw unverifiableResponse(this.name, 'no code');
    const token = await this.#redeem(code, codeVerifier, callback.origin + callback.pathname);
    const [account, emails] = await Promise.all([this.#ask('/user', token, Account), this.#ask('/user/emails', token, Emails)]);
    const verified = emails.filter((email) => email.verified).toSorted((a, b) => Number(b.primary) - Number(a.primary));
    if (verified.length === 0) throw unverifiedEmail(this.name);
    return {
      issuer: this.#config.url,
      subject: String(account.id),
      emails: verified.map(({ email }) => email.toLowerCase()),
      name: account.name ?? account.login,
    };
  }

  async #redeem(code: string, codeVerifier: string, redirectUri: string): Promise<string> {
    const { url, clientId, clientSecret } = this.#config;
    const reply = await this.#fetch(`${url}/login/oauth/access_token`, TokenReply, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret.reveal(),
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
      }),
    });
    if ('error' in reply) throw unverifiableResponse(this.name, reply.error);
    return reply.access_token;
  }

  #ask<S extends z.ZodType>(path: string, token: string, schema: S): Promise<z.output<S>> {
    return this.#fetch(`${this.#config.api}${path}`, schema, {
      headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}`, 'user-agent': 'Lessonwright' },
    });
  }

  async #fetch<S extends z.ZodType>(url: string, schema: S, init: RequestInit): Promise<z.output<S>> {
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(CALL_LIMIT_MS) });
      body = await response.json();
    } catch (error) {
      throw unreachable(this.name, error);
    }
    const parsed = schema.safeParse(body);
    if (!response.ok || !parsed.success) throw unverifiableResponse(this.name, `${new URL(url).pathname} answered ${response.status}`);
    return parsed.data;
  }
}
