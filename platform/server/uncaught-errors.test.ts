import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runInCall } from './http/current-call.ts';
import { createLog, recentErrors } from './log.ts';
import { needsRestart, handleUncaughtError, uncaughtErrors } from './uncaught-errors.ts';

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

function watched() {
  const log = createLog('warn', nowhere());
  const state = { restarts: 0, now: 1_000_000 };
  const handle = handleUncaughtError({ log, restart: () => (state.restarts += 1), now: () => state.now });
  return { log, state, handle };
}

/** An error thrown in a given file. */
function thrownIn(file: string, error: Error = new Error('it broke')): Error {
  return Object.assign(error, { stack: `Error: it broke\n    at work (${file}:12:3)\n    at node:internal/timers:1:2` });
}

describe('an uncaught error', () => {
  it('is logged and counted, and the process continues', () => {
    const { log, state, handle } = watched();
    const before = uncaughtErrors().count;
    handle(new Error('it broke'), 'uncaughtException');
    handle('a text', 'unhandledRejection');
    expect(uncaughtErrors()).toEqual({ count: before + 2, last_at: new Date(state.now).toISOString() });
    expect(recentErrors(log).map(({ error }) => error)).toEqual(['Thrown: a text', 'it broke']);
    expect(state.restarts).toBe(0);
  });

  it('fails only the call that it belongs to', () => {
    const { handle } = watched();
    const failed: string[] = [];
    const call = (requestId: string) => ({
      address: '',
      requestId,
      isRecorded: false,
      fail: (error: Error) => failed.push(`${requestId} ${error.message}`),
    });
    runInCall(call('one'), () => handle(new Error('it broke'), 'uncaughtException'));
    expect(failed).toEqual(['one it broke']);
    const broken = {
      ...call('two'),
      fail: () => {
        throw new Error('gone');
      },
    };
    expect(() => runInCall(broken, () => handle(new Error('it broke'), 'uncaughtException'))).not.toThrow();
  });

  it.each([
    ['a timer of ours', thrownIn('/srv/features/runs/server/runs.ts'), 'uncaughtException', false],
    ['a promise of ours', thrownIn('/srv/features/runs/server/runs.ts'), 'unhandledRejection', false],
    ['a query that failed', thrownIn('/srv/node_modules/pg/lib/client.js'), 'unhandledRejection', false],
    ['the midst of the driver', thrownIn('/srv/node_modules/pg-protocol/dist/parser.js'), 'uncaughtException', true],
    ['the midst of our database code', thrownIn('/srv/platform/server/database/server.ts'), 'uncaughtException', true],
    ['nothing that is an error', undefined, 'uncaughtException', false],
  ] as const)('of %s', (_, error, origin, isInDoubt) => {
    expect(needsRestart(error, origin)).toBe(isInDoubt);
    const { state, handle } = watched();
    handle(error, origin);
    expect(state.restarts).toBe(isInDoubt ? 1 : 0);
  });

  it('restarts the process if it repeats often, but not occasionally', () => {
    const { state, handle } = watched();
    for (let at = 0; at < 100; at += 1) {
      state.now += 10_000;
      handle(new Error('now and then'), 'uncaughtException');
    }
    expect(state.restarts).toBe(0);
    for (let at = 0; at < 30 && state.restarts === 0; at += 1) handle(new Error('at once'), 'uncaughtException');
    expect(state.restarts).toBe(1);
  });
});

/** A server with two routes in its own process; its first output line is its address. */
const SERVER = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { z } from 'zod';
  import { pino } from 'pino';
  import { route } from '#platform/contract/route.ts';
  import { readConfig } from '#platform/server/config.ts';
  import { mount } from '#platform/server/http/mount.ts';
  import { createServer } from '#platform/server/http/server.ts';
  import { CRASHED, uncaughtErrors, watchUncaughtErrors } from '#platform/server/uncaught-errors.ts';
  const log = pino({ level: 'silent' });
  watchUncaughtErrors({ log, restart: () => process.exit(CRASHED) });
  const app = await createServer(readConfig({}), log, () => Promise.resolve(null));
  const never = new Promise(() => {});
  const call = (path) => route({ method: 'GET', path, summary: '', access: 'public', reply: z.number() });
  mount(app, { timer: call('/api/timer'), promise: call('/api/promise'), broken: call('/api/broken'), count: call('/api/count') }, {
    timer: () => (setTimeout(() => { throw new Error('it broke'); }, 1), never),
    promise: () => (void sleep(1).then(() => { throw new Error('it broke'); }), never),
    broken: () => (setTimeout(() => { throw Object.assign(new Error('it broke'), { stack: 'Error: it broke\\n    at x (/srv/node_modules/pg/lib/client.js:1:1)' }); }, 1), never),
    count: () => uncaughtErrors().count,
  });
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
`;

describe('a server', () => {
  it('returns 500 to the affected call and continues, or exits for a restart if its state is uncertain', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ask = (path: string) => fetch(`${line.toString().trim()}/api/${path}`);
    for (const path of ['timer', 'promise']) {
      const reply = await ask(path);
      expect([reply.status, await reply.json()]).toEqual([500, expect.objectContaining({ code: 'internal' })]);
    }
    expect(await (await ask('count')).json()).toBe(2);
    await expect(ask('broken')).rejects.toThrow('fetch failed');
    expect(await ended).toEqual([70, null]);
  });
});
