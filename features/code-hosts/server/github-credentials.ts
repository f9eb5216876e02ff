import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import type { HostedConfig } from '#platform/server/code-host-config.ts';
import { CodeHostError } from './code-host.ts';
import { causeOfFailedRequest, readOctokitError } from './octokit-error.ts';

/** Source of the token for GitHub. */
export interface GitHubCredentials {
  /**
   * Returns a token that is valid for at least some minutes.
   * @param options.isRefused The last token was rejected, so get a new one if possible.
   * @throws CodeHostError if no token can be obtained.
   */
  token(options: { readonly isRefused: boolean }): Promise<string>;
  /** False: asking again returns the same token. */
  readonly canRenew: boolean;
}

/** App tokens are valid for an hour. One that expires within this time is replaced. */
const LEAST_LEFT_MS = 5 * 60_000;

/** A token from the settings, or App tokens, which are requested when needed. */
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
    // Concurrent callers share one request.
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
      // The App may have been reinstalled, which changes the installation.
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
    if (answer.response === undefined) return causeOfFailedRequest(error);
    if (answer.status === 404) return new CodeHostError('refused', 'The GitHub App is not installed on the repository in the settings.');
    if (answer.status === 401) {
      return new CodeHostError(
        'refused',
        'GitHub rejected the key of the App. Check that LESSONWRIGHT_GITHUB_APP_ID and the key belong to the same App.',
      );
    }
    return new CodeHostError(
      answer.status >= 500 ? 'unreachable' : 'refused',
      `GitHub did not issue a token for the App (${answer.status}).`,
    );
  }
  // The key couldn't be parsed. The original error may contain parts of it.
  return new CodeHostError('refused', 'The key of the GitHub App is invalid: LESSONWRIGHT_GITHUB_APP_KEY_FILE must be its PEM file.');
}
