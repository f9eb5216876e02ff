import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { keptProgress } from './kept-progress.ts';
import { type ProgressKeeper, useProgress } from './progress.ts';

/** The preview of a screen by its author. */
function open(number: number): { progress: () => ProgressKeeper; leave: () => void } {
  const root = createRoot(document.createElement('div'));
  let last: ProgressKeeper | null = null;
  function Preview() {
    const progress = useProgress(keptProgress({ lessonId: 5, drawNumber: 1 }, { number, initialCode: '' }));
    useEffect(() => {
      last = progress;
    });
    return null;
  }
  act(() => root.render(<Preview />));
  return {
    progress: () => {
      if (last === null) throw new Error('The preview is not open.');
      return last;
    },
    leave: () => act(() => root.unmount()),
  };
}

it('a verdict that arrives after its screen was left counts, beside what is done on the next screen', () => {
  const first = open(1);
  act(() => first.progress().keepCode(1, 'x = 1'));
  first.leave();
  const second = open(2);
  first.progress().setTask(1, 'code', { isDone: true, all: ['code'] });
  act(() => second.progress().keepCode(2, 'y = 2'));
  expect(second.progress().now).toMatchObject({ code: { 1: 'x = 1', 2: 'y = 2' }, done: [1] });
  second.leave();
  const again = open(1);
  expect(again.progress().now).toMatchObject({ code: { 1: 'x = 1', 2: 'y = 2' }, done: [1] });
  again.leave();
});
