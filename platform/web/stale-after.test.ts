import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { api as routes } from '#app/contract/api.ts';
import { api } from './api.ts';
import { changeQueryData } from './query-client.ts';
import { isNamed, STALE_AFTER } from './stale-after.ts';
import { followWrittenCalls } from './written-calls.ts';

/** Queries that no call of these pages changes, and why. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  checkers: 'part of the product',
  'video-hosts': 'a setting of the server',
  'runner-features': 'what the runners can do',
  'runner-languages': 'what the runners can do',
  debug: 'loaded again every few seconds',
  'library-report': 'loaded again at each visit',
  'library-findings': 'loaded again at each visit',
  'library-skills': 'loaded again at each visit',
  'debug/failures': 'loaded again every few seconds',
  'debug/storage': 'loaded again every few seconds',
  ready: 'loaded again until the server is ready',
  'audit/*': 'shows what was before it was opened, and has a button',
  'audit/choices': 'shows what was before it was opened',
  'console/known': 'part of the product',
  'new-totp': 'is made for one dialog',
  'project/*': 'is opened by each visit',
  'invitation/*': 'belongs to a link',
  'datasets/*/file/*/*': 'never changes: a version keeps its files',
  'kept-screens/*/*/*': 'is kept in this browser',
  'bulk-edits/preview/*/*': 'is never kept',
  'lesson/*/data-files/edited/*': 'is kept in this browser',
};

const files = import.meta.glob<string>(['../../{platform,app}/web/**/*.{ts,tsx}', '../../features/*/web/**/*.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const sources = Object.entries(files).filter(([file]) => !file.includes('.test.'));

/** The names of all queries of the pages, as {@link STALE_AFTER} has them. */
function queryNames(): string[] {
  const known: Readonly<Record<string, string>> = {
    '...HISTORY_KEY': 'history',
    '...PREFLIGHT_KEY': 'preflight',
    '...commentsKey(lessonId)': 'lesson/*/comments',
    '...skillsKey(address)': 'lesson/*/skills/*',
    '...dataFilesQuery(lesson.id).queryKey': 'lesson/*/data-files',
  };
  const names = sources.flatMap(([, text]) =>
    [...text.matchAll(/queryKey(?:: | = )\[([^\]]+)\](?: as const)?[,;]/g)].flatMap(([, parts = '']) => {
      if (parts.includes('kind.noun')) return ['course', 'path'].map((noun) => (parts.includes('`') ? `${noun}s` : `${noun}/*`));
      return parts
        .split(', ')
        .map((part) => known[part] ?? (/^'.*'$/.test(part) ? part.slice(1, -1) : '*'))
        .join('/');
    }),
  );
  return [...new Set(names)];
}

const asKey = (name: string) => name.split('/').map((part) => (part === '*' ? 7 : part));
const writing = Object.entries(routes).flatMap(([name, { method }]) => (method === 'GET' ? [] : [name]));

afterEach(() => vi.unstubAllGlobals());

it('has a row for each call that writes', () => {
  expect(Object.keys(STALE_AFTER).toSorted()).toEqual(writing.toSorted());
});

it('knows every query of the pages', () => {
  const stale = Object.values(STALE_AFTER).flat();
  const unknown = queryNames().filter((name) => !(name in OUT_OF_REACH) && !stale.some((row) => isNamed(row, asKey(name))));
  expect(unknown).toEqual([]);
});

it('names only queries that there are', () => {
  const names = queryNames();
  const rows = [...new Set(Object.values(STALE_AFTER).flat())];
  expect(rows.filter((row) => !names.some((name) => isNamed(row, asKey(name))))).toEqual([]);
});

it('each call that writes makes stale what its row names, and nothing else', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})));
  for (const [call, send] of Object.entries(api).filter(([name]) => writing.includes(name))) {
    const client = new QueryClient();
    const stop = followWrittenCalls(client);
    for (const name of queryNames()) client.setQueryData(asKey(name), 'as it was');
    await (send as (request: object) => Promise<unknown>)({ params: {}, body: {} });
    const row = STALE_AFTER[call as keyof typeof routes] ?? [];
    for (const { queryKey, state } of client.getQueryCache().getAll()) {
      expect(state.isInvalidated, `${call}: ${queryKey.join('/')}`).toBe(row.some((name) => isNamed(name, queryKey)));
    }
    stop();
  }
});

// The states that pages were seen to show after their own save.
it.each<[keyof typeof STALE_AFTER, string]>([
  ['saveScreen', 'lesson/*'],
  ['saveScreen', 'releases'],
  ['saveScreen', 'pull/*'],
  ['replace', 'search/*/*'],
  ['applySuggestion', 'pull/*/diff/*/*'],
  ['mergePullRequest', 'lessons'],
  ['moveScreen', 'lesson/*'],
  ['buildPackages', 'lesson/*/gate/*'],
  ['deleteScreen', 'lesson/*/words'],
  ['duplicateScreen', 'lesson/*/words'],
  ['copyScreens', 'lesson/*/words'],
  ['restoreScreen', 'lesson/*/words'],
])('%s makes %s stale', (call, name) => {
  expect(STALE_AFTER[call]?.some((row) => isNamed(row, asKey(name)))).toBe(true);
});

it('does not make a thing stale that is deleted while its page is open', () => {
  expect(STALE_AFTER.deleteLesson?.some((row) => isNamed(row, ['lesson', 7]))).toBe(false);
  expect(STALE_AFTER.deleteScreen?.some((row) => isNamed(row, ['lesson', 7, 'gate', 9]))).toBe(false);
});

it('a call that fails makes nothing stale', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'no' }, { status: 422 })));
  const client = new QueryClient();
  const stop = followWrittenCalls(client);
  client.setQueryData(['lessons'], []);
  await expect(api.createToken({ body: { name: 'x' } })).rejects.toThrow('no');
  expect(client.getQueryState(['lessons'])?.isInvalidated).toBe(false);
  stop();
});

it('a change of one part keeps the rest stale', async () => {
  const client = new QueryClient();
  const key = ['lesson', 7];
  client.setQueryData(key, { title: 'Old', commit: null }, { updatedAt: 1 });
  await client.invalidateQueries({ queryKey: key });
  changeQueryData(client, key, (known) => ({ ...(known as object), commit: 'pushed' }));
  expect(client.getQueryState(key)).toMatchObject({ isInvalidated: true, dataUpdatedAt: 1, data: { title: 'Old', commit: 'pushed' } });
});

it('no page changes known data in another way', () => {
  const withFunction = /setQueryData(<[^>]*>)?\([^()]*(\([^()]*\)[^()]*)*, \(?[\w{}, :|[\]]*\)? =>/;
  const others = sources.filter(([file, text]) => !file.endsWith('/query-client.ts') && withFunction.test(text)).map(([file]) => file);
  expect(others).toEqual([]);
});
