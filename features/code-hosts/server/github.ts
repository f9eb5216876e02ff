import { z } from 'zod';
import { CodeHostError, type HostedPull, type NewHostedComment, type NewHostedReview, type WrittenReview } from './code-host.ts';
import { type GitHubClient, withSignal } from './github-client.ts';
import { fromGitHub, GitHubComment, GitHubPull, GitHubReview } from './github-pull.ts';
import { unexpectedResponse } from './host-failure.ts';
import { idsOfSent } from './hosted-review.ts';
import { RestPulls } from './rest-pulls.ts';

const PAGE_SIZE = 100;
/** Limits how many pages of reviews are read; the newest are on the last pages. */
const PAGES_MAX = 20;

/** Pull requests of a GitHub repository against its main branch, over the REST API. */
export class GitHubPulls extends RestPulls {
  readonly #client: GitHubClient;
  readonly #octokit: GitHubClient['octokit'];
  readonly #repository: GitHubClient['repository'];
  readonly #base: string;

  constructor(client: GitHubClient, base: string) {
    super();
    this.#client = client;
    this.#octokit = client.octokit;
    this.#repository = client.repository;
    this.#base = base;
  }

  async find(branch: string, signal?: AbortSignal): Promise<HostedPull | null> {
    const { owner } = this.#repository;
    const query = { ...this.#repository, head: `${owner}:${branch}`, base: this.#base, per_page: PAGE_SIZE, ...withSignal(signal) };
    const known = await this.#client.ask(`branch ${branch}`, z.array(GitHubPull), () =>
      this.#octokit.request('GET /repos/{owner}/{repo}/pulls', { ...query, state: 'all', sort: 'created', direction: 'desc' }),
    );
    const found = known.find(({ state }) => state === 'open') ?? known[0];
    return found === undefined ? null : this.get(found.number, signal);
  }

  async get(number: number, signal?: AbortSignal): Promise<HostedPull> {
    const where = { ...this.#repository, pull_number: number, ...withSignal(signal) };
    const what = `pull request ${number}`;
    const pull = await this.#client.ask(what, GitHubPull, () =>
      this.#octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', where),
    );
    const reviews = await this.#pages(what, GitHubReview, (page) =>
      this.#octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews', { ...where, ...page }),
    );
    const comments = await this.#pages(what, GitHubComment, (page) =>
      this.#octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', { ...where, ...page }),
    );
    return fromGitHub(pull, reviews, comments, this.#base);
  }

  async #pages<S extends z.ZodType>(
    what: string,
    schema: S,
    request: (page: { page: number; per_page: number }) => Promise<{ readonly data: unknown }>,
  ): Promise<z.infer<S>[]> {
    const all: z.infer<S>[] = [];
    for (let page = 1; page <= PAGES_MAX; page++) {
      const some = await this.#client.ask(what, z.array(schema), () => request({ page, per_page: PAGE_SIZE }));
      all.push(...some);
      if (some.length < PAGE_SIZE) break;
    }
    return all;
  }

  async comment(number: number, comment: NewHostedComment, signal?: AbortSignal): Promise<string> {
    const { body, path, lines, commit: commit_id, reply_to } = comment;
    const where = { ...this.#repository, pull_number: number, body, ...withSignal(signal) };
    if (reply_to !== null)
      return this.#idOf(number, () =>
        this.#octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies', {
          ...where,
          comment_id: Number(reply_to),
        }),
      );
    const side = comment.side === 'before' ? ('LEFT' as const) : ('RIGHT' as const);
    const onFile = () =>
      this.#octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
        ...where,
        commit_id,
        path,
        subject_type: 'file' as const,
      });
    if (lines === null) return this.#idOf(number, onFile);
    const start = lines.from < lines.to ? { start_line: lines.from, start_side: side } : {};
    try {
      return await this.#idOf(number, () =>
        this.#octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
          ...where,
          commit_id,
          path,
          side,
          line: lines.to,
          ...start,
        }),
      );
    } catch (error) {
      if (!isOffTheLines(error)) throw error;
      return this.#idOf(number, onFile);
    }
  }

  async editComment(number: number, id: string, body: string, signal?: AbortSignal): Promise<void> {
    const where = { ...this.#repository, comment_id: Number(id), body, ...withSignal(signal) };
    await this.#idOf(number, () => this.#octokit.request('PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}', where));
  }

  async deleteComment(number: number, id: string, signal?: AbortSignal): Promise<void> {
    const where = { ...this.#repository, comment_id: Number(id), ...withSignal(signal) };
    await this.#client.ask(`pull request ${number}`, z.unknown(), () =>
      this.#octokit.request('DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}', where),
    );
  }

  async review(number: number, { head_sha, body, comments }: NewHostedReview, signal?: AbortSignal): Promise<WrittenReview> {
    const where = { ...this.#repository, pull_number: number, ...withSignal(signal) };
    const send = (some: readonly NewHostedComment[]) =>
      this.#idOf(number, () =>
        this.#octokit.request('POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews', {
          ...where,
          commit_id: head_sha,
          event: 'COMMENT',
          body,
          ...(some.length > 0 && { comments: some.flatMap(onLines) }),
        }),
      );
    // A review has no comments on files.
    const inReview = comments.filter(({ lines }) => lines !== null);
    const written = new Map<NewHostedComment, string>();
    let id: string;
    try {
      id = await send(inReview);
      const review_id = Number(id);
      const listed =
        inReview.length === 0
          ? []
          : await this.#pages(`pull request ${number}`, GitHubComment.pick({ id: true, path: true, body: true }), (page) =>
              this.#octokit.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments', {
                ...where,
                review_id,
                ...page,
              }),
            );
      idsOfSent(listed, inReview).forEach((found, index) => {
        const comment = inReview[index];
        if (comment && found !== undefined) written.set(comment, found);
      });
      if (written.size < inReview.length) throw unexpectedResponse('GitHub', `the review of pull request ${number}`);
    } catch (error) {
      if (inReview.length === 0 || !isOffTheLines(error)) throw error;
      // One of them is too far from a change: they are written one by one.
      id = await send([]);
    }
    for (const comment of comments) if (!written.has(comment)) written.set(comment, await this.comment(number, comment, signal));
    return { id, comments: comments.map((comment) => written.get(comment) ?? '') };
  }

  async #idOf(number: number, request: () => Promise<{ readonly data: unknown }>): Promise<string> {
    return String((await this.#client.ask(`pull request ${number}`, z.object({ id: z.number().int() }), request)).id);
  }

  protected async create(
    { branch: head, title, body }: { branch: string; title: string; body: string },
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const wish = { ...this.#repository, head, base: this.#base, title, body, ...withSignal(signal) };
    const { number } = await this.#client.ask(`branch ${head}`, GitHubPull, () =>
      this.#octokit.request('POST /repos/{owner}/{repo}/pulls', wish),
    );
    return number;
  }

  async merge(number: number, input: { head_sha: string; message: string | null }, signal?: AbortSignal): Promise<HostedPull> {
    const wish = {
      sha: input.head_sha,
      merge_method: 'merge' as const,
      ...(input.message === null ? {} : { commit_message: input.message }),
    };
    try {
      await this.#client.ask(`pull request ${number}`, z.unknown(), () =>
        this.#octokit.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', {
          ...this.#repository,
          pull_number: number,
          ...wish,
          ...withSignal(signal),
        }),
      );
    } catch (error) {
      // Already merged, for example by an earlier attempt whose response was lost.
      const merged = error instanceof CodeHostError && error.failure === 'refused' ? await this.get(number, signal) : null;
      if (merged?.state === 'merged' && merged.head_sha === input.head_sha) return merged;
      throw error;
    }
    return this.get(number, signal);
  }

  protected async setState(number: number, state: 'open' | 'closed', signal: AbortSignal | undefined): Promise<void> {
    await this.#client.ask(`pull request ${number}`, GitHubPull, () =>
      this.#octokit.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', {
        ...this.#repository,
        pull_number: number,
        state,
        ...withSignal(signal),
      }),
    );
  }
}

/** GitHub takes comments only on lines in or near a change. */
function isOffTheLines(error: unknown): boolean {
  return error instanceof CodeHostError && error.failure === 'refused' && /line/.test(error.message);
}

/** A comment on lines as a part of a review. */
function onLines({ path, body, lines, side: own }: NewHostedComment) {
  if (lines === null) return [];
  const side = own === 'before' ? ('LEFT' as const) : ('RIGHT' as const);
  return [{ path, body, side, line: lines.to, ...(lines.from < lines.to && { start_line: lines.from, start_side: side }) }];
}
