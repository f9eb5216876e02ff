import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { branchRef, NO_OBJECT, PENDING_REFS, remoteRef, type BranchRef } from './branch-name.ts';
import { flushRepository } from './durability.ts';
import type { GitProtocol } from './git-environment.ts';
import { GitError, gitErrorLine } from './git-errors.ts';
import { GIT_LIMIT_MS, type GitOptions, type GitRepository, type GitResult } from './git.ts';

/** Git's output as a user-facing text; `isRefused` if the remote rejected our credentials. */
interface RemoteWords {
  readonly text: string;
  readonly isRefused: boolean;
}

const KNOWN: readonly { readonly says: RegExp; readonly text: string; readonly isRefused: boolean }[] = [
  {
    says: /could not read Username|Authentication failed|returned error: 401/,
    text: 'it rejected the token, which may have expired. An administrator has to set a new one (docs/operating.md, Code hosts).',
    isRefused: true,
  },
  {
    says: /returned error: 403|Write access to repository not granted|remote: Permission to .* denied/,
    text: 'the token lacks permission. It needs read and write access to the contents of the repository.',
    isRefused: true,
  },
  {
    says: /repository '.*' not found|returned error: 404/,
    text: 'the repository does not exist, or this token has no access to it.',
    isRefused: true,
  },
];

/** Explains what git wrote to stderr when it couldn't talk to a remote. Git's own message is appended. */
function remoteWords(stderr: string): RemoteWords {
  const message = gitErrorLine(stderr);
  const known = KNOWN.find(({ says }) => says.test(stderr));
  return known === undefined
    ? { text: message, isRefused: false }
    : { text: `${known.text} (git: ${message})`, isRefused: known.isRefused };
}

/** Where branches are pushed: a path on this machine (the built-in code host) or an http(s) address. */
export interface Remote {
  readonly address: string;
  /** Git configuration for this remote, secrets included (`http.extraHeader`). Never part of the address. */
  readonly config?: Readonly<Record<string, string>>;
  /** Time limit of one command in milliseconds; two minutes by default. */
  readonly limitMs?: number;
}

/**
 * A remote, or a function that returns it before each command, for credentials that expire. `isRefused`: the last
 * credentials were rejected, so get new ones. It throws if there are none.
 */
export type RemoteSource = Remote | ((why: { readonly isRefused: boolean }) => Promise<Remote>);

export interface Unreachable {
  readonly kind: 'unreachable';
  readonly text: string;
  /** True: the remote responded but rejected the credentials. */
  readonly isRefused?: boolean;
}

/** The branches of the remote with their heads. */
export type ListOutcome = { readonly kind: 'listed'; readonly heads: ReadonlyMap<string, string> } | Unreachable;

export type PushOutcome =
  | { readonly kind: 'pushed'; readonly sha: string }
  /** The remote has commits that the pushed commit doesn't contain. */
  | { readonly kind: 'rejected-non-fast-forward' }
  /** The remote had this branch but no longer does. */
  | { readonly kind: 'branch-missing' }
  | Unreachable
  /** The remote rejected it: a protected branch, a hook. */
  | { readonly kind: 'refused'; readonly text: string };

export type FetchOutcome = { readonly kind: 'fetched'; readonly sha: string } | { readonly kind: 'branch-missing' } | Unreachable;

/**
 * The remote may move between our check and our push; after this many rounds it is reported as a rejection and retried
 * later.
 */
const ROUNDS_MAX = 3;

/** A redirect would carry our token to another host. */
const HTTP_CONFIG = { 'http.followRedirects': 'false' } as const;

/** Options of a git command that may talk to this remote and nothing else. */
function remoteOptions(remote: Remote, signal: AbortSignal | undefined): GitOptions {
  const scheme = /^(https?):\/\//.exec(remote.address)?.[1] as GitProtocol | undefined;
  if (!scheme && !isAbsolute(remote.address)) throw new GitError('A remote is an http(s) address or an absolute path.', 'failed');
  return {
    protocols: [scheme ?? 'file'],
    config: { ...HTTP_CONFIG, ...remote.config },
    limitMs: remote.limitMs ?? GIT_LIMIT_MS.remote,
    signal,
  };
}

/**
 * Pushes a commit to a branch of the remote. Never forces: the remote's commit is always an ancestor of the new one.
 *
 * @param known Where the remote's branch last was; null: the branch was never pushed.
 */
export async function push(
  repository: GitRepository,
  remote: Remote,
  { branch, sha, known }: { branch: string; sha: string; known: string | null },
  signal?: AbortSignal,
): Promise<PushOutcome> {
  // The lease makes the check ("not deleted, not moved") and the push atomic. A lease alone would allow going back:
  // hence isAncestor.
  let expected = known;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    if (expected !== null && !(await isAncestor(repository, expected, sha))) break;
    const outcome = await pushOnto(repository, remote, { branch, sha, expected }, signal);
    if (outcome.kind !== 'rejected-non-fast-forward') return outcome;
    const there = await remoteHead(repository, remote, branch, signal);
    if (there.kind === 'unreachable') return there;
    if (there.kind === 'branch-missing') {
      if (known !== null) return there;
      expected = null;
    } else {
      expected = there.sha;
    }
  }
  return { kind: 'rejected-non-fast-forward' };
}

async function pushOnto(
  repository: GitRepository,
  remote: Remote,
  { branch, sha, expected }: { branch: string; sha: string; expected: string | null },
  signal: AbortSignal | undefined,
): Promise<PushOutcome> {
  const ref = branchRef(branch);
  const began = Date.now();
  const args = ['push', '--porcelain', `--force-with-lease=${ref}:${expected ?? ''}`, '--', remote.address, `${sha}:${ref}`];
  const result = await orUnreachable(() => pushTo(repository, remote, args, signal));
  if ('kind' in result) return result;
  if (result.exitCode === 0) {
    if (isAbsolute(remote.address)) await flushRepository(remote.address, began);
    await repository.moveRefs(() => repository.run(['update-ref', remoteRef(branch), sha]));
    return { kind: 'pushed', sha };
  }
  // `!<tab>from:to<tab>[rejected] (reason)`
  const line =
    result.stdout
      .toString()
      .split('\n')
      .find((candidate) => candidate.startsWith('!')) ?? '';
  const summary = line.split('\t')[2] ?? '';
  if (line === '') return unreachable(result.stderr);
  const isRace = summary.startsWith('[rejected]') || /failed to update ref|cannot lock ref|incorrect old value/.test(summary);
  if (isRace) return { kind: 'rejected-non-fast-forward' };
  return { kind: 'refused', text: summary || gitErrorLine(result.stderr) };
}

/** Runs `git push`; exit code 1 is a result. Refs on another machine are outside our locks. */
export async function pushTo(
  repository: GitRepository,
  remote: Remote,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitResult> {
  const run = () => repository.run(args, { ...remoteOptions(remote, signal), answers: [1] });
  if (isAbsolute(remote.address)) return repository.moveRefs(run);
  await repository.mayWrite();
  return run();
}

/** Fetches a branch of the remote without moving the local one. */
export async function fetchFromRemote(
  repository: GitRepository,
  remote: Remote,
  branch: string,
  signal?: AbortSignal,
): Promise<FetchOutcome> {
  return fetchInto(repository, remote, branch, remoteRef(branch), signal);
}

/** Sets the local branch to the remote's. For branches that the product never commits to. */
export async function mirrorBranch(repository: GitRepository, remote: Remote, branch: string, signal?: AbortSignal): Promise<FetchOutcome> {
  return fetchInto(repository, remote, branch, branchRef(branch), signal);
}

/** Sets all local branches to the remote's. */
export async function mirrorAll(repository: GitRepository, remote: Remote): Promise<{ readonly kind: 'mirrored' } | Unreachable> {
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', remote.address, '+refs/heads/*:refs/heads/*'];
  const result = await orUnreachable(() => repository.run(args, remoteOptions(remote, undefined)));
  return 'kind' in result ? result : { kind: 'mirrored' };
}

async function fetchInto(
  repository: GitRepository,
  remote: Remote,
  branch: string,
  into: BranchRef,
  signal: AbortSignal | undefined,
): Promise<FetchOutcome> {
  const aside = PENDING_REFS + randomUUID();
  // A push or another fetch may move the ref in the meantime; what was fetched may be older then.
  for (let round = 1; ; round += 1) {
    const outcome = isAbsolute(remote.address)
      ? await repository.moveRefs(() => fetchRef(repository, remote, { ref: branchRef(branch), into }, signal))
      : await fetchAside(repository, remote, { branch, into, aside }, signal);
    if (round === ROUNDS_MAX || outcome.kind !== 'unreachable' || !outcome.text.includes('cannot lock ref')) return outcome;
  }
}

/** A fetch over the network can be slow, but the refs lock may only be held briefly: fetches into a temporary ref first. */
async function fetchAside(
  repository: GitRepository,
  remote: Remote,
  { branch, into, aside }: { branch: string; into: BranchRef; aside: string },
  signal: AbortSignal | undefined,
): Promise<FetchOutcome> {
  const before = await repository.text(['for-each-ref', '--format=%(objectname)', into]);
  const fetched = await fetchRef(repository, remote, { ref: branchRef(branch), into: aside }, signal);
  if (fetched.kind !== 'fetched') return fetched;
  const lines = ['start', `update ${into}\0${fetched.sha}\0${before || NO_OBJECT}`, `delete ${aside}\0`, 'prepare', 'commit', ''];
  const moved = await orUnreachable(() =>
    repository.moveRefs(() => repository.run(['update-ref', '--stdin', '-z'], { input: [lines.join('\0')], signal })),
  );
  return 'kind' in moved ? moved : fetched;
}

async function fetchRef(
  repository: GitRepository,
  remote: Remote,
  { ref, into }: { ref: BranchRef; into: string },
  signal: AbortSignal | undefined,
): Promise<FetchOutcome> {
  const began = Date.now();
  const args = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--', remote.address];
  const result = await orUnreachable(() =>
    repository.run([...args, `+${ref}:${into}`], { ...remoteOptions(remote, signal), answers: [128] }),
  );
  if ('kind' in result) return result;
  if (result.exitCode === 128) {
    if (result.stderr.includes("couldn't find remote ref")) return { kind: 'branch-missing' };
    return unreachable(result.stderr);
  }
  await flushRepository(repository.directory, began);
  return { kind: 'fetched', sha: await repository.text(['rev-parse', '--verify', into]) };
}

async function remoteHead(
  repository: GitRepository,
  remote: Remote,
  branch: string,
  signal: AbortSignal | undefined,
): Promise<FetchOutcome> {
  const ref = branchRef(branch);
  const result = await orUnreachable(() =>
    repository.run(['ls-remote', '--quiet', '--', remote.address, ref], remoteOptions(remote, signal)),
  );
  if ('kind' in result) return result;
  const line = result.stdout
    .toString()
    .split('\n')
    .find((candidate) => candidate.endsWith(`\t${ref}`));
  return line === undefined ? { kind: 'branch-missing' } : { kind: 'fetched', sha: line.slice(0, line.indexOf('\t')) };
}

/** Lists every branch of the remote without fetching anything. */
export async function listRemoteHeads(repository: GitRepository, remote: Remote, signal?: AbortSignal): Promise<ListOutcome> {
  const result = await orUnreachable(() =>
    repository.run(['ls-remote', '--quiet', '--heads', '--', remote.address], remoteOptions(remote, signal)),
  );
  if ('kind' in result) return result;
  const lines = result.stdout.toString().matchAll(/^([0-9a-f]+)\trefs\/heads\/(.+)$/gm);
  return { kind: 'listed', heads: new Map([...lines].map(([, sha = '', branch = '']) => [branch, sha])) };
}

function unreachable(stderr: string): Unreachable {
  const { text, isRefused } = remoteWords(stderr);
  return isRefused ? { kind: 'unreachable', text, isRefused } : { kind: 'unreachable', text };
}

/** Anything but a response of the remote is reported as `unreachable` with git's message. Aborts are passed on. */
export async function orUnreachable<T>(talk: () => Promise<T>): Promise<T | Unreachable> {
  try {
    return await talk();
  } catch (error) {
    if (error instanceof GitError && (error.failure === 'failed' || error.failure === 'timed-out')) {
      return error.stderr === '' ? { kind: 'unreachable', text: error.message } : unreachable(error.stderr);
    }
    throw error;
  }
}

/** Whether `descendant` contains `ancestor`; false also if one of them is not in the repository. */
export async function isAncestor(repository: GitRepository, ancestor: string, descendant: string): Promise<boolean> {
  const { exitCode } = await repository.run(['merge-base', '--is-ancestor', '--end-of-options', ancestor, descendant], {
    answers: [1, 128],
  });
  return exitCode === 0;
}
