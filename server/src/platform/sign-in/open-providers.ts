import { GithubProvider } from './github-provider.ts';
import { OidcProvider } from './oidc-provider.ts';
import type { SignInProvider } from './provider.ts';
import type { SignInConfig } from './sign-in-config.ts';

/** The providers of the settings, in the order in which they are offered. Nothing is asked of them before somebody signs in. */
export function openProviders({ providers }: SignInConfig): SignInProvider[] {
  return providers.map((config) => (config.id === 'oidc' ? new OidcProvider(config) : new GithubProvider(config)));
}
