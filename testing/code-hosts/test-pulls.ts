import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitRepository } from '#features/git/server/git.ts';

const SOMEBODY = { 'user.name': 'Grace', 'user.email': 'grace@example.org' };

export interface TestReview {
  readonly id: number;
  readonly user: string;
  readonly verdict: 'approve' | 'request-changes' | 'comment';
  readonly body: string;
  readonly commit: string;
  readonly at: Date;
  isDismissed: boolean;
  /** They don't belong to the repository, which is public. */
  isByStranger: boolean;
}

export interface TestComment {
  readonly id: number;
  /** The review that it was written with. */
  readonly review: number;
  readonly replyTo: number | null;
  readonly user: string;
  body: string;
  readonly path: string;
  readonly side: 'before' | 'after';
  /** Null: the file as a whole. */
  readonly lines: { readonly from: number; readonly to: number } | null;
  readonly commit: string;
  readonly at: Date;
}

export interface TestPull {
  readonly number: number;
  readonly branch: string;
  /** The branch that it goes into. */
  base: string;
  title: string;
  readonly body: string;
  readonly user: string;
  readonly at: Date;
  isOpen: boolean;
  isDraft: boolean;
  /** Follows the branch while the pull request is open. */
  headSha: string;
  merge: { readonly sha: string; readonly by: string; readonly at: Date } | null;
  readonly reviews: TestReview[];
  readonly comments: TestComment[];
}

/** A rejection by the test code host. */
export class HostRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The pull requests of a bare repository, as a code host manages them, including real merges. */
export class TestPulls {
  readonly repository: GitRepository;
  readonly all: TestPull[] = [];
  /** Called after each action on the code host's pages or through its API. */
  onChange: (pull: TestPull, action: string) => void = () => {};
  readonly #base: string;
  #ids = 100;

  constructor(repository: GitRepository, base: string) {
    this.repository = repository;
    this.#base = base;
  }

  async get(number: number): Promise<TestPull> {
    const pull = this.all.find((one) => one.number === number);
    if (!pull) throw new HostRefusal(404, 'Not Found');
    const head = pull.isOpen ? await this.head(pull.branch) : null;
    if (head !== null) pull.headSha = head;
    return pull;
  }

  async head(branch: string): Promise<string | null> {
    // A branch that was written here is a file. Reading it saves a process for nearly every call.
    const loose = await readFile(join(this.repository.directory, 'refs/heads', branch), 'utf8').catch(() => null);
    if (loose !== null) return loose.trim();
    const { exitCode, stdout } = await this.repository.run(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`], { answers: [1] });
    return exitCode === 0 ? stdout.toString().trim() : null;
  }

  async open(input: { branch: string; title: string; body: string; user: string }): Promise<TestPull> {
    const headSha = await this.head(input.branch);
    if (headSha === null) throw new HostRefusal(422, 'Validation Failed');
    if (this.all.some(({ branch, isOpen }) => isOpen && branch === input.branch)) {
      throw new HostRefusal(422, `A pull request already exists for team:${input.branch}.`);
    }
    const pull: TestPull = {
      ...input,
      number: this.all.length + 1,
      base: this.#base,
      at: new Date(),
      isOpen: true,
      isDraft: false,
      headSha,
      merge: null,
      reviews: [],
      comments: [],
    };
    this.all.push(pull);
    this.onChange(pull, 'opened');
    return pull;
  }

  async setOpen(number: number, isOpen: boolean): Promise<TestPull> {
    const pull = await this.get(number);
    if (pull.merge !== null || (isOpen && (await this.head(pull.branch)) === null)) throw new HostRefusal(422, 'Validation Failed');
    pull.isOpen = isOpen;
    this.onChange(pull, isOpen ? 'reopened' : 'closed');
    return pull;
  }

  /** A reviewer's action on the code host's pages. */
  async review(number: number, user: string, verdict: TestReview['verdict'], body = ''): Promise<TestReview> {
    const pull = await this.get(number);
    const review = { id: ++this.#ids, user, verdict, body, commit: pull.headSha, at: new Date(), isDismissed: false, isByStranger: false };
    pull.reviews.push(review);
    this.onChange(pull, 'submitted');
    return review;
  }

  /** Comments on lines, on the code host's pages or through its API. It makes an empty review, as the real ones do. */
  async comment(
    number: number,
    user: string,
    comment: Pick<TestComment, 'body' | 'path'> & Partial<Pick<TestComment, 'side' | 'lines' | 'replyTo' | 'commit' | 'review'>>,
  ): Promise<TestComment> {
    const pull = await this.get(number);
    const review = comment.review ?? (await this.review(number, user, 'comment')).id;
    const first = pull.comments.find(({ id }) => id === comment.replyTo);
    const place = { side: 'after' as const, lines: null, replyTo: null, commit: pull.headSha, ...first, ...comment };
    const made: TestComment = { ...place, id: ++this.#ids, review, user, at: new Date() };
    pull.comments.push(made);
    this.onChange(pull, 'submitted');
    return made;
  }

  /** Changes the text of a comment. */
  edit(id: number, body: string): TestComment {
    const comment = this.all.flatMap(({ comments }) => comments).find((one) => one.id === id);
    if (!comment) throw new HostRefusal(404, 'Not Found');
    comment.body = body;
    return comment;
  }

  remove(id: number): void {
    const pull = this.all.find(({ comments }) => comments.some((one) => one.id === id));
    if (!pull) throw new HostRefusal(404, 'Not Found');
    pull.comments.splice(
      pull.comments.findIndex((one) => one.id === id),
      1,
    );
  }

  async merge(number: number, by: string, wish: { sha?: string; message?: string } = {}): Promise<TestPull> {
    const pull = await this.get(number);
    if (!pull.isOpen) throw new HostRefusal(405, 'Pull Request is not mergeable');
    if (pull.isDraft) throw new HostRefusal(405, 'Pull Request is still a draft');
    if (wish.sha !== undefined && wish.sha !== pull.headSha)
      throw new HostRefusal(409, 'Head branch was modified. Review and try the merge again.');
    const base = await this.repository.text(['rev-parse', this.#base]);
    const tried = await this.repository.run(['merge-tree', '--write-tree', base, pull.headSha], { answers: [1] });
    if (tried.exitCode === 1) throw new HostRefusal(405, 'Pull Request is not mergeable');
    const tree = tried.stdout.toString().trim();
    const message = wish.message ?? `Merge pull request #${number}`;
    const sha = await this.repository.text(['commit-tree', tree, '-p', base, '-p', pull.headSha, '-m', message], { config: SOMEBODY });
    await this.repository.run(['update-ref', `refs/heads/${this.#base}`, sha, base]);
    pull.merge = { sha, by, at: new Date() };
    pull.isOpen = false;
    this.onChange(pull, 'closed');
    return pull;
  }
}

/** An account of a test host, as both REST APIs name it. */
export function accountOf(login: string): { login: string; id: number } {
  return { login, id: Buffer.from(login).reduce((id, byte) => (id * 31 + byte) % 1_000_003, 7) };
}
