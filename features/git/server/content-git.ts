import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentRoot } from '../rules/content-roots.ts';
import { branchRef, PENDING_REFS, remoteRef } from './branch-name.ts';
import { CommitCache } from './commit-cache.ts';
import { moveBranch, prepareCommit, writeCommit, type NewCommit, type Person, type PreparedCommit } from './commit-writer.ts';
import { cloneRemote, createFrom, createWithContent, pathExists, MAIN_BRANCH } from './create-repository.ts';
import { deleteBranch, deleteRemoteBranch, type DeleteOutcome } from './delete-branch.ts';
import { clearLeftovers, flushRepository } from './durability.ts';
import { listFiles, readEntries, readFileOfTree, readFolder, type FileEntry, type Folder } from './folder-reader.ts';
import { BranchExistsError, GitError, HeadMovedError } from './git-errors.ts';
import { GIT_LIMIT_MS, GitRepository, requireGit, type MoveRefs } from './git.ts';
import { History } from './history.ts';
import { BY_PATH, type Change, mergeCommits, mergeTrees, type MergeOutcome, revertChange, type TreeMerge } from './merge-trees.ts';
import { ObjectReader } from './object-reader.ts';
import {
  fetchFromRemote,
  listRemoteHeads,
  mirrorBranch,
  push,
  type FetchOutcome,
  type ListOutcome,
  type PushOutcome,
  type RemoteSource,
} from './remote.ts';
import { isScattered } from './scattered-objects.ts';
import { withRemote } from './with-remote.ts';

/** Root files are settings; larger ones are ignored. */
const ROOT_FILE_BYTES_MAX = 100_000;

/** The part of a pino logger used here. */
interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
}

export interface OpenOptions {
  /** Contains `working.git`, and `content.git` if there is no other remote. */
  readonly dataFolder: string;
  /** Initial content of a new repository; null: empty. */
  readonly sampleFolder: string | null;
  /** An external code host instead of the built-in one. */
  readonly remote?: RemoteSource;
  /** Its default branch; `main` unless set, and always on the built-in code host. */
  readonly mainBranch?: string;
  /** Omitted: no other process uses the repositories. */
  readonly locks?: GitLocks;
  /**
   * The repositories on this disk are lost or outdated, because another server wrote to git last. Those of an external code host are
   * cloned again; the branches of releases are restored when they are used (features/changes/server/restore-branch.ts).
   */
  readonly isRebuilt?: boolean;
  readonly log: Log;
}

/** How backups, which are other processes, and other servers keep the repositories stable. */
export interface GitLocks {
  /** Runs work that moves branches, never while a backup records where they are. Don't nest calls. */
  readonly moveRefs: MoveRefs;
  /** Runs work that removes objects. Returns null without running it while a backup reads them. */
  readonly removeObjects: <T>(work: () => Promise<T>) => Promise<T | null>;
  /** Throws if another server writes to git now. */
  readonly mayWrite?: () => Promise<void>;
}

const NO_LOCKS: GitLocks = { moveRefs: (work) => work(), removeObjects: (work) => work() };

/** A folder of `lessons/` in a commit. Equal trees are equal folders, byte for byte. */
export interface LessonFolder {
  readonly folder: string;
  readonly tree: string;
}

/**
 * The content in git. Commits are created in `working.git`, which nothing else touches, and pushed to the remote: by
 * default `content.git` beside it, which users clone. So a commit is local first and reaches the remote later. Branch
 * names omit `refs/heads/`; commits are full object ids; paths start at the root and use slashes.
 */
export class ContentGit {
  readonly #working: GitRepository;
  readonly #reader: ObjectReader;
  readonly #remote: RemoteSource;
  /** Queries about its commits. */
  readonly history: History;
  /** What was read of commits, for what is asked again and again. */
  readonly cache: CommitCache;
  /** The branch of the main release. */
  readonly mainBranch: string;
  readonly #locks: GitLocks;
  readonly #log: Log;
  /** The built-in code host; null if an external one is the remote. */
  readonly #content: GitRepository | null;
  #garbage: Promise<boolean> | null = null;
  /** Version of the system's git. */
  readonly version: string;
  /** See {@link OpenOptions.isRebuilt}: every release needs its branch again. */
  readonly isRebuilt: boolean;

  private constructor(parts: {
    working: GitRepository;
    reader: ObjectReader;
    remote: RemoteSource;
    mainBranch: string;
    content: GitRepository | null;
    locks: GitLocks;
    isRebuilt: boolean;
    log: Log;
    version: string;
  }) {
    this.isRebuilt = parts.isRebuilt;
    this.#working = parts.working;
    this.cache = new CommitCache();
    this.history = new History(parts.working, this.cache);
    this.#reader = parts.reader;
    this.#remote = parts.remote;
    this.mainBranch = parts.mainBranch;
    this.#content = parts.content;
    this.#locks = parts.locks;
    this.#log = parts.log;
    this.version = parts.version;
  }

  /**
   * Opens the repositories, creates missing ones and cleans up after a crash. A lost repository is restored from the
   * other one.
   *
   * @throws GitError `not-installed` if git is missing or too old.
   * @throws FirstCloneError if an external code host can't be cloned.
   */
  static async open({
    dataFolder,
    sampleFolder,
    remote: hosted,
    mainBranch = MAIN_BRANCH,
    locks = NO_LOCKS,
    isRebuilt = false,
    log,
  }: OpenOptions): Promise<ContentGit> {
    const version = await requireGit();
    const workingPath = join(dataFolder, 'working.git');
    if (isRebuilt && hosted) await rm(workingPath, { recursive: true, force: true });
    const contentPath = join(dataFolder, 'content.git');
    const remote = hosted ?? { address: contentPath };
    const hasWorking = await pathExists(workingPath);
    if (!hosted) {
      if (!(await pathExists(contentPath))) {
        if (hasWorking) await createFrom(contentPath, { address: workingPath });
        else await createWithContent(contentPath, sampleFolder);
        log.info({ path: contentPath }, 'created the content repository');
      }
      await clearLeftovers(contentPath);
    }
    if (!hasWorking)
      await (hosted ? cloneRemote(workingPath, hosted, { mainBranch, sampleFolder }) : createFrom(workingPath, { address: contentPath }));
    const working = new GitRepository(workingPath, locks.moveRefs, locks.mayWrite);
    await clearLeftovers(workingPath);
    if (isRebuilt) await keepMainOnly(working, mainBranch);
    await clearPending(working);
    const content = hosted ? null : new GitRepository(contentPath);
    return new ContentGit({ working, reader: new ObjectReader(workingPath), remote, mainBranch, content, locks, isRebuilt, log, version });
  }

  /** The commit a branch is at; null if the branch doesn't exist. */
  async head(branch: string): Promise<string | null> {
    return this.#reader.commitOf(branchRef(branch));
  }

  /** The commit the remote's branch was at when last fetched or pushed; null if unknown. */
  async knownHead(branch: string): Promise<string | null> {
    return this.#reader.commitOf(remoteRef(branch));
  }

  /** Whether the commit exists in this repository. */
  async hasCommit(commit: string): Promise<boolean> {
    return (await this.#reader.info(commit))?.type === 'commit';
  }

  /** The folders below `lessons/` in a commit, sorted by name. */
  async listLessonFolders(commit: string): Promise<LessonFolder[]> {
    return this.#listFolders('lessons', commit);
  }

  async #listFolders(root: ContentRoot, commit: string): Promise<LessonFolder[]> {
    const entries = (await readEntries(this.#reader, commit, root)) ?? [];
    return entries.flatMap(({ kind, name, oid }) => (kind === 'folder' && name !== null ? [{ folder: name, tree: oid }] : []));
  }

  /** The tree of each lesson by folder, in a commit or tree; empty for null or a missing commit. */
  async lessonTrees(commit: string | null): Promise<ReadonlyMap<string, string>> {
    return this.folderTrees('lessons', commit);
  }

  /** Like {@link lessonTrees}, also for courses and paths. */
  async folderTrees(root: ContentRoot, commit: string | null): Promise<ReadonlyMap<string, string>> {
    if (commit === null) return new Map();
    const trees = await this.cache.read(`trees of ${root}`, [commit], async () => {
      if ((await this.#reader.info(commit)) === null) return undefined;
      return new Map((await this.#listFolders(root, commit)).map(({ folder, tree }) => [folder, tree]));
    });
    return trees ?? new Map();
  }

  /** The folders below a root that differ between two commits, also those that only one of them has. */
  async changedFolders(root: ContentRoot, from: string, to: string): Promise<string[]> {
    const [before, after] = [await this.folderTrees(root, from), await this.folderTrees(root, to)];
    return [...new Set([...before.keys(), ...after.keys()])].filter((folder) => before.get(folder) !== after.get(folder));
  }

  /** Reads one file of a folder given by its tree; null if it doesn't exist. */
  async readFile(tree: string, name: string): Promise<Uint8Array | null> {
    return readFileOfTree(this.#reader, tree, name);
  }

  /** Reads a file at the root of a commit; null if it doesn't exist. */
  async readRootFile(commit: string, name: string): Promise<Uint8Array | null> {
    return this.cache.read(`root file ${name}`, [commit], async () => {
      const entries = (await readEntries(this.#reader, commit, '')) ?? [];
      const file = entries.find((entry) => entry.kind === 'file' && entry.name === name);
      return file ? this.readBlob(file.oid, ROOT_FILE_BYTES_MAX) : null;
    });
  }

  /** Reads everything below `path` in a commit; empty if there is no such folder. */
  async readFolder(commit: string, path: string): Promise<Folder> {
    return readFolder(this.#reader, commit, path);
  }

  /** Lists the files below `path` in a commit. Read their bytes one by one with {@link readBlob}. */
  async listFiles(commit: string, path: string): Promise<FileEntry[]> {
    return (await listFiles(this.#reader, commit, path)).files;
  }

  /** @throws BranchExistsError if the name, or a prefix of it, is taken. */
  async createBranch(branch: string, commit: string): Promise<void> {
    const began = Date.now();
    try {
      await moveBranch(this.#working, { branch, from: null, to: commit });
    } catch (error) {
      const isTaken = error instanceof HeadMovedError || (error instanceof GitError && /exists; cannot create/.test(error.stderr));
      throw isTaken ? new BranchExistsError(branch) : error;
    }
    await flushRepository(this.#working.directory, began);
  }

  /** Deletes the local branch. @throws HeadMovedError if it is not at `at`. */
  async deleteBranch(branch: string, at: string): Promise<void> {
    await deleteBranch(this.#working, branch, at);
  }

  /** Deletes a branch of the remote if it is still at `at`. */
  async deleteRemoteBranch(branch: string, at: string, signal?: AbortSignal): Promise<DeleteOutcome> {
    return withRemote(this.#remote, (remote) => deleteRemoteBranch(this.#working, remote, { branch, at }, signal));
  }

  /** Moves a branch; `pending` held the commit until now. @throws HeadMovedError if it is not at `from`. */
  async moveBranch(move: { branch: string; from: string; to: string; pending?: string }): Promise<void> {
    const began = Date.now();
    await moveBranch(this.#working, move);
    await flushRepository(this.#working.directory, began);
  }

  /** See {@link writeCommit}. @throws HeadMovedError if the branch is no longer at `expectedHead`. */
  async commit(commit: NewCommit, signal?: AbortSignal): Promise<string> {
    return writeCommit(this.#working, this.#reader, commit, signal);
  }

  /** See {@link prepareCommit}. Put it on its branch with {@link moveBranch}, or drop it with {@link dropCommit}. */
  async prepareCommit(commit: NewCommit, signal?: AbortSignal): Promise<PreparedCommit> {
    return prepareCommit(this.#working, this.#reader, commit, signal);
  }

  /** Drops a prepared commit that is no longer needed. */
  async dropCommit({ pending }: PreparedCommit): Promise<void> {
    await this.#working.moveRefs(() => this.#working.run(['update-ref', '-d', pending]));
  }

  /** Pushes a commit to a branch of the remote; `known` is where the remote's branch last was. Never forces. */
  async push(input: { branch: string; sha: string; known: string | null }, signal?: AbortSignal): Promise<PushOutcome> {
    return withRemote(this.#remote, (remote) => push(this.#working, remote, input, signal));
  }

  /** Fetches a branch of the remote without moving the local one. */
  async fetch(branch: string, signal?: AbortSignal): Promise<FetchOutcome> {
    return withRemote(this.#remote, (remote) => fetchFromRemote(this.#working, remote, branch, signal));
  }

  /** Sets the local main branch to the remote's. The product never commits to main. */
  async fetchMain(signal?: AbortSignal): Promise<FetchOutcome> {
    return withRemote(this.#remote, (remote) => mirrorBranch(this.#working, remote, this.mainBranch, signal));
  }

  /** Lists every branch of the remote with its head, without fetching anything. */
  async listRemoteHeads(signal?: AbortSignal): Promise<ListOutcome> {
    return withRemote(this.#remote, (remote) => listRemoteHeads(this.#working, remote, signal));
  }

  /** Merges two commits. The merge is on no branch; a conflict lists the paths. */
  async merge(input: { ours: string; theirs: string; message: string; author?: Person }, signal?: AbortSignal): Promise<MergeOutcome> {
    return mergeCommits(this.#working, input, signal);
  }

  /** See {@link revertChange}. */
  async revert(input: Change & { onto: string; message: string; author?: Person }, signal?: AbortSignal): Promise<MergeOutcome> {
    return revertChange(this.#working, input, signal);
  }

  /** See {@link mergeTrees}. */
  async mergeTrees(ours: string, theirs: string, signal?: AbortSignal): Promise<TreeMerge> {
    return mergeTrees(this.#working, ours, theirs, { config: BY_PATH, signal });
  }

  /** The paths of files that both commits changed in conflicting ways; empty if they can be merged. */
  async findConflicts(ours: string, theirs: string): Promise<readonly string[]> {
    return this.cache.read('conflicts', [ours, theirs], async () => (await mergeTrees(this.#working, ours, theirs)).conflicts);
  }

  /** The size of a blob in bytes; null if it doesn't exist. */
  async blobSize(oid: string): Promise<number | null> {
    const info = await this.#reader.info(oid);
    return info?.type === 'blob' ? info.size : null;
  }

  /** The bytes of a file by object id; null if it doesn't exist or is longer than `limit` bytes. */
  async readBlob(oid: string, limit: number): Promise<Buffer | null> {
    const info = await this.#reader.info(oid);
    if (info?.type !== 'blob' || info.size > limit) return null;
    return (await this.#reader.read(oid))?.bytes ?? null;
  }

  /**
   * Packs our repositories with many loose objects, which slow every command down. Returns whether one was packed;
   * skipped during a backup. Concurrent calls share one run.
   */
  async collectGarbage(signal?: AbortSignal): Promise<boolean> {
    this.#garbage ??= this.#pack(signal).finally(() => {
      this.#garbage = null;
    });
    return this.#garbage;
  }

  async #pack(signal: AbortSignal | undefined): Promise<boolean> {
    let isAnyPacked = false;
    for (const repository of [this.#working, ...(this.#content ? [this.#content] : [])]) {
      if (!(await isScattered(repository.directory))) continue;
      const gc = () => repository.run(['gc', '--quiet'], { limitMs: GIT_LIMIT_MS.garbage, signal });
      if ((await this.#locks.removeObjects(gc)) === null)
        this.#log.info({ path: repository.directory }, 'a backup is running: packing the repository is postponed');
      else isAnyPacked = true;
    }
    if (isAnyPacked) this.#reader.renew();
    return isAnyPacked;
  }

  /** Whether main can be read, with a user-facing text. */
  async health(): Promise<{ isOk: boolean; text: string }> {
    try {
      const head = await this.head(this.mainBranch);
      const isReadable = head !== null && (await readEntries(this.#reader, head, '')) !== null;
      return isReadable
        ? { isOk: true, text: `git ${this.version}` }
        : { isOk: false, text: `The content repository has no branch ${this.mainBranch}.` };
    } catch (error) {
      this.#log.warn({ err: error }, 'could not read the content repository');
      return { isOk: false, text: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Runs work outside of this class that moves branches. Don't nest calls. */
  moveRefs<T>(work: () => Promise<T>): Promise<T> {
    return this.#working.moveRefs(work);
  }

  /** Ends the reader. Running commands end by their own signals. */
  async close(): Promise<void> {
    await this.#reader.close();
  }
}

/**
 * The remote's branches may be ahead of the rows of their releases, which would then miss what others pushed. Restoring a branch begins
 * at the commit of the rows.
 */
async function keepMainOnly(repository: GitRepository, mainBranch: string): Promise<void> {
  const refs = (await repository.text(['for-each-ref', '--format=%(refname)', 'refs/heads/'])).split('\n');
  const input = refs.filter((ref) => ref !== '' && ref !== branchRef(mainBranch)).map((ref) => `delete ${ref}\0\0`);
  if (input.length > 0) await repository.moveRefs(() => repository.run(['update-ref', '--stdin', '-z'], { input: [input.join('')] }));
}

async function clearPending(repository: GitRepository): Promise<void> {
  const refs = (await repository.text(['for-each-ref', '--format=%(refname)', PENDING_REFS])).split('\n').filter((ref) => ref !== '');
  if (refs.length === 0) return;
  const input = [refs.map((ref) => `delete ${ref}\0\0`).join('')];
  await repository.moveRefs(() => repository.run(['update-ref', '--stdin', '-z'], { input }));
}

declare module '#platform/server/platform.ts' {
  interface Platform {
    /** Only on the server that has the repositories. Calls that use it are `servedBy: 'git'` in the contract. */
    readonly git: ContentGit;
  }
}
