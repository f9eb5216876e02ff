import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '../program-file.ts';
import { GitError } from './git-errors.ts';
import type { HostReply, HostRequest } from './host-protocol.ts';
import { GRACE_MS, signalGroup, type CommandOrder, type CommandResult } from './run-command.ts';

const PROGRAM = programFile('git-host');

interface Call {
  readonly name: string;
  readonly settle: (result: CommandResult) => void;
  readonly fail: (error: Error) => void;
  /** The process group, once there is one. */
  group?: number;
}

/** One host while it lives. Its channel keeps our process running as long as something is under way on it, and no longer. */
class GitHost {
  readonly #child: ChildProcess;
  readonly #calls = new Map<number, Call>();
  #last = 0;

  constructor() {
    // A session of its own: a Ctrl-C at our terminal is ours to handle. Secrets come with the commands that need them.
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

  /** Ends it, and waits for its end. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.ref();
    if (this.isConnected) this.#child.disconnect();
    await exit;
  }

  #send(request: HostRequest): void {
    // What cannot be sent is answered by the end of the host.
    if (this.isConnected) this.#child.send(request, () => {});
  }

  #take(reply: HostReply): void {
    const call = this.#calls.get(reply.id);
    if (!call) return;
    if (reply.kind === 'started') call.group = reply.group;
    else if (reply.kind === 'ended') call.settle(reply.result);
    else call.fail(new GitError(reply.message, reply.failure));
  }

  /** What a host that died had under way is ended, and told. */
  #lose(): void {
    for (const { name, group, fail } of this.#calls.values()) {
      if (group !== undefined) endGroup(group);
      fail(new GitError(`git ${name} broke off: the process that runs git for the server ended. Try again.`, 'failed'));
    }
  }
}

function endGroup(group: number): void {
  signalGroup(group, 'SIGTERM');
  setTimeout(() => signalGroup(group, 'SIGKILL'), GRACE_MS).unref();
}

let host: GitHost | null = null;

/**
 * Runs a git command in the small process that is kept for it: starting a process takes as long as the memory of who starts it is
 * large, and blocks it meanwhile (docs/decisions/0022-git-from-a-small-process.md). The process is started when it is first needed,
 * and again when it died.
 *
 * @throws GitError like `runCommand`; `failed` when the host died meanwhile.
 */
export async function runInHost(order: CommandOrder, input: Uint8Array, signal: AbortSignal | undefined): Promise<CommandResult> {
  if (!host?.isConnected) host = new GitHost();
  return host.run(order, input, signal);
}

/** Ends the host when nothing is under way on it; a later command starts another. For whoever closes a repository. */
export async function closeIdleHost(): Promise<void> {
  if (!host?.isIdle) return;
  const ending = host;
  host = null;
  await ending.close();
}
