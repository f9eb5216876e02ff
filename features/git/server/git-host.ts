import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '#platform/server/program-file.ts';
import { GitError } from './git-errors.ts';
import type { HostReply, HostRequest } from './host-protocol.ts';
import { GRACE_MS, signalGroup, type CommandOrder, type CommandResult } from './run-command.ts';

const PROGRAM = programFile('git-host');

interface Call {
  readonly name: string;
  readonly settle: (result: CommandResult) => void;
  readonly fail: (error: Error) => void;
  /** The process group, once it exists. */
  group?: number;
}

/** One host process. Its channel keeps our process alive only while a command is running on it. */
class GitHost {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, Call>();
  #last = 0;

  constructor() {
    // Its own session: a Ctrl-C at our terminal is ours to handle. Secrets come with the commands that need them.
    this.#child = fork(PROGRAM, [], {
      execArgv: [],
      env: {},
      serialization: 'advanced',
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (reply: HostReply) => this.#take(reply));
    this.#child.once('exit', () => this.#lose());
    this.#child.once('error', () => this.#lose());
    this.#child.unref();
  }

  get isConnected(): boolean {
    return this.#child.connected;
  }

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  async run(order: CommandOrder, input: Uint8Array, signal: AbortSignal | undefined): Promise<CommandResult> {
    const id = (this.#last += 1);
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<CommandResult>();
    const onAbort = () => this.#send({ kind: 'stop', id });
    this.#child.channel?.ref();
    this.#calls.set(id, { name: order.name, settle, fail });
    this.#send({ kind: 'run', id, order, input });
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      this.#calls.delete(id);
      if (this.isIdle) this.#child.channel?.unref();
    }
  }

  /** Ends the host and waits for its exit. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.ref();
    if (this.isConnected) this.#child.disconnect();
    await exit;
  }

  #send(request: HostRequest): void {
    // If the request can't be sent, the host's exit settles it.
    if (this.isConnected) this.#child.send(request, () => {});
  }

  #take(reply: HostReply): void {
    const call = this.#calls.get(reply.id);
    if (!call) return;
    if (reply.kind === 'started') call.group = reply.group;
    else if (reply.kind === 'ended') call.settle(reply.result);
    else call.fail(new GitError(reply.message, reply.failure));
  }

  /** Kills the running commands of a host that died, and rejects their promises. */
  #lose(): void {
    for (const { name, group, fail } of this.#calls.values()) {
      if (group !== undefined) endGroup(group);
      fail(new GitError(`git ${name} was interrupted: the git host process exited. Try again.`, 'failed'));
    }
  }
}

function endGroup(group: number): void {
  signalGroup(group, 'SIGTERM');
  setTimeout(() => signalGroup(group, 'SIGKILL'), GRACE_MS).unref();
}

let host: GitHost | null = null;

/**
 * Runs a git command in a small helper process. Starting a process takes time proportional to the parent's memory, and
 * blocks it (docs/decisions/0022-git-from-a-small-process.md). The helper is started on first use and restarted if it
 * dies.
 *
 * @throws GitError like `runCommand`; `failed` if the host dies.
 */
export async function runInHost(order: CommandOrder, input: Uint8Array, signal: AbortSignal | undefined): Promise<CommandResult> {
  if (!host?.isConnected) host = new GitHost();
  return host.run(order, input, signal);
}

/** Ends the host if it is idle; a later command starts another. A process that exits ends its host too. */
export async function closeIdleGitHost(): Promise<void> {
  if (!host?.isIdle) return;
  const ending = host;
  host = null;
  await ending.close();
}
