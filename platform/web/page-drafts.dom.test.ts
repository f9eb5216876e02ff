import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Revision } from './revision.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
interface Fields {
  title?: string;
  hint?: string;
}

const KEY = '3/lesson/12';
/** The locks that are held, by all pages. */
const held = new Set<string>();

vi.mock('idb-keyval', () => ({
  createStore: () => 'store',
  get: (key: string) => Promise.resolve(stored.get(key)),
  set: (key: string, value: unknown) => Promise.resolve(stored.set(key, value)),
  del: (key: string) => Promise.resolve(stored.delete(key)),
  keys: () => Promise.resolve([...stored.keys()]),
}));

/** A separate page: it has its own modules, with locks that are seen by all. */
async function openPage(hasLocks = true) {
  vi.resetModules();
  let lock = '';
  vi.stubGlobal('navigator', {
    locks: hasLocks
      ? {
          request: (name: string) => {
            lock = name;
            held.add(name);
            return new Promise(() => undefined);
          },
          query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
        }
      : undefined,
  });
  const { openPageDraft, closePageDraft, findAbandonedDraft, findAllDrafts } = await import('./page-drafts.ts');
  const { flushDrafts, saveDraft } = await import('./drafts.ts');
  let own = openPageDraft(KEY);
  return {
    type: async (fields: Fields, at: number, base_revision: Revision = 4) => {
      saveDraft(own, () => ({ base_revision, fields, at }));
      await flushDrafts();
    },
    find: async () => (await findAbandonedDraft<Fields>(KEY))?.draft ?? null,
    /** Finds drafts until there are none. */
    take: async () => {
      const fields: Fields[] = [];
      for (let found = await findAbandonedDraft<Fields>(KEY); found; found = await findAbandonedDraft<Fields>(KEY)) {
        fields.push(found.draft.fields);
        await found.forget();
      }
      return fields;
    },
    findAll: () => findAllDrafts<Fields>(KEY),
    visitAgain: () => {
      closePageDraft(own);
      own = openPageDraft(KEY);
    },
    crash: () => held.delete(lock),
  };
}

beforeEach(() => {
  stored.clear();
  held.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('two pages keep a draft each, and neither finds that of the other while it lives', async () => {
  const first = await openPage();
  await first.type({ title: 'first' }, 1);
  const second = await openPage();
  expect(await second.find()).toBeNull();
  await second.type({ hint: 'second' }, 2);
  expect(stored.size).toBe(2);
  first.crash();
  expect(await (await openPage()).take()).toEqual([{ title: 'first' }]);
  second.crash();
  expect(await (await openPage()).take()).toEqual([{ hint: 'second' }]);
  expect(stored.size).toBe(0);
});

it('two visits of one page keep a draft each: the later one does not overwrite what it is offered', async () => {
  const page = await openPage();
  await page.type({ title: 'first visit' }, 1);
  expect(await page.find()).toBeNull();
  page.visitAgain();
  await page.type({ title: 'second visit' }, 2);
  expect((await page.find())?.fields).toEqual({ title: 'first visit' });
});

it('drafts under the plain name are found; those of other things are not', async () => {
  stored.set(KEY, { base_revision: 1, fields: { title: 'plain' }, at: 1 });
  stored.set(`${KEY}0`, { base_revision: 1, fields: { title: 'of another lesson' }, at: 1 });
  expect(await (await openPage()).take()).toEqual([{ title: 'plain' }]);
  expect([...stored.keys()]).toEqual([`${KEY}0`]);
});

it('counts every other page as closed in a browser without locks', async () => {
  await (await openPage(false)).type({ title: 'first' }, 1);
  expect((await (await openPage(false)).find())?.fields).toEqual({ title: 'first' });
});

describe('drafts of several tabs', () => {
  async function leave(...drafts: [Fields, Revision][]) {
    for (const [index, [fields, revision]] of drafts.entries()) {
      const page = await openPage();
      await page.type(fields, index, revision);
      page.crash();
    }
    return openPage();
  }

  it('are one where their fields differ, saved from the earlier revision', async () => {
    const page = await leave([{ title: 'a' }, 3], [{ hint: 'h' }, 5]);
    expect(await page.find()).toEqual({ base_revision: 3, fields: { title: 'a', hint: 'h' }, at: 1 });
  });

  it('come one after the other where both changed the same field: none is lost', async () => {
    const page = await leave([{ title: 'first', hint: 'h' }, 3], [{ title: 'second' }, 3]);
    expect(await page.take()).toEqual([{ title: 'second' }, { title: 'first', hint: 'h' }]);
  });

  it('are all found for a thing that was deleted, those of living pages as well', async () => {
    const page = await leave([{ title: 'a', hint: 'h' }, 3]);
    await page.type({ title: 'b' }, 9);
    expect(await page.findAll()).toMatchObject({ base_revision: 3, fields: { title: 'b', hint: 'h' } });
  });
});
