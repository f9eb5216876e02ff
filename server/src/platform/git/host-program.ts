import { GitError } from './git-errors.ts';
import type { HostReply, HostRequest } from './host-protocol.ts';
import { runCommand } from './run-command.ts';

// The git host (git-host.ts): a process that starts git for the server and does nothing else, so that it stays small and starting
// a process from it is quick. It ends with the server, however that ends, and takes what it runs with it.

const underWay = new Map<number, AbortController>();

process.on('message', (request: HostRequest) => {
  // What a server asked for that ended while this program was starting is not begun: nobody would hear of it, or stop it.
  if (!process.connected) return;
  if (request.kind === 'stop') underWay.get(request.id)?.abort();
  else void run(request);
});
// The channel closes when the server ends. Once git has cleared up, nothing keeps this process running.
process.on('disconnect', () => underWay.forEach((stopping) => stopping.abort()));
// What stops the server reaches the whole group of a service; the server still needs git to finish.
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});

async function run({ id, order, input }: HostRequest & { kind: 'run' }): Promise<void> {
  const stopping = new AbortController();
  underWay.set(id, stopping);
  const onStart = (group: number) => answer({ kind: 'started', id, group });
  try {
    const result = await runCommand(order, { input: [input], signal: stopping.signal, onStart });
    answer({ kind: 'ended', id, result });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer({ kind: 'broken', id, failure: error instanceof GitError ? error.failure : 'failed', message });
  } finally {
    underWay.delete(id);
  }
}

function answer(reply: HostReply): void {
  // To a server that is gone nothing can be told; its end is heard of by the channel.
  if (process.connected) process.send?.(reply, undefined, undefined, () => {});
}
