import { z } from 'zod';
import { readSecret, readSecretFile } from './read-secret.ts';
import { SecretText } from './secret-text.ts';

/** The code host of the settings. docs/operating.md documents them. */
export type CodeHostConfig = LocalConfig | HostedConfig;

interface LocalConfig {
  readonly kind: 'local';
  /** Only for a copy of content that was on an external code host. */
  readonly mainBranch?: string;
}

/** The permissions of a token or a GitHub App are set at the code host. */
export type HostCredentials =
  | { readonly kind: 'token'; readonly token: SecretText }
  | { readonly kind: 'app'; readonly appId: string; readonly key: SecretText };

/** A repository on an external code host. */
export interface HostedConfig {
  readonly kind: 'github' | 'gitea';
  /** For links and for git, without `.git` and without a trailing slash. */
  readonly address: string;
  readonly owner: string;
  readonly repository: string;
  /** Base address of its REST API, without a trailing slash. */
  readonly api: string;
  readonly credentials: HostCredentials;
  /** Secret that signs webhooks; null: webhooks are rejected. */
  readonly webhookSecret: SecretText | null;
  readonly mainBranch: string;
}

/** From the environment; validated together by {@link readCodeHost}. */
export const CodeHostEnvironment = z.object({
  LESSONWRIGHT_CODE_HOST: z.enum(['local', 'github', 'gitea'], 'must be local, github or gitea').default('local'),
  LESSONWRIGHT_CODE_HOST_REPOSITORY: z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
  LESSONWRIGHT_CODE_HOST_API: z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
  LESSONWRIGHT_CODE_HOST_TOKEN: z.string().trim().optional(),
  LESSONWRIGHT_CODE_HOST_TOKEN_FILE: z.string().optional(),
  LESSONWRIGHT_GITHUB_APP_ID: z
    .string()
    .regex(/^\w[\w.-]*$/, 'must be the number or the client id of the App')
    .optional(),
  LESSONWRIGHT_GITHUB_APP_KEY_FILE: z.string().optional(),
  LESSONWRIGHT_WEBHOOK_SECRET: z.string().optional(),
  LESSONWRIGHT_WEBHOOK_SECRET_FILE: z.string().optional(),
  LESSONWRIGHT_MAIN_BRANCH: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/, 'must be the name of a branch')
    .default('main'),
});
type EnvironmentValues = z.infer<typeof CodeHostEnvironment>;

/** A guessed secret only lets a caller trigger a fetch from the code host, but it should still be hard to guess. */
const WEBHOOK_SECRET_MIN = 16;

/**
 * Builds the code host's configuration and reads the files with its secrets.
 *
 * @param options.isSafe Whether an address is acceptable: https, this machine, or one that the operator allowed.
 * @throws Error with one line per problem, without secrets.
 */
export function readCodeHost(env: EnvironmentValues, options: { isSafe: (url: URL) => boolean }): CodeHostConfig {
  if (env.LESSONWRIGHT_CODE_HOST === 'local') {
    if (env.LESSONWRIGHT_CODE_HOST_REPOSITORY === undefined) return { kind: 'local' };
    throw new Error('LESSONWRIGHT_CODE_HOST: must be github or gitea when LESSONWRIGHT_CODE_HOST_REPOSITORY is set.');
  }
  const problems: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const kind = env.LESSONWRIGHT_CODE_HOST;
  const place = attempt(() => readRepository(kind, env, options.isSafe));
  const credentials = attempt(() => readCredentials(kind, env));
  const webhookSecret = attempt(() => readWebhookSecret(env));
  if (place === undefined || credentials === undefined || webhookSecret === undefined) throw new Error(problems.join('\n'));
  return { kind, ...place, credentials, webhookSecret, mainBranch: env.LESSONWRIGHT_MAIN_BRANCH };
}

function readRepository(kind: HostedConfig['kind'], env: EnvironmentValues, isSafe: (url: URL) => boolean) {
  const text = env.LESSONWRIGHT_CODE_HOST_REPOSITORY;
  if (text === undefined)
    throw new Error(`LESSONWRIGHT_CODE_HOST_REPOSITORY: LESSONWRIGHT_CODE_HOST=${kind} needs the address of a repository.`);
  const url = requireSafe('LESSONWRIGHT_CODE_HOST_REPOSITORY', text, isSafe);
  const parts = url.pathname
    .replace(/\.git\/?$/, '')
    .split('/')
    .filter((part) => part !== '');
  const [owner, repository] = parts.slice(-2);
  if (owner === undefined || repository === undefined) {
    throw new Error('LESSONWRIGHT_CODE_HOST_REPOSITORY: must name an owner and a repository, like https://github.com/team/content.');
  }
  const before = parts.slice(0, -2).map((part) => `/${part}`);
  const address = `${url.origin}${before.join('')}/${owner}/${repository}`;
  const api = requireSafe('LESSONWRIGHT_CODE_HOST_API', env.LESSONWRIGHT_CODE_HOST_API ?? defaultApi(kind, url, before.join('')), isSafe);
  return { address, owner: decodeURIComponent(owner), repository: decodeURIComponent(repository), api: api.href.replace(/\/+$/, '') };
}

function defaultApi(kind: HostedConfig['kind'], { origin, hostname }: URL, folder: string): string {
  if (kind === 'gitea') return `${origin}${folder}/api/v1`;
  return hostname === 'github.com' || hostname === 'www.github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
}

function requireSafe(name: string, text: string, isSafe: (url: URL) => boolean): URL {
  const url = new URL(text);
  if (url.username !== '' || url.password !== '')
    throw new Error(`${name}: put the token in LESSONWRIGHT_CODE_HOST_TOKEN_FILE, not in the address.`);
  if (!isSafe(url)) throw new Error(`${name}: must be an https address, so that the token is not sent unencrypted.`);
  return url;
}

function readCredentials(kind: HostedConfig['kind'], env: EnvironmentValues): HostCredentials {
  const token = readSecret(env, 'LESSONWRIGHT_CODE_HOST_TOKEN');
  const { LESSONWRIGHT_GITHUB_APP_ID: appId, LESSONWRIGHT_GITHUB_APP_KEY_FILE: keyFile } = env;
  if (appId === undefined && keyFile === undefined) {
    if (token !== null) return { kind: 'token', token };
    const app = kind === 'github' ? ', or LESSONWRIGHT_GITHUB_APP_ID with LESSONWRIGHT_GITHUB_APP_KEY_FILE' : '';
    throw new Error(`LESSONWRIGHT_CODE_HOST=${kind} needs LESSONWRIGHT_CODE_HOST_TOKEN or LESSONWRIGHT_CODE_HOST_TOKEN_FILE${app}.`);
  }
  if (kind !== 'github') throw new Error('LESSONWRIGHT_GITHUB_APP_ID: only works with LESSONWRIGHT_CODE_HOST=github.');
  if (token !== null) throw new Error('LESSONWRIGHT_CODE_HOST_TOKEN: set either a token or a GitHub App, not both.');
  if (appId === undefined || keyFile === undefined) {
    throw new Error('A GitHub App needs both LESSONWRIGHT_GITHUB_APP_ID and LESSONWRIGHT_GITHUB_APP_KEY_FILE.');
  }
  const key = readSecretFile('LESSONWRIGHT_GITHUB_APP_KEY_FILE', keyFile);
  if (!key.includes('PRIVATE KEY')) throw new Error('LESSONWRIGHT_GITHUB_APP_KEY_FILE: contains no private key (PEM).');
  return { kind: 'app', appId, key: new SecretText(key) };
}

function readWebhookSecret(env: EnvironmentValues): SecretText | null {
  const secret = readSecret(env, 'LESSONWRIGHT_WEBHOOK_SECRET');
  if (secret !== null && secret.reveal().length < WEBHOOK_SECRET_MIN) {
    throw new Error(`LESSONWRIGHT_WEBHOOK_SECRET: must have ${WEBHOOK_SECRET_MIN} characters or more.`);
  }
  return secret;
}
