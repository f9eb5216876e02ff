import * as oidc from 'openid-client';
import { z } from 'zod';
import type { OidcConfig } from '#platform/server/sign-in-config.ts';
import {
  ProviderFailure,
  signInRejected,
  unverifiableResponse,
  unreachable,
  unverifiedEmail,
  type LoginSecrets,
  type SignInProvider,
  type VerifiedIdentity,
} from './provider.ts';

const CALL_LIMIT_SECONDS = 15;
/** A provider's metadata (endpoints, keys) is reloaded after this. */
const DISCOVERED_FOR_MS = 60 * 60 * 1000;

/** Some providers send the flag as text. */
const Claims = z.object({
  email: z.string().trim().toLowerCase().pipe(z.email()),
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.string().trim().min(1).max(200).nullish().catch(null),
});

/** Any OpenID Connect provider: code flow with PKCE, state, nonce and a verified id token. */
export class OidcProvider implements SignInProvider {
  readonly id = 'oidc';
  readonly name: string;
  readonly #config: OidcConfig;
  #discovered: { readonly at: number; readonly client: Promise<oidc.Configuration> } | null = null;

  constructor(config: OidcConfig) {
    this.#config = config;
    this.name = config.name;
  }

  async authorizationUrl(redirectUri: string, secrets: LoginSecrets): Promise<URL> {
    return oidc.buildAuthorizationUrl(await this.#client(), {
      redirect_uri: redirectUri,
      scope: this.#config.scopes,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
    });
  }

  async identify(callback: URL, secrets: LoginSecrets): Promise<VerifiedIdentity> {
    const client = await this.#client();
    try {
      const tokens = await oidc.authorizationCodeGrant(client, callback, {
        pkceCodeVerifier: secrets.codeVerifier,
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        idTokenExpected: true,
      });
      const token = tokens.claims();
      if (token === undefined) throw unverifiableResponse(this.name, 'no id token');
      // Many providers return the email address only here; the library checks that it is the same user.
      const userInfo = token['email'] === undefined ? await oidc.fetchUserInfo(client, tokens.access_token, token.sub) : token;
      const claims = Claims.safeParse(userInfo);
      if (!claims.success) throw unverifiedEmail(this.name);
      return { issuer: token.iss, subject: token.sub, emails: [claims.data.email], name: claims.data.name ?? null };
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #client(): Promise<oidc.Configuration> {
    const known = this.#discovered;
    if (known !== null && performance.now() - known.at < DISCOVERED_FOR_MS) return known.client;
    const client = this.#discover();
    this.#discovered = { at: performance.now(), client };
    // If the provider was unavailable, the next sign-in asks again.
    client.catch(() => (this.#discovered = null));
    return client;
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    try {
      return await oidc.discovery(issuer, clientId, clientSecret.reveal(), undefined, {
        timeout: CALL_LIMIT_SECONDS,
        // Deprecated so that it stands out. An http issuer is on this machine, or accepted in the settings (sign-in-config.ts);
        // the library knows the function by itself, so that no other can stand in for it.
        // oxlint-disable-next-line typescript/no-deprecated
        execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      });
    } catch (error) {
      throw unreachable(this.name, error);
    }
  }

  #explain(error: unknown): ProviderFailure {
    if (error instanceof ProviderFailure) return error;
    if (error instanceof oidc.AuthorizationResponseError) return signInRejected(this.name, error.error, error.error_description ?? null);
    // `fetch` reports every network failure like this.
    if (error instanceof TypeError && error.cause !== undefined && !(error instanceof oidc.ClientError))
      return unreachable(this.name, error);
    if (error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT') return unreachable(this.name, error);
    return unverifiableResponse(this.name, error);
  }
}
