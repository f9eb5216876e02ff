import { countChangesSince, isSameChange, listWriters, type Approved, type Writers, type WrittenRange } from './approved-state.ts';
import type { CommitCache } from './commit-cache.ts';
import {
  findMergeCommit,
  listChangedFiles,
  listCommits,
  listCommitsOf,
  mergeBase,
  parentsOf,
  type ChangedFile,
  type CommitLine,
  type DiffScope,
} from './compare.ts';
import { diffCommits, type DiffLimits, type FilePatch } from './diff.ts';
import type { GitRepository } from './git.ts';
import { isAncestor } from './remote.ts';

/** How many commits back a search goes. */
const SEARCHED_COMMITS_MAX = 20_000;

/** Read-only queries about a repository's commits. Commits are full object ids. */
export class History {
  readonly #repository: GitRepository;
  readonly #cache: CommitCache;

  constructor(repository: GitRepository, cache: CommitCache) {
    this.#repository = repository;
    this.#cache = cache;
  }

  /** Whether `commit` contains `ancestor`; false also if one of them is not in the repository. */
  async contains(commit: string, ancestor: string): Promise<boolean> {
    return commit === ancestor || isAncestor(this.#repository, ancestor, commit);
  }

  /** The branches that contain a commit. */
  async branchesContaining(commit: string): Promise<string[]> {
    const found = await this.#repository.text(['for-each-ref', `--contains=${commit}`, '--format=%(refname:lstrip=2)', 'refs/heads/']);
    return found === '' ? [] : found.split('\n');
  }

  /** The newest commit up to `commit` that changed anything below `path`; null if none did. */
  async lastChangeOf(commit: string, path: string): Promise<string | null> {
    const found = await this.#repository.text(['rev-list', '--max-count=1', '--end-of-options', commit, '--', `:(literal)${path}`]);
    return found === '' ? null : found;
  }

  /** The author of a commit. */
  async authorOf(commit: string): Promise<string> {
    return this.#repository.text(['log', '-1', '--format=%an', '--end-of-options', commit, '--']);
  }

  /** Who last changed anything below `path`, up to `commit`; null if nobody did. What a merge brought was written by others. */
  async lastAuthorOf(commit: string, path: string): Promise<string | null> {
    const range = ['--end-of-options', commit, '--', `:(literal)${path}`];
    return (await this.#repository.text(['log', '-1', '--no-merges', '--format=%an', ...range])) || null;
  }

  /**
   * The values of a trailer in the commits in `until` but not in `since` (null: the newest 20,000), each with its
   * commit. Only the last paragraph of a message holds trailers.
   */
  async findTrailers(key: string, { since, until }: { since: string | null; until: string }): Promise<Map<string, string>> {
    const format = `--format=%H %(trailers:key=${key},valueonly,unfold,separator=%x20)`;
    const range = since === null ? until : `${since}..${until}`;
    const log = await this.#repository.text(['log', '-z', format, `--max-count=${SEARCHED_COMMITS_MAX}`, '--end-of-options', range, '--']);
    const found = new Map<string, string>();
    for (const record of log.split('\0')) {
      const [commit = '', ...values] = record.split(/\s+/);
      for (const value of values) if (value !== '') found.set(value, commit);
    }
    return found;
  }

  /** The merge base of two commits; null if they have none. */
  async mergeBase(a: string, b: string): Promise<string | null> {
    return this.#cache.read('merge base', [a, b], () => mergeBase(this.#repository, a, b));
  }

  /** Commits in `until` that are not in `since`, newest first, at most `limit`. */
  async listCommits(range: { since: string; until: string; limit: number }): Promise<readonly CommitLine[]> {
    return this.#cache.read(`${range.limit} commits`, [range.since, range.until], () => listCommits(this.#repository, range));
  }

  /** The commits up to `head` that changed anything below `path` before a date, newest first. */
  async listCommitsOf(head: string, path: string, limits: { before: Date; limit: number }): Promise<CommitLine[]> {
    return listCommitsOf(this.#repository, head, path, limits);
  }

  /** The parents of a commit, the first one first. */
  async parentsOf(commit: string): Promise<readonly string[]> {
    return this.#cache.read('parents', [commit], () => parentsOf(this.#repository, commit));
  }

  /** The commit that brought `commit` into a branch at `head`; null if it isn't contained, or is the head itself. */
  async findMergeCommit(commit: string, head: string): Promise<CommitLine | null> {
    return findMergeCommit(this.#repository, commit, head);
  }

  /** The files that differ between two commits, by path. */
  async listChangedFiles({ before, after, place }: { before: string; after: string; place: DiffScope }): Promise<ChangedFile[]> {
    return listChangedFiles(this.#repository, before, after, place);
  }

  /** Whether everything that a branch changes in lessons, courses, paths and settings was there, as it is now, in an approved commit. */
  async isSameChange(seen: Approved): Promise<boolean> {
    return this.#cache.read('is same change', commitsOf(seen), () => isSameChange(this.#repository, seen));
  }

  /** The number of commits of a branch, without those of main, that changed lessons, courses, paths or settings since an approved commit. */
  async countChangesSince(seen: Approved): Promise<number> {
    return this.#cache.read('changes since', commitsOf(seen), () => countChangesSince(this.#repository, seen));
  }

  /** Who changed lessons, courses, paths and settings in a branch, as its commits say. */
  async listWriters(range: WrittenRange): Promise<Writers> {
    return this.#cache.read(`writers by ${range.trailer}`, [range.main, range.head], () => listWriters(this.#repository, range));
  }

  /** The differences between two commits, by file and line. */
  async diff(input: {
    before: string;
    after: string;
    place: DiffScope;
    limits: DiffLimits;
  }): Promise<{ files: FilePatch[]; is_cut: boolean }> {
    return diffCommits(this.#repository, input);
  }
}

function commitsOf({ approved, head, main }: Approved): readonly string[] {
  return [approved, head, main];
}
