import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { processesWith } from '../../testing/hostile.ts';
import { launch, type SandboxProcess } from './sandbox-process.ts';

const MARK = `/bin/sleep\0${300_000 + process.pid}`;
/** As with bubblewrap, the first process runs for a while before the start is reported. */
const slowly = `${MARK.replace('\0', ' ')} & sleep 0.5; echo >&6; wait`;

async function launchProgram(program: string): Promise<SandboxProcess> {
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
  return run;
}

async function start(program: string): Promise<{ run: SandboxProcess; read: Promise<unknown> }> {
  const run = await launchProgram(program);
  await vi.waitFor(async () => expect(await processesWith(MARK)).toHaveLength(1), { timeout: 300_000 });
  return { run, read: Promise.all([text(run.stdout), text(run.stderr), text(run.report)]) };
}

it.each([
  ['before its start is reported', slowly],
  ['and never reports its start', `${MARK.replace('\0', ' ')} & wait`],
])('what is ended %s leaves nothing behind', async (_, program) => {
  const { run, read } = await start(program);
  run.kill();
  await Promise.all([run.ended, read]);
  expect(await processesWith(MARK)).toEqual([]);
});

it('keeps what it printed for a reader that comes after its end', async () => {
  const run = await launchProgram('echo output; echo error >&2; echo report >&4');
  await run.ended;
  // Node has drained unread streams by then.
  await sleep(100);
  expect(await Promise.all([text(run.stdout), text(run.stderr), text(run.report)])).toEqual(['output\n', 'error\n', 'report\n']);
});
