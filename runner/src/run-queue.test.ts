import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_OUTCOME } from '#platform/contract/run-outcome.ts';
import type { RunnerEvent } from '#platform/contract/runner-protocol.ts';
import type { RunHooks, Work } from './language-runtime.ts';
import { FairQueue, RunQueue } from './run-queue.ts';
import { SandboxFailure } from './sandbox/explain-failure.ts';

/** A run controlled by the test. */
function buildWork() {
  const started = Promise.withResolvers<RunHooks>();
  const ended = Promise.withResolvers<void>();
  const work: Work = async (hooks) => {
    started.resolve(hooks);
    hooks.signal.addEventListener('abort', () => ended.resolve());
    await ended.promise;
    return { outcome: NO_OUTCOME, isStopped: hooks.signal.aborted };
  };
  return { work, started: started.promise, end: () => ended.resolve() };
}

const SHARES = { ownerRuns: 8, ownerWaiting: 2, waitingBytes: 1_000 };
const never = new AbortController().signal;
const buildRun = (id: string, owner: string, work: Work, bytes = 0) => ({ id, owner, client: '', bytes, work });

describe('a queue that drains', () => {
  it('returns waiting and new runs, and waits for the running ones', async () => {
    const queue = new RunQueue(1, SHARES);
    const events: [string, RunnerEvent['type']][] = [];
    const submit = (id: string, work: Work) => queue.submit(buildRun(id, id, work), ({ type }) => events.push([id, type]));
    const { work, started, end } = buildWork();
    const running = submit('running', work);
    const waiting = submit('waiting', buildWork().work);
    await started;
    let isDrained = false;
    const drained = queue.drain(never).then(() => (isDrained = true));
    await waiting;
    await submit('late', buildWork().work);
    expect([isDrained, queue.isDraining, queue.running, queue.queued]).toEqual([false, true, 1, 0]);
    end();
    await Promise.all([running, drained]);
    expect(events).toEqual([
      ['running', 'started'],
      ['waiting', 'queued'],
      ['waiting', 'returned'],
      ['late', 'returned'],
      ['running', 'finished'],
    ]);
    await queue.close();
  });

  it('stops waiting for running runs at its limit', async () => {
    const queue = new RunQueue(1, SHARES);
    const { work, started } = buildWork();
    const running = queue.submit(buildRun('a', 'ada', work), () => undefined);
    await started;
    const limit = new AbortController();
    const drained = queue.drain(limit.signal);
    limit.abort();
    await drained;
    expect(queue.running).toBe(1);
    await queue.close();
    await running;
  });
});

it('that is stopped before its code ran is reported as stopped, not as failed', async () => {
  const queue = new RunQueue(1, SHARES);
  const events: RunnerEvent['type'][] = [];
  const work: Work = ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new SandboxFailure('stopped')), { once: true }));
  const running = queue.submit(buildRun('a', 'ada', work), ({ type }) => events.push(type));
  queue.stop('a');
  await running;
  expect(events).toEqual(['started', 'stopped']);
});

describe('a run that is kept', () => {
  let queue: RunQueue;
  beforeEach(() => {
    vi.useFakeTimers();
    queue = new RunQueue(1, SHARES);
  });
  afterEach(async () => {
    await queue.close();
    vi.useRealTimers();
  });

  it('continues without clients, and sends all events to those who join', async () => {
    const { work, started, end } = buildWork();
    queue.keep(buildRun('a', 'ada', work), 60);
    const { onText } = await started;
    onText('stdout', 'one ');
    const left = new AbortController();
    const first: RunnerEvent[] = [];
    const leaving = queue.join('a', (event) => first.push(event), left.signal);
    left.abort();
    await leaving;
    onText('stdout', 'two');
    expect(first).toEqual([{ type: 'started' }, { type: 'stdout', text: 'one ' }]);
    const second: RunnerEvent[] = [];
    const following = queue.join('a', (event) => second.push(event), never);
    end();
    await following;
    const all = [{ type: 'started' }, { type: 'stdout', text: 'one two' }, { type: 'finished', outcome: NO_OUTCOME }];
    expect(second).toEqual(all);
    const third: RunnerEvent[] = [];
    await queue.join('a', (event) => third.push(event), never);
    expect(third).toEqual(all);
  });

  it('is forgotten after its time, and available until then', async () => {
    const { work, started, end } = buildWork();
    queue.keep(buildRun('a', 'ada', work), 60);
    await started;
    end();
    await queue.ended('a');
    await vi.advanceTimersByTimeAsync(59_000);
    expect([queue.has('a'), queue.isKept('a')]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([queue.has('a'), queue.isKept('a')]).toEqual([false, false]);
  });

  it('can be stopped, and reports only its last queue position', async () => {
    const [first, second] = [buildWork(), buildWork()];
    void queue.submit(buildRun('a', 'ada', first.work), () => undefined);
    queue.keep(buildRun('b', 'ben', second.work), 60);
    await first.started;
    first.end();
    await second.started;
    expect(queue.stop('b')).toBe(true);
    const events: RunnerEvent[] = [];
    await queue.join('b', (event) => events.push(event), never);
    expect(events.map(({ type }) => type)).toEqual(['queued', 'started', 'stopped']);
  });

  it('is dropped, oldest first, when all of them together are too large', async () => {
    const text = 'x'.repeat(24 * 1024 * 1024);
    for (const id of ['a', 'b', 'c']) {
      const { work, started, end } = buildWork();
      queue.keep(buildRun(id, 'ada', work), 60);
      (await started).onText('stdout', text);
      end();
      await queue.ended(id);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(['a', 'b', 'c'].map((id) => queue.isKept(id))).toEqual([false, true, true]);
  });
});

describe('runs in the background', () => {
  const submit = (queue: RunQueue, id: string, started: string[], isBackground: boolean) => {
    const { work, end } = buildWork();
    const run = { ...buildRun(id, id, work), isBackground };
    const ended = queue.submit(run, ({ type }) => void (type === 'started' && started.push(id)));
    return { ended, end };
  };

  it.each([
    [1, ['back 1']],
    [2, ['back 1']],
    [4, ['back 1', 'back 2', 'back 3']],
  ])('leave one of %i slots free, if there are several', async (capacity, expected) => {
    const queue = new RunQueue(capacity, SHARES);
    const started: string[] = [];
    for (const id of ['back 1', 'back 2', 'back 3', 'back 4']) submit(queue, id, started, true);
    expect(started).toEqual(expected);
    await queue.close();
  });

  it('come after every other run that waits', async () => {
    const queue = new RunQueue(1, SHARES);
    const started: string[] = [];
    const first = submit(queue, 'first', started, false);
    submit(queue, 'back', started, true);
    const second = submit(queue, 'second', started, false);
    const third = submit(queue, 'third', started, false);
    first.end();
    await first.ended;
    second.end();
    await second.ended;
    third.end();
    await third.ended;
    expect(started).toEqual(['first', 'second', 'third', 'back']);
    await queue.close();
  });
});

describe('the share of one owner', () => {
  /** Returns which runs have started, with `capacity` slots. */
  async function begunOf(capacity: number, ownerRuns: number, owners: readonly string[]): Promise<string[]> {
    const queue = new RunQueue(capacity, { ...SHARES, ownerRuns });
    const started: string[] = [];
    owners.forEach((owner, index) => {
      const { work } = buildWork();
      void queue.submit(buildRun(`${owner}${index}`, owner, work), ({ type }) => void (type === 'started' && started.push(owner)));
    });
    // Closing stops running jobs; waiting ones never start.
    const now = [...started];
    await queue.close();
    return now;
  }

  it.each([
    ['a single slot serves all owners in turn', 1, 8, ['ada', 'ada', 'ben'], ['ada']],
    ['the last of two slots is kept for others', 2, 8, ['ada', 'ada', 'ada'], ['ada']],
    ['other owners get it at once, ahead of those that wait', 2, 8, ['ada', 'ada', 'ada', 'ben'], ['ada', 'ben']],
    ['the last of four slots is kept for others', 4, 8, ['ada', 'ada', 'ada', 'ada', 'ada'], ['ada', 'ada', 'ada']],
    ['a lower share can be set', 4, 2, ['ada', 'ada', 'ada', 'ben'], ['ada', 'ada', 'ben']],
  ])('%s', async (_, capacity, ownerRuns, owners, expected) => {
    expect(await begunOf(capacity, ownerRuns, owners)).toEqual(expected);
  });

  it('starts waiting runs when a slot is free again', async () => {
    const queue = new RunQueue(2, SHARES);
    const [first, second] = [buildWork(), buildWork()];
    void queue.submit(buildRun('a', 'ada', first.work), () => undefined);
    void queue.submit(buildRun('b', 'ada', second.work), () => undefined);
    first.end();
    await second.started;
    await queue.close();
  });

  it('of waiting runs is limited, and the error names the limit', async () => {
    const queue = new RunQueue(1, SHARES);
    for (const id of ['a', 'b', 'c']) {
      queue.requireRoom('ada', 10);
      void queue.submit(buildRun(id, 'ada', buildWork().work, 10), () => undefined);
    }
    expect(() => queue.requireRoom('ada', 10)).toThrow('2 of your runs are already waiting');
    expect(() => queue.requireRoom('ben', 10)).not.toThrow();
    await queue.close();
  });

  it('limits the bytes of all waiting runs', async () => {
    const queue = new RunQueue(1, { ...SHARES, waitingBytes: 3 * 2 ** 20 });
    for (const id of ['a', 'b']) void queue.submit(buildRun(id, id, buildWork().work, 2 * 2 ** 20), () => undefined);
    expect(() => queue.requireRoom('ben', 2 ** 20)).not.toThrow();
    expect(() => queue.requireRoom('ben', 2 ** 20 + 1)).toThrow('3 MB of code are already waiting');
    await queue.close();
  });
});

function queueOf(...entries: [owner: string, item: string][]): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const [owner, item] of entries) queue.add(owner, item);
  return queue;
}

function drain(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item);
  return taken;
}

describe('a fair queue', () => {
  it.each([
    [
      'keeps the order of one owner',
      [
        ['a', 'a1'],
        ['a', 'a2'],
        ['a', 'a3'],
      ],
      ['a1', 'a2', 'a3'],
    ],
    [
      'lets owners take turns',
      [
        ['a', 'a1'],
        ['a', 'a2'],
        ['a', 'a3'],
        ['b', 'b1'],
        ['c', 'c1'],
        ['b', 'b2'],
      ],
      ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'],
    ],
    ['starts empty', [], []],
  ] as [string, [string, string][], string[]][])('%s', (_, entries, expected) => {
    expect(queueOf(...entries).inOrder()).toEqual(expected);
    expect(drain(queueOf(...entries))).toEqual(expected);
  });

  it('puts a late owner behind one turn of each other owner, not behind a hundred runs', () => {
    const queue = queueOf(...Array.from({ length: 100 }, (_, index): [string, string] => ['a', `a${index}`]));
    queue.take();
    queue.add('b', 'b0');
    expect(queue.inOrder().indexOf('b0')).toBe(1);
  });

  it('forgets removed items', () => {
    const queue = queueOf(['a', 'a1'], ['b', 'b1'], ['a', 'a2']);
    expect(queue.remove('a1')).toBe(true);
    expect(queue.remove('a1')).toBe(false);
    expect(queue.size).toBe(2);
    expect(drain(queue)).toEqual(['a2', 'b1']);
  });
});
