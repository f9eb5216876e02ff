import { z } from 'zod';
import { readSecret } from './read-secret.ts';
import type { SecretText } from './secret-text.ts';
import { StaffList } from './staff-list.ts';

interface ClientConfig {
  /** Label of the button. */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: SecretText;
}

/** Any OpenID Connect provider. */
export interface OidcConfig extends ClientConfig {
  readonly id: 'oidc';
  readonly issuer: URL;
  readonly scopes: string;
}

/** GitHub, or a GitHub Enterprise Server: OAuth with its own addresses, both without a trailing slash. */
export interface GithubConfig extends ClientConfig {
  readonly id: 'github';
  readonly url: string;
  readonly api: string;
}

export type ProviderConfig = OidcConfig | GithubConfig;

/** How users sign in. docs/operating.md documents the settings. */
export interface SignInConfig {
  readonly providers: readonly ProviderConfig[];
  /** Who becomes staff on a provider's verified address alone. */
  readonly staff: StaffList;
  /** Any number of people may lose access because they are not listed any more. */
  readonly mayRemoveStaff: boolean;
  /** Whether email and password are offered. One-time links always work: they are the owner's way back in. */
  readonly hasPasswords: boolean;
}

const HttpAddress = z.url({ protocol: /^https?$/, error: 'must be an https address' });
const Name = z.string().trim().min(1).max(60, 'must have 60 characters or fewer');

/** From the environment; validated together by {@link readSignIn}. */
export const SignInEnvironment = z.object({
  LESSONWRIGHT_STAFF: z.string().default(''),
  LESSONWRIGHT_STAFF_REMOVE: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  LESSONWRIGHT_PASSWORD_LOGIN: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  LESSONWRIGHT_OIDC_ISSUER: HttpAddress.optional(),
  LESSONWRIGHT_OIDC_CLIENT_ID: z.string().trim().optional(),
  LESSONWRIGHT_OIDC_CLIENT_SECRET: z.string().trim().optional(),
  LESSONWRIGHT_OIDC_CLIENT_SECRET_FILE: z.string().optional(),
  LESSONWRIGHT_OIDC_NAME: Name.optional(),
  LESSONWRIGHT_OIDC_SCOPES: z
    .string()
    .trim()
    .regex(/(^|\s)openid(\s|$)/, "must include 'openid'")
    .default('openid email profile'),
  LESSONWRIGHT_GITHUB_LOGIN_CLIENT_ID: z.string().trim().optional(),
  LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET: z.string().trim().optional(),
  LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET_FILE: z.string().optional(),
  LESSONWRIGHT_GITHUB_LOGIN_URL: HttpAddress.default('https://github.com'),
  LESSONWRIGHT_GITHUB_LOGIN_API: HttpAddress.optional(),
});
type EnvironmentValues = z.infer<typeof SignInEnvironment>;

/**
 * Builds the sign-in configuration and reads the files with secrets.
 *
 * @param options.isSafe Whether an address is acceptable: https, this machine, or one that the operator allowed.
 * @throws Error that names the setting and the problem, without secrets.
 */
export function readSignIn(env: EnvironmentValues, options: { isSafe: (url: URL) => boolean }): SignInConfig {
  const providers = [readOidc(env, options), readGithub(env, options)].filter((provider) => provider !== null);
  const staff = StaffList.parse(env.LESSONWRIGHT_STAFF);
  const hasProvider = providers.length > 0;
  if (!hasProvider && !staff.isEmpty)
    throw new Error('LESSONWRIGHT_STAFF: needs a provider that verifies addresses (LESSONWRIGHT_OIDC_ISSUER or GitHub).');
  const hasPasswords = env.LESSONWRIGHT_PASSWORD_LOGIN === undefined ? !hasProvider : env.LESSONWRIGHT_PASSWORD_LOGIN === '1';
  if (!hasProvider && !hasPasswords)
    throw new Error('LESSONWRIGHT_PASSWORD_LOGIN: must not be 0 without a provider, or no one could sign in.');
  return { providers, staff, mayRemoveStaff: env.LESSONWRIGHT_STAFF_REMOVE === '1', hasPasswords };
}

function readOidc(env: EnvironmentValues, { isSafe }: { isSafe: (url: URL) => boolean }): OidcConfig | null {
  const { LESSONWRIGHT_OIDC_ISSUER: issuer, LESSONWRIGHT_OIDC_CLIENT_ID: clientId } = env;
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined || clientId === undefined)
    throw new Error('LESSONWRIGHT_OIDC_ISSUER and LESSONWRIGHT_OIDC_CLIENT_ID must be set together.');
  const url = requireSafe('LESSONWRIGHT_OIDC_ISSUER', issuer, isSafe);
  const clientSecret = readSecret(env, 'LESSONWRIGHT_OIDC_CLIENT_SECRET');
  if (clientSecret === null)
    throw new Error('LESSONWRIGHT_OIDC_ISSUER needs LESSONWRIGHT_OIDC_CLIENT_SECRET or LESSONWRIGHT_OIDC_CLIENT_SECRET_FILE.');
  const name = env.LESSONWRIGHT_OIDC_NAME ?? url.hostname;
  return { id: 'oidc', name, issuer: url, clientId, clientSecret, scopes: env.LESSONWRIGHT_OIDC_SCOPES };
}

function readGithub(env: EnvironmentValues, { isSafe }: { isSafe: (url: URL) => boolean }): GithubConfig | null {
  const clientId = env.LESSONWRIGHT_GITHUB_LOGIN_CLIENT_ID;
  if (clientId === undefined) return null;
  const clientSecret = readSecret(env, 'LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET');
  if (clientSecret === null)
    throw new Error(
      'LESSONWRIGHT_GITHUB_LOGIN_CLIENT_ID needs LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET or LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET_FILE.',
    );
  const { origin, hostname } = requireSafe('LESSONWRIGHT_GITHUB_LOGIN_URL', env.LESSONWRIGHT_GITHUB_LOGIN_URL, isSafe);
  const defaultApi = hostname === 'github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
  const api = requireSafe('LESSONWRIGHT_GITHUB_LOGIN_API', env.LESSONWRIGHT_GITHUB_LOGIN_API ?? defaultApi, isSafe);
  return { id: 'github', name: 'GitHub', clientId, clientSecret, url: origin, api: api.href.replace(/\/+$/, '') };
}

function requireSafe(name: string, text: string, isSafe: (url: URL) => boolean): URL {
  const url = new URL(text);
  if (!isSafe(url)) throw new Error(`${name}: must be an https address, so that secrets are not sent unencrypted.`);
  return url;
}
