import type { SignInConfig } from '#platform/server/sign-in-config.ts';
import { GithubProvider } from './github-provider.ts';
import { OidcProvider } from './oidc-provider.ts';
import type { SignInProvider } from './provider.ts';

/** The providers of the settings, in the order they are offered. They are not contacted before a sign-in. */
export function openProviders({ providers }: SignInConfig): SignInProvider[] {
  return providers.map((config) => (config.id === 'oidc' ? new OidcProvider(config) : new GithubProvider(config)));
}
