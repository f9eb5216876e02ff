import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { processesWith } from '../../testing/hostile.ts';
import { launch, type SandboxProcess } from './sandbox-process.ts';

const MARK = `/bin/sleep\0${300_000 + process.pid}`;
/** As with bubblewrap, the first process runs for a while before it is reported. */
const slowly = `${MARK.replace('\0', ' ')} & sleep 0.5; echo "{\\"child-pid\\": $!}" >&6; wait`;

async function start(program: string): Promise<{ run: SandboxProcess; read: Promise<unknown> }> {
  const filter = await open('/dev/null', 'r');
  const run = launch({
    file: '/bin/sh',
    arguments: ['-c', program],
    environment: { PATH: '/usr/bin:/bin' },
    ids: null,
    filter: filter.fd,
    setup: [],
    input: '',
    keepsInput: false,
    memoryBytes: 2 ** 30,
    isWatched: false,
    group: null,
  });
  await filter.close();
  await vi.waitFor(async () => expect(await processesWith(MARK)).toHaveLength(1), { timeout: 10_000 });
  return { run, read: Promise.all([text(run.stdout), text(run.stderr), text(run.report)]) };
}

it.each([
  ['before its first process is known', slowly],
  ['and never reports its first process', `${MARK.replace('\0', ' ')} & wait`],
])('what is ended %s leaves nothing behind', async (_, program) => {
  const { run, read } = await start(program);
  run.kill();
  await Promise.all([run.ended, read]);
  expect(await processesWith(MARK)).toEqual([]);
});
