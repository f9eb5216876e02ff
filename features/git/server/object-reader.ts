import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { BranchRef } from './branch-name.ts';
import { ByteQueue } from './byte-queue.ts';
import { gitEnvironment } from './git-environment.ts';
import { GitError } from './git-errors.ts';
import { GIT_LIMIT_MS } from './git.ts';

export interface ObjectInfo {
  readonly oid: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

export interface GitObject extends ObjectInfo {
  readonly bytes: Buffer;
}

interface Question {
  readonly line: string;
  readonly wantsBytes: boolean;
  readonly settle: (answer: GitObject | ObjectInfo | null) => void;
  readonly fail: (error: Error) => void;
  attempts: number;
}

/** A reader that dies is restarted, and its pending requests are sent once more: reading has no side effects. */
const ATTEMPTS_MAX = 2;

const OID = /^[0-9a-f]{40}$/;

/**
 * Reads objects through one long-lived `git cat-file`, which saves a process per request. Replies come in the order of
 * the requests, many of which may be pending at once.
 */
export class ObjectReader {
  readonly #directory: string;
  #child: ChildProcessWithoutNullStreams | null = null;
  #asked: Question[] = [];
  #answer: { info: ObjectInfo; question: Question } | null = null;
  #received = new ByteQueue();
  #limit: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Type and size of an object; null if it doesn't exist. */
  async info(oid: string): Promise<ObjectInfo | null> {
    return this.#ask(`info ${checkedOid(oid)}`, false);
  }

  /** The commit of a ref built from a branch name (branchRef, remoteRef); null if the ref doesn't exist. */
  async commitOf(ref: BranchRef): Promise<string | null> {
    return (await this.#ask(`info ${ref}^{commit}`, false))?.oid ?? null;
  }

  /** An object with its bytes; null if it doesn't exist. */
  async read(oid: string): Promise<GitObject | null> {
    return (await this.#ask(`contents ${checkedOid(oid)}`, true)) as GitObject | null;
  }

  /** The tree of a commit; null if the commit doesn't exist. */
  async readTreeOfCommit(commit: string): Promise<GitObject | null> {
    return (await this.#ask(`contents ${checkedOid(commit)}^{tree}`, true)) as GitObject | null;
  }

  /** Ends the process. Pending and later requests fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    if (!child) return;
    const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.kill('SIGKILL');
    await gone;
  }

  /** Releases repacked files: an idle process ends, and the next request starts another. */
  renew(): void {
    if (this.#asked.length === 0) this.#child?.kill('SIGKILL');
  }

  #ask(line: string, wantsBytes: boolean): Promise<GitObject | ObjectInfo | null> {
    return new Promise((settle, fail) => this.#send({ line, wantsBytes, settle, fail, attempts: 0 }));
  }

  #send(question: Question): void {
    if (this.#isClosed) return question.fail(new GitError('The content repository is closed.', 'aborted'));
    this.#child ??= this.#start();
    question.attempts += 1;
    this.#asked.push(question);
    if (this.#asked.length === 1) this.#restartLimit();
    this.#child.stdin.write(`${question.line}\n`);
  }

  #start(): ChildProcessWithoutNullStreams {
    const args = [`--git-dir=${this.#directory}`, 'cat-file', '--batch-command'];
    // Its own process group: a Ctrl-C at our terminal is ours to handle.
    const child = spawn('git', args, { env: gitEnvironment({}), stdio: 'pipe', detached: true });
    this.#received = new ByteQueue();
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    child.stderr.resume();
    // A broken pipe ends the process, and its exit is handled.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
    child.on('error', () => this.#restart(child));
    child.on('close', () => this.#restart(child));
    return child;
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#restartLimit();
    try {
      while (this.#asked.length > 0 && this.#takeAnswer());
    } catch {
      // The protocol is out of sync, so restart the process.
      this.#child?.kill('SIGKILL');
    }
    if (this.#asked.length === 0) clearTimeout(this.#limit);
  }

  /** Consumes one reply, or the header of one; returns false if more data has to arrive first. */
  #takeAnswer(): boolean {
    if (!this.#answer) {
      const header = this.#received.takeLine();
      if (header === null) return false;
      const question = this.#asked[0] as Question;
      if (header.endsWith(' missing')) return this.#settle(question, null);
      const [oid = '', type = '', size = ''] = header.split(' ');
      if (!/^\d+$/.test(size)) throw new Error('not a response of cat-file');
      const info = { oid, type, size: Number(size) };
      if (!question.wantsBytes) return this.#settle(question, info);
      this.#answer = { info, question };
    }
    const { info, question } = this.#answer;
    const body = this.#received.take(info.size + 1);
    if (body === null) return false;
    this.#answer = null;
    return this.#settle(question, { ...info, bytes: body.subarray(0, info.size) });
  }

  #settle(question: Question, answer: GitObject | ObjectInfo | null): true {
    this.#asked.shift();
    question.settle(answer);
    return true;
  }

  #restart(child: ChildProcessWithoutNullStreams): void {
    if (this.#child !== child) return;
    this.#child = null;
    this.#answer = null;
    clearTimeout(this.#limit);
    const unanswered = this.#asked;
    this.#asked = [];
    for (const question of unanswered) {
      if (question.attempts < ATTEMPTS_MAX) this.#send(question);
      else question.fail(new GitError('Reading the content repository failed: git exited without a response.', 'failed'));
    }
  }

  /** Kills a reader that has been silent for too long. */
  #restartLimit(): void {
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#child?.kill('SIGKILL'), GIT_LIMIT_MS.local);
  }
}

function checkedOid(oid: string): string {
  if (!OID.test(oid)) throw new GitError(`${JSON.stringify(oid.slice(0, 60))} is not an object id.`, 'failed');
  return oid;
}
