import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { checkContentPath } from '#platform/server/content-path.ts';
import type { FileBytes } from '#platform/server/file-bytes.ts';
import { branchRef, NO_OBJECT, PENDING_REFS } from './branch-name.ts';
import { flushRepository } from './durability.ts';
import { readEntries } from './folder-reader.ts';
import { GitError, HeadMovedError } from './git-errors.ts';
import { GIT_LIMIT_MS, type GitOptions, type GitRepository } from './git.ts';
import type { ObjectReader } from './object-reader.ts';

/** Committer of every commit; the authors are users. */
export const COMMITTER = { name: 'Lessonwright', email: 'lessonwright@localhost' } as const;

/**
 * Published when a commit is written but its branch has not moved (`{ step: 'written', commit }`), for traces and crash
 * tests.
 */
export const commitSteps = channel('lessonwright:git-commit');

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  readonly branch: string;
  /** Where the branch must be; null: the branch must not exist, and the commit has no parent. */
  readonly expectedHead: string | null;
  readonly author: Person;
  /** Including trailers. */
  readonly message: string;
  readonly date: Date;
  /** Full paths from the root. Executable files stay executable. Bytes on demand are read one file at a time. */
  readonly writes: ReadonlyMap<string, FileBytes>;
  readonly deletes: readonly string[];
  /** The second parent of a merge. */
  readonly merges?: string;
  /** The tree that the commit is based on instead of the tree of `expectedHead`. */
  readonly tree?: string;
  /** Whole folders by path, each as a tree; null: deleted. Applied before `deletes` and `writes`. */
  readonly folders?: ReadonlyMap<string, string | null>;
}

/** A commit that is on no branch yet, held by its own ref. */
export interface PreparedCommit {
  readonly sha: string;
  readonly pending: string;
}

/**
 * Writes a commit and moves its branch to it; both are on disk when this resolves. The commit is written first and the
 * branch moved by compare-and-swap, so concurrent writers lose nothing.
 *
 * @throws HeadMovedError if the branch is no longer at `expectedHead`.
 * @throws UnsafeNameError for an unsafe path or branch name.
 */
export async function writeCommit(
  repository: GitRepository,
  reader: ObjectReader,
  commit: NewCommit,
  signal?: AbortSignal,
): Promise<string> {
  const began = Date.now();
  const { sha, pending } = await writePending(repository, reader, commit, signal);
  await moveBranch(repository, { branch: commit.branch, from: commit.expectedHead, to: sha, pending, signal });
  await flushRepository(repository.directory, began);
  return sha;
}

/**
 * Writes a commit without moving its branch; it is on disk when this resolves. Commits that never reach a branch are
 * dropped on the next start.
 *
 * @throws UnsafeNameError for an unsafe path or branch name.
 */
export async function prepareCommit(
  repository: GitRepository,
  reader: ObjectReader,
  commit: NewCommit,
  signal?: AbortSignal,
): Promise<PreparedCommit> {
  const began = Date.now();
  const prepared = await writePending(repository, reader, commit, signal);
  await flushRepository(repository.directory, began);
  return prepared;
}

/** Writes a commit that is only held by its own ref. Its file names are not synced to disk yet. */
async function writePending(
  repository: GitRepository,
  reader: ObjectReader,
  commit: NewCommit,
  signal: AbortSignal | undefined,
): Promise<PreparedCommit> {
  branchRef(commit.branch);
  for (const path of [...commit.writes.keys(), ...commit.deletes, ...(commit.folders?.keys() ?? [])]) checkContentPath(path);
  const executables = await findExecutables(reader, commit);
  const pending = PENDING_REFS + randomUUID();
  const { stdout } = await repository.run(['fast-import', '--quiet', '--done', '--date-format=raw'], {
    ...inputOf(pending, commit, executables),
    signal,
  });
  const sha = stdout.toString().trim();
  commitSteps.publish({ step: 'written', commit: sha });
  return { sha, pending };
}

interface BranchMove {
  readonly branch: string;
  /** Null: the branch must not exist. */
  readonly from: string | null;
  readonly to: string;
  /** Removed in the same transaction as the move. */
  readonly pending?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Moves a branch by compare-and-swap. @throws HeadMovedError if it is not at `from`. */
export async function moveBranch(repository: GitRepository, { branch, from, to, pending, signal }: BranchMove): Promise<void> {
  const ref = branchRef(branch);
  const lines = ['start', `update ${ref}\0${to}\0${from ?? NO_OBJECT}`];
  if (pending !== undefined) lines.push(`delete ${pending}\0${to}`);
  lines.push('prepare', 'commit', '');
  try {
    await repository.moveRefs(() => repository.run(['update-ref', '--stdin', '-z'], { input: [lines.join('\0')], signal }));
  } catch (error) {
    if (pending !== undefined) await repository.run(['update-ref', '-d', pending]).catch(() => {});
    const hasMoved = error instanceof GitError && error.failure === 'failed' && (await headOf(repository, branch)) !== from;
    throw hasMoved ? new HeadMovedError(branch) : error;
  }
}

/** The commit a branch is at; null if the branch doesn't exist. */
export async function headOf(repository: GitRepository, branch: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${branchRef(branch)}^{commit}`];
  const { exitCode, stdout } = await repository.run(args, { answers: [1] });
  return exitCode === 0 ? stdout.toString().trim() : null;
}

/**
 * Input that is all in memory is one list of chunks; with files read on demand it is a stream, which gets a longer time
 * limit.
 */
function inputOf(pending: string, commit: NewCommit, executables: ReadonlySet<string>): Pick<GitOptions, 'input' | 'limitMs'> {
  const parts = [...fastImportParts(pending, commit, executables)];
  return parts.every(isInMemory) ? { input: parts } : { input: streamParts(parts), limitMs: GIT_LIMIT_MS.large };
}

function isInMemory(part: string | FileBytes): part is string | Uint8Array {
  return typeof part === 'string' || part instanceof Uint8Array;
}

async function* streamParts(parts: Iterable<string | FileBytes>): AsyncGenerator<Uint8Array | string> {
  for (const part of parts) {
    if (isInMemory(part)) yield part;
    else yield* part.open();
  }
}

function* fastImportParts(ref: string, commit: NewCommit, executables: ReadonlySet<string>): Generator<string | FileBytes> {
  const when = `${Math.floor(commit.date.getTime() / 1000)} +0000`;
  yield `feature done\ncommit ${ref}\nmark :1\n`;
  yield `author ${identity(commit.author)} ${when}\ncommitter ${identity(COMMITTER)} ${when}\n`;
  yield* dataCommand(Buffer.from(cleanMessage(commit.message)));
  if (commit.expectedHead !== null) yield `from ${commit.expectedHead}\n`;
  if (commit.merges !== undefined) yield `merge ${commit.merges}\n`;
  if (commit.tree !== undefined) yield `M 040000 ${commit.tree} \n`;
  for (const [path, tree] of commit.folders ?? []) yield tree === null ? `D ${quoted(path)}\n` : `M 040000 ${tree} ${quoted(path)}\n`;
  // Deletions first: a file may replace a folder.
  for (const path of commit.deletes) yield `D ${quoted(path)}\n`;
  for (const [path, bytes] of commit.writes) {
    yield `M ${executables.has(path) ? '100755' : '100644'} inline ${quoted(path)}\n`;
    yield* dataCommand(bytes);
  }
  yield 'get-mark :1\ndone\n';
}

function* dataCommand(bytes: FileBytes): Generator<string | FileBytes> {
  yield `data ${bytes instanceof Uint8Array ? bytes.length : bytes.size}\n`;
  yield bytes;
  yield '\n';
}

/** Control characters and backslashes are rejected earlier, so only quotes need escaping. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '\\"')}"`;
}

/** `Name <email>` without characters that git reads as the end of either. */
function identity({ name, email }: Person): string {
  const clean = (text: string) =>
    text
      .replace(/[\p{Cc}<>]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const address = clean(email).replaceAll(' ', '') || 'unknown@localhost';
  return `${clean(name).replace(/^[.,:;"'\\]+|[.,:;"'\\]+$/g, '') || address} <${address}>`;
}

function cleanMessage(message: string): string {
  return `${message.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim()}\n`;
}

async function findExecutables(reader: ObjectReader, { expectedHead, tree, writes }: NewCommit): Promise<Set<string>> {
  const found = new Set<string>();
  const start = tree ?? expectedHead;
  if (start === null) return found;
  const folders = Map.groupBy(writes.keys(), (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  for (const [folder, paths] of folders) {
    const entries = (await readEntries(reader, start, folder)) ?? [];
    const executables = new Set(entries.filter((entry) => entry.isExecutable).map((entry) => entry.name));
    for (const path of paths) if (executables.has(path.slice(path.lastIndexOf('/') + 1))) found.add(path);
  }
  return found;
}
