import { Octokit } from '@octokit/core';
import { z } from 'zod';
import type { HostedConfig } from './code-host-config.ts';
import { CodeHostError, type HostedPull } from './code-host.ts';
import type { GitHubCredentials } from './github-credentials.ts';
import { fromGitHub, GitHubPull, GitHubReview } from './github-pull.ts';
import { strangeAnswer, toCodeHostError } from './host-failure.ts';
import { causeOfNoAnswer, readOctokitError } from './octokit-error.ts';
import { RestPulls } from './rest-pulls.ts';

const NAME = 'GitHub';
const PAGE_SIZE = 100;
/** More reviews than this are looked at by nobody; the newest are on the last pages. */
const PAGES_MAX = 20;

/** Pull requests of a repository on GitHub, against its main branch, over the REST API. */
export class GitHubPulls extends RestPulls {
  readonly #octokit: Octokit;
  readonly #repository: { readonly owner: string; readonly repo: string };
  readonly #base: string;

  constructor(config: HostedConfig, credentials: GitHubCredentials, fetch: typeof globalThis.fetch) {
    super();
    this.#repository = { owner: config.owner, repo: config.repository };
    this.#base = config.mainBranch;
    this.#octokit = new Octokit({ baseUrl: config.api, request: { fetch } });
    this.#octokit.hook.wrap('request', async (request, options) => {
      const ask = async (isRefused: boolean) => {
        options.headers.authorization = `token ${await credentials.token({ isRefused })}`;
        return request(options);
      };
      try {
        return await ask(false);
      } catch (error) {
        if (readOctokitError(error)?.status !== 401 || !credentials.canRenew) throw error;
        return ask(true);
      }
    });
  }

  async find(branch: string, signal?: AbortSignal): Promise<HostedPull | null> {
    const { owner } = this.#repository;
    const query = { ...this.#repository, head: `${owner}:${branch}`, base: this.#base, per_page: PAGE_SIZE, ...passing(signal) };
    const known = await this.#ask(`branch ${branch}`, z.array(GitHubPull), () =>
      this.#octokit.request('GET /repos/{owner}/{repo}/pulls', { ...query, state: 'all', sort: 'created', direction: 'desc' }),
    );
    const found = known.find(({ state }) => state === 'open') ?? known[0];
    return found === undefined ? null : this.get(found.number, signal);
  }

  async get(number: number, signal?: AbortSignal): Promise<HostedPull> {
    const where = { ...this.#repository, pull_number: number, ...passing(signal) };
    const what = `pull request ${number}`;
    const pull = await this.#ask(what, GitHubPull, () => this.#octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', where));
    const reviews: GitHubReview[] = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const some = await this.#ask(what, z.array(GitHubReview), () =>
        this.#octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', { ...where, page, per_page: PAGE_SIZE }),
      );
      reviews.push(...some);
      if (some.length < PAGE_SIZE) break;
    }
    return fromGitHub(pull, reviews);
  }

  protected async create(
    { branch: head, title, body }: { branch: string; title: string; body: string },
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const wish = { ...this.#repository, head, base: this.#base, title, body, ...passing(signal) };
    const { number } = await this.#ask(`branch ${head}`, GitHubPull, () => this.#octokit.request('POST /repos/{owner}/{repo}/pulls', wish));
    return number;
  }

  async merge(number: number, input: { head_sha: string; message: string | null }, signal?: AbortSignal): Promise<HostedPull> {
    const wish = {
      sha: input.head_sha,
      merge_method: 'merge' as const,
      ...(input.message === null ? {} : { commit_message: input.message }),
    };
    try {
      await this.#ask(`pull request ${number}`, z.unknown(), () =>
        this.#octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', {
          ...this.#repository,
          pull_number: number,
          ...wish,
          ...passing(signal),
        }),
      );
    } catch (error) {
      // Merged already, as by an attempt of ours whose answer was lost.
      const merged = error instanceof CodeHostError && error.failure === 'refused' ? await this.get(number, signal) : null;
      if (merged?.state === 'merged' && merged.head_sha === input.head_sha) return merged;
      throw error;
    }
    return this.get(number, signal);
  }

  protected async setState(number: number, state: 'open' | 'closed', signal: AbortSignal | undefined): Promise<void> {
    await this.#ask(`pull request ${number}`, GitHubPull, () =>
      this.#octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.#repository,
        pull_number: number,
        state,
        ...passing(signal),
      }),
    );
  }

  async #ask<S extends z.ZodType>(what: string, schema: S, request: () => Promise<{ readonly data: unknown }>): Promise<z.infer<S>> {
    let data: unknown;
    try {
      data = (await request()).data;
    } catch (error) {
      throw readError(error, what);
    }
    const read = schema.safeParse(data);
    if (!read.success) throw strangeAnswer(NAME, what);
    return read.data;
  }
}

function passing(signal: AbortSignal | undefined): { request?: { signal: AbortSignal } } {
  return signal === undefined ? {} : { request: { signal } };
}

function readError(error: unknown, what: string): unknown {
  const answer = readOctokitError(error);
  if (answer === null) return error;
  if (answer.response === undefined) return causeOfNoAnswer(error);
  const { status, response } = answer;
  const headers = new Headers(Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]));
  return toCodeHostError({ host: NAME, status, headers, words: wordsOf(response.data), what });
}

const Words = z.object({
  message: z.string(),
  errors: z
    .array(z.union([z.string(), z.object({ message: z.string() })]))
    .optional()
    .catch(undefined),
});

function wordsOf(data: unknown): string {
  const read = Words.safeParse(data);
  if (!read.success) return '';
  const details = (read.data.errors ?? []).map((one) => (typeof one === 'string' ? one : one.message));
  return [read.data.message, ...details].join(': ');
}
