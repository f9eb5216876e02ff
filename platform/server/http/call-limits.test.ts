import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { readConfig } from '../config.ts';
import { refused } from '../errors.ts';
import { CallLimits } from './call-limits.ts';
import { mount } from './mount.ts';
import { createServer } from './server.ts';

const routes = {
  logIn: route({
    method: 'POST',
    path: '/api/log-in',
    summary: '',
    access: 'public',
    countsFailures: true,
    body: z.object({ isRight: z.boolean() }),
    reply: z.null(),
    errors: ['refused'],
  }),
  callback: route({
    method: 'GET',
    path: '/api/callback',
    summary: '',
    access: 'public',
    countsFailures: true,
    replyKind: 'html',
    errors: ['refused'],
  }),
};

let cleanup = new AsyncDisposableStack();
afterEach(async () => {
  await cleanup.disposeAsync();
  cleanup = new AsyncDisposableStack();
});

async function start(failuresPerMinute: number) {
  const config = readConfig({ LESSONWRIGHT_CHECK_REPLIES: '1', LESSONWRIGHT_WEB: '/nowhere' });
  const app = await createServer(config, pino({ level: 'silent' }), async () => null);
  cleanup.defer(() => app.close());
  const checked: boolean[] = [];
  const handlers = {
    logIn: async ({ body }: { body: { isRight: boolean } }) => {
      checked.push(body.isRight);
      await new Promise(setImmediate);
      if (!body.isRight) throw refused('Wrong.');
      return null;
    },
    callback: () => {
      throw refused('Wrong.');
    },
  };
  mount(app, routes, handlers, { limits: new CallLimits({ failuresPerMinute }) });
  const logIn = async (isRight: boolean, remoteAddress = '203.0.113.7') =>
    (await app.inject({ method: 'POST', url: '/api/log-in', payload: { isRight }, remoteAddress })).statusCode;
  return { app, checked, logIn };
}

it('three hundred people of one address sign in at once', async () => {
  const { logIn } = await start(5);
  const statuses = await Promise.all(Array.from({ length: 300 }, () => logIn(true)));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('a guesser is stopped after the failures of a minute, also for the right password, and other addresses are not', async () => {
  const { logIn } = await start(5);
  for (let guess = 0; guess < 5; guess++) expect(await logIn(false)).toBe(422);
  expect([await logIn(false), await logIn(true), await logIn(true, '203.0.113.8')]).toEqual([429, 429, 200]);
});

it('guesses at the same moment exceed the limit by no more than are checked at a time', async () => {
  const { logIn, checked } = await start(5);
  const statuses = await Promise.all(Array.from({ length: 200 }, () => logIn(false)));
  expect(checked.length).toBeLessThanOrEqual(15);
  expect(statuses.filter((status) => status === 429)).toHaveLength(200 - checked.length);
});

it('a browser gets a page that says how long to wait, and a script gets JSON', async () => {
  const { app } = await start(1);
  const open = (headers: Record<string, string>) => app.inject({ url: '/api/callback', headers });
  await open({ 'sec-fetch-mode': 'navigate' });
  const page = await open({ 'sec-fetch-mode': 'navigate' });
  expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([
    429,
    'text/html; charset=utf-8',
    expect.stringMatching(/^\d+$/),
  ]);
  expect(page.body).toMatch(/Too many failed attempts from your network\. Try again in (\d+ seconds|1 minute)\./);
  expect((await open({ 'sec-fetch-mode': 'cors' })).json()).toMatchObject({ code: 'too_many' });
});

it('an error page shows what came from outside as text', async () => {
  const { app } = await start(1);
  const page = await app.inject({ url: '/api/callback', headers: { host: '<b>evil</b>', accept: 'text/html' } });
  expect(page.body).not.toContain('<b>evil');
});
