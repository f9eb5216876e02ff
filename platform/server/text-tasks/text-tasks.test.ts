import { afterAll, describe, expect, it, vi } from 'vitest';
import { mergeWithinLimits } from '#features/documents/server/merge-texts.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { TaskBudget } from './task-budget.ts';
import { openTextThread, requireTextTask, runTextTask } from './text-tasks.ts';

const thread = openTextThread({});
const hasty = openTextThread({ taskMs: 1, waitMs: 60_000 });
afterAll(() => Promise.all([thread.close(), hasty.close()]));

/** Each line is in all of them several times. */
const LONG = 'a\n'.repeat(330);
const CHOICES = { author: 'A', code: 'answer', earlier_code: false, offered: {}, is_course: true, first: 1, known: new Map() } as const;
const FILES = new Map(['a.md', 'b.md'].map((path) => [path, encodeUtf8('# A\n\ntext')]));
const ENTRIES = [...FILES.keys()].map((path) => ({ path, title: '', part: '' }));

describe('a task', () => {
  it('returns its result', async () => {
    const compared = await runTextTask('compareLines', ['a', 'b'], { on: thread });
    expect(compared).toMatchObject({ result: [{ lines: [{ kind: 'removed' }, { kind: 'added' }] }] });
  });

  it('reports what is done', async () => {
    const done: number[] = [];
    await runTextTask('convertCollection', [FILES, ENTRIES, CHOICES], { on: thread, onProgress: (each) => done.push(each) });
    expect(done).toEqual([1, 2]);
  });

  it('that fails rejects, and the next one works', async () => {
    await expect(runTextTask('compareLines', [null as never, 'b'], { on: thread })).rejects.toThrow('The task compareLines failed');
    expect(await runTextTask('parseRobots', [''], { on: thread })).toEqual({ result: { rules: [] } });
  });

  it('that exceeds its time is too expensive', async () => {
    expect(await runTextTask('compareLines', [`${LONG}b`, `b${LONG}`], { on: hasty })).toBe('too expensive');
  });

  it('of a transaction isn’t run once those before it took too long together', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 15_000));
    const budget = new TaskBudget();
    const run = () => budget.run('parseRobots', [''], { on: { run: () => Promise.resolve({ result: null }) } });
    expect([await run(), await run(), await run()]).toEqual([{ result: null }, { result: null }, 'out of time']);
    clock.mockRestore();
  });

  it('that was stopped isn’t run', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    expect(await runTextTask('parseRobots', [''], { on: thread, signal })).toBe('busy');
    await expect(requireTextTask('parseRobots', [''], 'Too long.', { signal })).rejects.toThrow('stopped');
  });
});

it('a merge that takes too long is a conflict, which keeps both texts', async () => {
  const [base, mine, theirs] = [
    { a: LONG, b: 1 },
    { a: `b\n${LONG}`, b: 2 },
    { a: `${LONG}c\n`, b: 1 },
  ];
  expect(await mergeWithinLimits(base, mine, theirs, { on: thread })).toEqual({ merged: { a: `b\n${LONG}c\n`, b: 2 }, conflicts: [] });
  const { merged, conflicts } = await mergeWithinLimits(base, mine, theirs, { on: hasty });
  expect(conflicts).toEqual([{ field: 'a', base: base.a, mine: mine.a, theirs: theirs.a }]);
  expect(merged).toEqual(mine);
});
