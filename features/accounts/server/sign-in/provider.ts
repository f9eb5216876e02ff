import type { ProviderId } from '../../contract/login.ts';

/**
 * A verified identity. Users are identified by issuer and subject; email addresses change, and are only used for the
 * first match.
 */
export interface VerifiedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Addresses that the provider has verified, in lower case, the primary one first; never empty. */
  readonly emails: readonly string[];
  readonly name: string | null;
}

/** Server-side state of a sign-in in progress. The browser only sees what the authorization URL contains. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** An external identity provider. Its replies are only trusted after all checks. */
export interface SignInProvider {
  readonly id: ProviderId;
  readonly name: string;
  /** Where the popup is sent. @throws ProviderFailure if the provider can't be reached. */
  authorizationUrl(redirectUri: string, secrets: LoginSecrets): Promise<URL>;
  /**
   * Returns the identity of the user. `callback` is the full address that the browser was sent to.
   * @throws ProviderFailure if the provider rejected the sign-in, can't be reached, or its reply is invalid.
   */
  identify(callback: URL, secrets: LoginSecrets): Promise<VerifiedIdentity>;
}

/** A provider did not identify the user. The message says what happened and what the user can do. */
export class ProviderFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
  }
}

/**
 * The user or the provider cancelled the sign-in: `access_denied` and similar. `description` is the provider's own
 * text.
 */
export function signInRejected(name: string, code: string, description: string | null): ProviderFailure {
  if (code === 'access_denied')
    return new ProviderFailure(
      `${name} rejected the sign-in, or you cancelled it there. Try again, or ask an administrator of ${name} for access.`,
    );
  return new ProviderFailure(
    `${name} responded: ${description ?? code}. Try again; if it keeps failing, contact the owner of this server.`,
  );
}

export function unreachable(name: string, cause: unknown): ProviderFailure {
  return new ProviderFailure(`Couldn’t reach ${name}. Try again in a moment.`, { cause });
}

export function unverifiableResponse(name: string, cause: unknown): ProviderFailure {
  return new ProviderFailure(`Couldn’t verify the response of ${name}. Try again; if it keeps failing, contact the owner of this server.`, {
    cause,
  });
}

export function unverifiedEmail(name: string): ProviderFailure {
  return new ProviderFailure(`${name} has not verified your email address. Verify it there, then try again.`);
}
