import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';

/** An account at the provider. */
export interface ProviderAccount {
  readonly sub: string;
  email: string;
  email_verified: boolean;
  readonly name: string;
}

export interface IdentityProvider {
  /** Its address, without a trailing slash. */
  readonly issuer: string;
  /** By `sub`; they can be changed between sign-ins. */
  readonly accounts: Map<string, ProviderAccount>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'lessonwright', secret: 'a-secret-of-the-provider' } as const;

/**
 * A certified OpenID Connect provider with its own log-in page: a button per account, and one to cancel. Its pages isolate
 * themselves from their opener (COOP), as strict providers do.
 */
export async function startIdentityProvider(options: {
  accounts: readonly ProviderAccount[];
  /** Allowed redirect addresses of products. */
  redirectUris: string[];
  /** False: the address is in the id token; true: only in the reply of its userinfo call. */
  hasSparseTokens?: boolean;
}): Promise<IdentityProvider> {
  const accounts = new Map(options.accounts.map((account) => [account.sub, { ...account }]));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: options.redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: options.hasSparseTokens === true,
    cookies: { keys: ['a key of the tests'] },
    jwks: {
      keys: [{ ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }],
    },
    ttl: { AccessToken: 600, Grant: 3_600, IdToken: 600, Interaction: 600, Session: 3_600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/log-in/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    loadExistingGrant: grantEverything,
    // Shown for an invalid call.
    renderError: (context, out) => {
      context.type = 'text/plain';
      context.body = `${out.error}: ${out.error_description ?? ''}`;
    },
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    const isOwnPage = request.url?.startsWith('/log-in/') === true;
    void (isOwnPage ? logIn(provider, accounts, request, response) : answer(request, response));
  });
  return {
    issuer,
    accounts,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Grants everything without asking for consent. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  if (oidc.client === undefined || oidc.account === undefined) return undefined;
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.account.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

async function logIn(
  provider: Provider,
  accounts: ReadonlyMap<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const accountId = new URLSearchParams(await text(request)).get('account') ?? '';
    const result = accountId === '' ? { error: 'access_denied', error_description: 'Cancelled' } : { login: { accountId } };
    await provider.interactionFinished(request, response, result);
    return;
  }
  const buttons = [...accounts.values()].map(({ sub, name }) => `<button name="account" value="${sub}">Continue as ${name}</button>`);
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<title>Example ID</title><form method="post">${buttons.join('')}<button name="account" value="">Cancel</button></form>`);
}
