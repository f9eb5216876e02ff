import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearDraft, draftKey, flushDrafts, loadDraft, saveDraft } from './drafts.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
let isRefused = false;

vi.mock('idb-keyval', () => ({
  createStore: () => 'store',
  get: (key: string) => (isRefused ? Promise.reject(new Error('no storage')) : Promise.resolve(stored.get(key))),
  set: (key: string, value: unknown) => (isRefused ? Promise.reject(new Error('no storage')) : Promise.resolve(stored.set(key, value))),
  del: (key: string) => Promise.resolve(stored.delete(key)),
}));

const key = draftKey(3, 'lesson', 12);
const draft = (title: string) => ({ base_revision: 4, fields: { title }, at: 1 });
const type = (title: string) => saveDraft(key, () => draft(title));

describe('drafts', () => {
  beforeEach(() => {
    stored.clear();
    isRefused = false;
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  it('are written once for several keys, also while the author goes on typing', async () => {
    type('a');
    await vi.advanceTimersByTimeAsync(200);
    type('ab');
    expect(stored.size).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect([...stored]).toEqual([['3/lesson/12', draft('ab')]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are removed when nothing is unsaved any more', async () => {
    type('a');
    await flushDrafts();
    saveDraft(key, () => null);
    await vi.advanceTimersByTimeAsync(300);
    expect(stored.size).toBe(0);
  });

  it('are written again when more was typed while they were written', async () => {
    type('a');
    const writing = flushDrafts();
    type('ab');
    await writing;
    await vi.advanceTimersByTimeAsync(300);
    expect(stored.get(key)).toEqual(draft('ab'));
  });

  it('are there before they are written', async () => {
    type('a');
    expect(await loadDraft(key)).toEqual(draft('a'));
    expect(await loadDraft(draftKey(4, 'lesson', 12))).toBeNull();
    await clearDraft(key);
  });

  it('are written at once when the page is hidden', async () => {
    type('a');
    globalThis.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(0);
    expect(stored.get(key)).toEqual(draft('a'));
  });

  it('are forgotten for good, written or not', async () => {
    type('a');
    await flushDrafts();
    type('ab');
    await clearDraft(key);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([stored.size, await loadDraft(key)]).toEqual([0, null]);
  });

  it('are kept for as long as the page is open where the browser stores nothing', async () => {
    isRefused = true;
    type('a');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await loadDraft(draftKey(9, 'lesson', 9))).toBeNull();
    await clearDraft(key);
  });
});
