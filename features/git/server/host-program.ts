import { GitError } from './git-errors.ts';
import type { HostReply, HostRequest } from './host-protocol.ts';
import { runCommand } from './run-command.ts';

// The git host (git-host.ts): a small process that only starts git for the server, because starting a process from a
// small one is fast. It ends with the server, however that ends, and kills its commands.

const underWay = new Map<number, AbortController>();

process.on('message', (request: HostRequest) => {
  // Don't begin commands of a server that exited while this program was starting: nothing would receive the result or
  // stop them.
  if (!process.connected) return;
  if (request.kind === 'stop') underWay.get(request.id)?.abort();
  else void run(request);
});
// The channel closes when the server exits. Once git has cleaned up, nothing keeps this process alive.
process.on('disconnect', () => underWay.forEach((stopping) => stopping.abort()));
// A signal that stops the server reaches the whole group of a service, but the server still needs git to finish.
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
  // If the server is gone, there is no receiver; `disconnect` handles its exit.
  if (process.connected) process.send?.(reply, undefined, undefined, () => {});
}
