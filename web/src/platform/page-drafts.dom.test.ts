import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Draft } from './drafts.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
/** The locks that are held, by all pages. */
const held = new Set<string>();

vi.mock('idb-keyval', () => ({
  createStore: () => 'store',
  get: (key: string) => Promise.resolve(stored.get(key)),
  set: (key: string, value: unknown) => Promise.resolve(stored.set(key, value)),
  del: (key: string) => Promise.resolve(stored.delete(key)),
  keys: () => Promise.resolve([...stored.keys()]),
}));

/** A page of its own: modules of its own, with locks that are seen by all. */
async function openPage(hasLocks = true) {
  vi.resetModules();
  let own = '';
  vi.stubGlobal('navigator', {
    locks: hasLocks
      ? {
          request: (name: string) => {
            own = name;
            held.add(name);
            return new Promise(() => undefined);
          },
          query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
        }
      : undefined,
  });
  const { pageDraftKey, takeAbandonedDrafts } = await import('./page-drafts.ts');
  const { flushDrafts, saveDraft } = await import('./drafts.ts');
  return {
    type: async (title: string, at: number) => {
      saveDraft(pageDraftKey('3/screen/12'), { base_revision: 4, fields: { title }, at });
      await flushDrafts();
    },
    take: async () => {
      const { drafts, forget } = await takeAbandonedDrafts<{ title: string }>('3/screen/12');
      await forget();
      return drafts.map((draft: Draft<{ title: string }>) => draft.fields.title);
    },
    crash: () => held.delete(own),
  };
}

beforeEach(() => {
  stored.clear();
  held.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('two pages keep a draft each, and neither takes up that of the other while it lives', async () => {
  const first = await openPage();
  await first.type('first', 1);
  const second = await openPage();
  expect(await second.take()).toEqual([]);
  await second.type('second', 2);
  first.crash();
  const third = await openPage();
  expect(await third.take()).toEqual(['first']);
  second.crash();
  expect(await (await openPage()).take()).toEqual(['second']);
  expect(stored.size).toBe(0);
});

it('what this page typed on an earlier visit, and drafts under the plain name, are taken up, the oldest first', async () => {
  const page = await openPage();
  await page.type('own', 2);
  stored.set('3/screen/12', { base_revision: 1, fields: { title: 'plain' }, at: 1 });
  stored.set('3/screen/120', { base_revision: 1, fields: { title: 'of another screen' }, at: 1 });
  expect(await page.take()).toEqual(['plain', 'own']);
  expect([...stored.keys()]).toEqual(['3/screen/120']);
});

it('without locks every other page counts as gone', async () => {
  const first = await openPage(false);
  await first.type('first', 1);
  expect(await (await openPage(false)).take()).toEqual(['first']);
});
