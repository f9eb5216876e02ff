import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import type { HostedConfig } from './code-host-config.ts';
import { CodeHostError } from './code-host.ts';
import { causeOfNoAnswer, readOctokitError } from './octokit-error.ts';

/** Where the token for GitHub comes from. */
export interface GitHubCredentials {
  /**
   * A token that is good for some minutes at least.
   * @param options.isRefused The last one was not taken: whoever can gets another one.
   * @throws CodeHostError when there is none to be had.
   */
  token(options: { readonly isRefused: boolean }): Promise<string>;
  /** False: asking again gives the same. */
  readonly canRenew: boolean;
}

/** Tokens of an App live for an hour; one that ends within this time is not used any more. */
const LEAST_LEFT_MS = 5 * 60_000;

/** A token of the settings, or tokens of an App, which are got when they are needed. */
export function openGitHubCredentials(config: HostedConfig, fetch: typeof globalThis.fetch): GitHubCredentials {
  const { credentials } = config;
  if (credentials.kind === 'token') return { token: async () => credentials.token.reveal(), canRenew: false };
  return new AppCredentials(config, { appId: credentials.appId, privateKey: credentials.key.reveal() }, fetch);
}

class AppCredentials implements GitHubCredentials {
  readonly canRenew = true;
  readonly #repository: { readonly owner: string; readonly repo: string };
  readonly #octokit: Octokit;
  readonly #auth: ReturnType<typeof createAppAuth>;
  #installation: number | null = null;
  #known: { readonly token: string; readonly endsAt: number } | null = null;
  #asking: Promise<string> | null = null;

  constructor(config: HostedConfig, app: { appId: string; privateKey: string }, fetch: typeof globalThis.fetch) {
    this.#repository = { owner: config.owner, repo: config.repository };
    this.#octokit = new Octokit({ baseUrl: config.api, request: { fetch } });
    this.#auth = createAppAuth({ ...app, request: this.#octokit.request });
  }

  async token({ isRefused }: { isRefused: boolean }): Promise<string> {
    if (!isRefused && this.#known !== null && this.#known.endsAt - Date.now() > LEAST_LEFT_MS) return this.#known.token;
    // Many who ask at once get the same.
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #renew(): Promise<string> {
    try {
      this.#installation ??= await this.#findInstallation();
      const { token, expiresAt } = await this.#auth({
        type: 'installation',
        installationId: this.#installation,
        repositoryNames: [this.#repository.repo],
        refresh: true,
      });
      this.#known = { token, endsAt: Date.parse(expiresAt) };
      return token;
    } catch (error) {
      // It may have been installed anew.
      this.#installation = null;
      throw toAppError(error);
    }
  }

  async #findInstallation(): Promise<number> {
    const { token } = await this.#auth({ type: 'app' });
    const headers = { authorization: `bearer ${token}` };
    const { data } = await this.#octokit.request('GET /repos/{owner}/{repo}/installation', { ...this.#repository, headers });
    return data.id;
  }
}

function toAppError(error: unknown): Error {
  const answer = readOctokitError(error);
  if (answer !== null) {
    if (answer.response === undefined) return causeOfNoAnswer(error);
    if (answer.status === 404) return new CodeHostError('refused', 'The GitHub App is not installed on the repository of the settings.');
    if (answer.status === 401) {
      return new CodeHostError(
        'refused',
        'GitHub does not accept the key of the App: LESSONWRIGHT_GITHUB_APP_ID and its key do not go together.',
      );
    }
    return new CodeHostError(answer.status >= 500 ? 'unreachable' : 'refused', `GitHub gave the App no token (${answer.status}).`);
  }
  // The key could not be read. What says so may hold parts of it.
  return new CodeHostError('refused', 'The key of the GitHub App cannot be used: LESSONWRIGHT_GITHUB_APP_KEY_FILE must be its PEM file.');
}
