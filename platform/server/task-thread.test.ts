import { expect, it, vi } from 'vitest';
import { runInCall } from './http/current-call.ts';
import { TaskThread } from './task-thread.ts';

const WAIT = { timeout: 300_000 };

/** Does what it is asked to, and replies with the number of its tasks. */
const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let tasks = 0;
    parentPort.on('message', (what) => {
      tasks += 1;
      if (what === 'throw') throw new Error('x');
      if (what === 'exit') process.exit(3);
      if (what === 'grow') for (const all = []; ; ) all.push(new Array(1000).fill(Math.random()));
      if (what === 'hang') for (;;);
      if (what === 'sleep') return setTimeout(() => parentPort.postMessage({ tasks }), 200);
      parentPort.postMessage({ tasks });
    });
    parentPort.postMessage({});`)}`,
);

it('ends only its thread, for any cause of death', async () => {
  const fragile = new TaskThread<string, { tasks: number }>(PROGRAM, { taskMs: 60_000, memoryMb: 16, waitMs: 60_000 });
  for (const what of ['throw', 'exit', 'grow']) {
    const [failed, next] = await Promise.all([fragile.run(what), fragile.run('next')]);
    expect([what, failed, next]).toEqual([what, 'too expensive', { tasks: 1 }]);
  }
  await fragile.close();
});

it('counts its time for the call that asked for each task', async () => {
  const shared = new TaskThread<string, { tasks: number }>(PROGRAM);
  const spent: string[] = [];
  const as = (caller: string) =>
    runInCall({ address: '', requestId: '', isRecorded: false, spend: (ms) => ms > 0 && spent.push(caller) }, () => shared.run('next'));
  // All but the first wait, and begin in the context of the one before.
  await Promise.all([as('ada'), as('bob'), shared.run('next'), as('ada')]);
  expect(spent).toEqual(['ada', 'bob', 'ada']);
  await shared.close();
});

it('lets callers take turns, so that many tasks of one delay another by one of them', async () => {
  const shared = new TaskThread<string, { tasks: number }>(PROGRAM, { waitMs: 60_000 });
  const as = (caller: string) =>
    runInCall({ address: '', caller, requestId: '', isRecorded: false }, async () => {
      const reply = await shared.run('next');
      return [caller, typeof reply === 'object' && reply.tasks];
    });
  // The first two begin at once and next; `bob` comes after all of them.
  const order = await Promise.all([as('ada'), as('ada'), as('ada'), as('bob'), as('ada'), as('bob')]);
  expect(order).toEqual([
    ['ada', 1],
    ['ada', 2],
    ['ada', 4],
    ['bob', 3],
    ['ada', 6],
    ['bob', 5],
  ]);
  await shared.close();
});

it('ends its thread when a task takes too long, and starts another one', async () => {
  const hung = new TaskThread<string, { tasks: number }>(PROGRAM, { taskMs: 500, memoryMb: 16, waitMs: 60_000 });
  expect(await hung.run('hang')).toBe('too expensive');
  await vi.waitFor(async () => expect(await hung.run('next')).toEqual({ tasks: 1 }), WAIT);
  await hung.close();
});

it('gives its memory back when it was idle, and works again after that', async () => {
  const idle = new TaskThread<string, { tasks: number }>(PROGRAM, { idleMs: 1 });
  expect(await idle.run('next')).toEqual({ tasks: 1 });
  expect(await idle.run('next')).toEqual({ tasks: 2 });
  await vi.waitFor(async () => expect(await idle.run('next')).toEqual({ tasks: 1 }), WAIT);
  await idle.close();
});

it('ends a task by the time that it uses, not by the clock', async () => {
  const brief = new TaskThread<string, { tasks: number }>(PROGRAM, { taskMs: 50, waitMs: 60_000 });
  expect(await brief.run('sleep')).toEqual({ tasks: 1 });
  expect(await brief.run('hang')).toBe('too expensive');
  await brief.close();
});
