import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SignInMethods } from '../contract/users.ts';
import { listIdentities } from './identities.ts';
import { getUser } from './users.ts';

/** How a user signs in: the configured providers linked to them, and a password if they have one that is usable. */
export async function getSignInMethods({ db, config }: Pick<Platform, 'db' | 'config'>, actor: Actor): Promise<SignInMethods> {
  const user = await getUser(db, actor.id);
  const { hasPasswords } = config.signIn;
  const identities = await listIdentities(db, [user.id]);
  return {
    password: hasPasswords && user.password_hash !== null,
    providers: identities.map(({ issuer, email, last_used_at }) => ({
      name: nameOf(issuer, config.signIn.providers),
      email,
      last_used: last_used_at.toISOString(),
    })),
  };
}

/** Configured providers are shown by name, former ones by host. */
function nameOf(issuer: string, providers: Platform['config']['signIn']['providers']): string {
  const origins = providers.map((provider) => ({
    name: provider.name,
    origin: provider.id === 'oidc' ? provider.issuer.origin : provider.url,
  }));
  const { origin, host } = new URL(issuer);
  return origins.find((provider) => provider.origin === origin)?.name ?? host;
}
