import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from 'gitea-js';
import { z } from 'zod';
import { DELETED_COMMENT } from '#platform/content/comment-body.ts';
import type { HostedConfig } from '#platform/server/code-host-config.ts';
import { CodeHostError, type HostedPull, type NewHostedComment, type NewHostedReview, type WrittenReview } from './code-host.ts';
import { fromGitea, GiteaComment, GiteaPull, GiteaReview } from './gitea-pull.ts';
import { unexpectedResponse, toCodeHostError } from './host-failure.ts';
import { idsOfSent } from './hosted-review.ts';
import { RestPulls } from './rest-pulls.ts';

const NAME = 'Gitea';
/** Gitea's default maximum page size. */
const PAGE_SIZE = 50;
const PAGES_MAX = 20;
/** Right after a push, Gitea is still computing whether a merge is possible and asks to try again. */
const MERGE_ATTEMPTS_MAX = 5;
const MERGE_PAUSE_MS = 1_000;

interface Answer {
  readonly data: unknown;
}

/** Pull requests of a Gitea or Forgejo repository against its main branch, over the REST API. */
export class GiteaPulls extends RestPulls {
  readonly #api: Api<unknown>;
  readonly #owner: string;
  readonly #repository: string;
  readonly #base: string;

  constructor(config: HostedConfig, token: string, fetch: typeof globalThis.fetch) {
    super();
    this.#owner = config.owner;
    this.#repository = config.repository;
    this.#base = config.mainBranch;
    this.#api = new Api({
      baseUrl: config.api,
      customFetch: fetch,
      baseApiParams: { format: 'json', headers: { authorization: `token ${token}` } },
    });
  }

  async find(branch: string, signal?: AbortSignal): Promise<HostedPull | null> {
    const known = await this.#findAny(branch, signal);
    if (known === null || known.state === 'open') return known && this.get(known.number, signal);
    // That was the oldest one. Only the list, newest first, shows whether there is a newer one.
    const candidates: GiteaPull[] = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const some = await this.#ask(`branch ${branch}`, z.array(GiteaPull), () =>
        this.#api.repos.repoListPullRequests(this.#owner, this.#repository, { state: 'all', page, limit: PAGE_SIZE }, withSignal(signal)),
      );
      candidates.push(
        ...some.filter(({ head, base }) => head.label === branch && head.repo_id === base.repo_id && base.ref === this.#base),
      );
      if (some.length === 0 || candidates.length > 0) break;
    }
    const found = candidates.find(({ state }) => state === 'open') ?? candidates[0] ?? known;
    return this.get(found.number, signal);
  }

  async get(number: number, signal?: AbortSignal): Promise<HostedPull> {
    const what = `pull request ${number}`;
    const pull = await this.#ask(what, GiteaPull, () =>
      this.#api.repos.repoGetPullRequest(this.#owner, this.#repository, number, withSignal(signal)),
    );
    const reviews: GiteaReview[] = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const some = await this.#ask(what, z.array(GiteaReview), () =>
        this.#api.repos.repoListPullReviews(this.#owner, this.#repository, number, { page, limit: PAGE_SIZE }, withSignal(signal)),
      );
      reviews.push(...some);
      if (some.length < PAGE_SIZE) break;
    }
    const comments: GiteaComment[] = [];
    for (const { id, comments_count } of reviews) if (comments_count) comments.push(...(await this.#commentsOf(number, id, signal)));
    return fromGitea(pull, reviews, comments, this.#base);
  }

  async #commentsOf(number: number, review: number, signal: AbortSignal | undefined): Promise<GiteaComment[]> {
    return this.#ask(`pull request ${number}`, z.array(GiteaComment), () =>
      this.#api.repos.repoGetPullReviewComments(this.#owner, this.#repository, number, review, withSignal(signal)),
    );
  }

  async comment(number: number, comment: NewHostedComment, signal?: AbortSignal): Promise<string> {
    const review = await this.#review(number, { commit_id: comment.commit, comments: [onLine(comment)] }, signal);
    const made = (await this.#commentsOf(number, review, signal)).at(-1);
    if (!made) throw unexpectedResponse(NAME, `the comment on pull request ${number}`);
    return String(made.id);
  }

  async editComment(number: number, id: string, body: string, signal?: AbortSignal): Promise<void> {
    await this.#ask(`pull request ${number}`, z.unknown(), () =>
      this.#api.repos.issueEditComment(this.#owner, this.#repository, Number(id), { body }, withSignal(signal)),
    );
  }

  /** Gitea deletes comments of a conversation only, and keeps those on changes. */
  async deleteComment(number: number, id: string, signal?: AbortSignal): Promise<void> {
    await this.editComment(number, id, DELETED_COMMENT, signal);
  }

  async review(number: number, { head_sha, body, comments }: NewHostedReview, signal?: AbortSignal): Promise<WrittenReview> {
    const id = await this.#review(
      number,
      { commit_id: head_sha, body, ...(comments.length > 0 && { comments: comments.map(onLine) }) },
      signal,
    );
    const ids = comments.length === 0 ? [] : idsOfSent(await this.#commentsOf(number, id, signal), comments);
    return {
      id: String(id),
      comments: ids.map((each) => {
        if (each === undefined) throw unexpectedResponse(NAME, `the review of pull request ${number}`);
        return each;
      }),
    };
  }

  async #review(
    number: number,
    wish: { commit_id: string; body?: string; comments?: { body: string; path: string; new_position?: number; old_position?: number }[] },
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { id } = await this.#ask(`pull request ${number}`, z.object({ id: z.number().int() }), () =>
      this.#api.repos.repoCreatePullReview(this.#owner, this.#repository, number, { event: 'COMMENT', ...wish }, withSignal(signal)),
    );
    return id;
  }

  protected async create(
    { branch: head, title, body }: { branch: string; title: string; body: string },
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const wish = { head, base: this.#base, title, body };
    const { number } = await this.#ask(`branch ${head}`, GiteaPull, () =>
      this.#api.repos.repoCreatePullRequest(this.#owner, this.#repository, wish, withSignal(signal)),
    );
    return number;
  }

  async merge(number: number, input: { head_sha: string; message: string | null }, signal?: AbortSignal): Promise<HostedPull> {
    const message = input.message === null ? {} : { MergeMessageField: input.message };
    const wish = { Do: 'merge' as const, head_commit_id: input.head_sha, ...message };
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#ask(`pull request ${number}`, z.unknown(), () =>
          this.#api.repos.repoMergePullRequest(this.#owner, this.#repository, number, wish, withSignal(signal)),
        );
        return await this.get(number, signal);
      } catch (error) {
        if (!(error instanceof CodeHostError && error.failure === 'refused')) throw error;
        // Already merged, for example by an earlier attempt whose response was lost.
        const now = await this.get(number, signal);
        if (now.state === 'merged' && now.head_sha === input.head_sha) return now;
        if (!error.message.includes('try again later') || attempt === MERGE_ATTEMPTS_MAX) throw error;
      }
      await sleep(MERGE_PAUSE_MS, undefined, signal ? { signal } : {});
    }
  }

  /** Returns a pull request of a branch, the oldest if there are several; null if there is none. */
  async #findAny(branch: string, signal: AbortSignal | undefined): Promise<GiteaPull | null> {
    try {
      return await this.#ask(`branch ${branch}`, GiteaPull, () =>
        this.#api.repos.repoGetPullRequestByBaseHead(
          this.#owner,
          this.#repository,
          encodeURIComponent(this.#base),
          branch,
          withSignal(signal),
        ),
      );
    } catch (error) {
      if (error instanceof CodeHostError && error.failure === 'not-found') return null;
      throw error;
    }
  }

  protected async setState(number: number, state: 'open' | 'closed', signal: AbortSignal | undefined): Promise<void> {
    await this.#ask(`pull request ${number}`, GiteaPull, () =>
      this.#api.repos.repoEditPullRequest(this.#owner, this.#repository, number, { state }, withSignal(signal)),
    );
  }

  async #ask<S extends z.ZodType>(what: string, schema: S, request: () => Promise<Answer>): Promise<z.infer<S>> {
    let answer: Answer;
    try {
      answer = await request();
    } catch (error) {
      throw readError(error, what);
    }
    const read = schema.safeParse(answer.data);
    if (!read.success) throw unexpectedResponse(NAME, what);
    return read.data;
  }
}

/** Gitea has no comments on files and no ranges: they are on the first line, and on the last one. */
function onLine({ body, path, side, lines }: NewHostedComment) {
  const line = lines?.to ?? 1;
  return { body, path, ...(side === 'after' ? { new_position: line } : { old_position: line }) };
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}

const ErrorBody = z.object({ error: z.object({ message: z.string() }) });

/** gitea-js throws the response itself on failure, with its body in `error`. */
function readError(error: unknown, what: string): unknown {
  if (!(error instanceof Response)) return error;
  const words = ErrorBody.safeParse(error);
  return toCodeHostError({
    host: NAME,
    status: error.status,
    headers: error.headers,
    words: words.success ? words.data.error.message : '',
    what,
  });
}
