import type { FastifyReply, FastifyRequest } from 'fastify';
import { api } from '#app/contract/api.ts';
import { routeUrl } from '#platform/contract/client.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ProviderId } from '../../contract/login.ts';
import { openProviders } from '../sign-in/open-providers.ts';
import { ProviderFailure, type SignInProvider } from '../sign-in/provider.ts';
import type { User } from '../user-queries.ts';
import { authorizeIdentity } from './authorize-identity.ts';
import { MESSAGES } from './messages.ts';
import { startOAuth, finishOAuth } from './oauth-state.ts';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Signing in through an identity provider: the redirect there, and the callback. */
export class ProviderSignIn {
  readonly #platform: Pick<Platform, 'db' | 'config' | 'live' | 'log'>;
  readonly #providers: ReadonlyMap<ProviderId, SignInProvider>;

  constructor(platform: Pick<Platform, 'db' | 'config' | 'live' | 'log'>) {
    this.#platform = platform;
    this.#providers = new Map(openProviders(platform.config.signIn).map((provider) => [provider.id, provider]));
  }

  /**
   * Returns where the popup goes. @throws AppError `refused` with a text if the provider is not configured or can't be
   * reached.
   */
  async begin(exchange: Exchange, id: ProviderId): Promise<string> {
    const provider = this.#get(id);
    try {
      const secrets = await startOAuth(this.#platform, exchange, id);
      return (await provider.authorizationUrl(this.#redirectUri(id), secrets)).href;
    } catch (error) {
      throw this.#tell(error);
    }
  }

  /**
   * Returns the user who came back from the provider. @throws AppError `refused` with a text for everyone without
   * access.
   */
  async finish(exchange: Exchange, id: ProviderId): Promise<User> {
    const provider = this.#get(id);
    const secrets = await finishOAuth(this.#platform, exchange, id);
    if (secrets === null) throw refused(MESSAGES.lostAttempt);
    const { request } = exchange;
    const callback = new URL(this.#redirectUri(id));
    callback.search = new URL(request.url, callback).search;
    try {
      return await authorizeIdentity(this.#platform, provider, await provider.identify(callback, secrets), request.ip);
    } catch (error) {
      throw this.#tell(error);
    }
  }

  #get(id: ProviderId): SignInProvider {
    const provider = this.#providers.get(id);
    if (provider === undefined) throw refused(MESSAGES.noProvider);
    return provider;
  }

  #redirectUri(provider: ProviderId): string {
    return this.#platform.config.publicUrl + routeUrl(api.finishProviderLogin, { params: { provider } });
  }

  /** The message of a provider failure is for users; its cause is for the log. */
  #tell(error: unknown): unknown {
    if (!(error instanceof ProviderFailure)) return error;
    this.#platform.log.warn({ err: error }, 'a sign-in through a provider failed');
    return refused(error.message);
  }
}
