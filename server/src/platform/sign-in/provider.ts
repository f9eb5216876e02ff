import type { ProviderId } from '#contract/login.ts';

/** What a provider vouches for. People are known by issuer and subject; addresses change, and are only the first match. */
export interface VouchedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Addresses that the provider has verified, in lower case, the main one first; never empty. */
  readonly emails: readonly string[];
  readonly name: string | null;
}

/** What is kept of a sign-in under way, and never told to the browser but for what stands in the first address. */
export interface LoginSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Somebody else who says who people are. Their answers are believed only after every check of theirs. */
export interface SignInProvider {
  readonly id: ProviderId;
  readonly name: string;
  /** Where the popup is sent. @throws ProviderFailure when the provider cannot be reached. */
  authorizationUrl(redirectUri: string, secrets: LoginSecrets): Promise<URL>;
  /**
   * Who came back. `callback` is the whole address that the browser was sent to.
   * @throws ProviderFailure when the provider said no, cannot be reached, or its answer does not hold.
   */
  identify(callback: URL, secrets: LoginSecrets): Promise<VouchedIdentity>;
}

/** A provider did not say who somebody is. The message is for people: what happened, and what to do. */
export class ProviderFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailure';
  }
}

/** The person, or the provider, ended it: `access_denied` and its like. `description` is the provider's own text. */
export function turnedDown(name: string, code: string, description: string | null): ProviderFailure {
  if (code === 'access_denied')
    return new ProviderFailure(`${name} did not let you in, or you cancelled there. Try again, or ask who runs ${name} for access.`);
  return new ProviderFailure(`${name} answered: ${description ?? code}. Try again; if it stays so, tell the owner of this product.`);
}

export function unreachable(name: string, cause: unknown): ProviderFailure {
  return new ProviderFailure(`${name} could not be reached. Try again in a moment.`, { cause });
}

export function unbelievable(name: string, cause: unknown): ProviderFailure {
  return new ProviderFailure(`The answer of ${name} could not be verified. Try again; if it stays so, tell the owner of this product.`, {
    cause,
  });
}

export function unverified(name: string): ProviderFailure {
  return new ProviderFailure(`${name} has not verified your email address. Verify it there, then try again.`);
}
