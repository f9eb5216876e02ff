import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const TEXT = 'Too many of your calls wait.';

/** Work that is named `caller number`, in the order in which it starts; `end` ends one. */
function start(turns: Turns, callers: readonly string[]) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const stops = callers.map((caller, at) => {
    const name = `${caller} ${at + 1}`;
    const stop = new AbortController();
    turns.take(caller, stop.signal).then(
      (release) => {
        started.push(name);
        ends.set(name, release);
      },
      (error: unknown) => started.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
    );
    return stop;
  });
  return { started, stops, end: (name: string) => ends.get(name)?.() };
}

it('lets a few of each caller run, and the others follow in order', async () => {
  const { started, end } = start(new Turns({ atOncePerCaller: 2, waitingPerCaller: 9, text: TEXT }), ['ada', 'ada', 'ada', 'bob', 'ada']);
  await nextTurn();
  expect(started).toEqual(['ada 1', 'ada 2', 'bob 4']);
  end('ada 2');
  // Saying it twice frees no second place.
  end('ada 2');
  await nextTurn();
  expect(started).toEqual(['ada 1', 'ada 2', 'bob 4', 'ada 3']);
  end('ada 1');
  await nextTurn();
  expect(started.at(-1)).toBe('ada 5');
});

it('lets callers take turns', async () => {
  const turns = new Turns({ atOnce: 1, atOncePerCaller: 1, waitingPerCaller: 9, text: TEXT });
  const { started, end } = start(turns, ['ada', 'ada', 'ada', 'bob', 'cleo', 'bob']);
  for (let count = 1; count <= 6; count += 1) {
    await nextTurn();
    expect(started).toHaveLength(count);
    end(started.at(-1) ?? '');
  }
  expect(started).toEqual(['ada 1', 'ada 2', 'bob 4', 'cleo 5', 'ada 3', 'bob 6']);
});

it('refuses a caller with too many waiting calls, and no other caller', async () => {
  const turns = new Turns({ atOncePerCaller: 1, waitingPerCaller: 1, text: TEXT });
  const { started } = start(turns, ['ada', 'ada', 'ada', 'bob']);
  await nextTurn();
  expect(started.toSorted()).toEqual(['ada 1', `ada 3: ${TEXT}`, 'bob 4']);
});

it('gives the turn of a caller who went in that moment to the next', async () => {
  const { started, stops, end } = start(new Turns({ atOncePerCaller: 1, waitingPerCaller: 2, text: TEXT }), ['ada', 'ada', 'ada']);
  await nextTurn();
  end('ada 1');
  stops[1]?.abort(new Error('gone'));
  await nextTurn();
  expect(started).toEqual(['ada 1', 'ada 2: gone', 'ada 3']);
});

it('forgets a caller who has gone', async () => {
  const { started, stops, end } = start(new Turns({ atOncePerCaller: 1, waitingPerCaller: 2, text: TEXT }), ['ada', 'ada', 'ada']);
  await nextTurn();
  stops[1]?.abort(new Error('gone'));
  await nextTurn();
  end('ada 1');
  await nextTurn();
  expect(started).toEqual(['ada 1', 'ada 2: gone', 'ada 3']);
});
