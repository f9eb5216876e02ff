import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog, MAX_RECENT_ERRORS, recentErrors } from '#platform/server/log.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { DebugState } from '../../contract/debug.ts';
import { PARTS } from '../../contract/health.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

describe('the state of the product', () => {
  it('has every part, with advice for what is down, and queues, database, files, repositories and memory', async () => {
    const state = await server.client('staff').getDebug();
    expect(state.parts.map(({ name }) => name)).toEqual([...PARTS]);
    expect(state.parts.find(({ name }) => name === 'database')).toEqual({ name: 'database', up: true, reason: null, advice: null });
    const runners = state.parts.find(({ name }) => name === 'runners');
    expect([runners?.up, runners?.advice]).toEqual([false, expect.stringContaining('Check the runner’s log')]);
    expect(state.queues.map(({ name }) => name)).toContain('commit-changes');
    expect(state.database.bytes).toBeGreaterThan(1_000_000);
    expect(state.database.version).toMatch(/^\d+/);
    expect(state.blobs).toMatchObject({ kind: 'folder', place: expect.stringContaining('blobs') as string });
    expect(state.repositories.map(({ name, branches }) => [name, branches])).toEqual([
      ['working.git', 1],
      ['content.git', 1],
    ]);
    expect(state.memory[0]).toMatchObject({ process: 'server', pid: process.pid });
    expect(state.versions.map(({ name }) => name)).toEqual(['Lessonwright', 'Node', 'PostgreSQL']);
  });

  it('names a proxy that the settings do not', async () => {
    for (let call = 0; call < 100; call += 1) await server.inject({ url: '/api/user', headers: { 'x-forwarded-for': '203.0.113.1' } });
    const { notices } = await server.client('staff').getDebug();
    expect(notices).toEqual([expect.stringContaining('LESSONWRIGHT_TRUSTED_PROXIES=127.0.0.1')]);
  });

  it('counts the files in the background', async () => {
    await server.platform.blobs.put(Buffer.from('one'));
    await vi.waitFor(
      async () => {
        const { blobs } = await server.client('staff').getDebug();
        expect(blobs.count).toBeGreaterThan(0);
      },
      { timeout: 300_000 },
    );
  });

  it('is available while the file store does not respond', async () => {
    const put = vi.spyOn(server.platform.blobs, 'put').mockRejectedValue(new Error('The file store (bucket b at h) cannot be reached.'));
    const { parts } = await server.client('owner').getDebug();
    put.mockRestore();
    expect(parts.find(({ name }) => name === 'blobs')).toMatchObject({
      up: false,
      reason: 'The file store (bucket b at h) cannot be reached.',
      advice: expect.stringContaining('uploads are rejected') as string,
    });
  });
});

describe('the last errors', () => {
  it('are listed with their call, newest first, up to a limit', () => {
    const log = createLog('warn', nowhere());
    log.warn('no error');
    log.child({ reqId: 'r-7' }).error({ err: new Error('it broke'), route: '/api/x' }, 'an API call failed');
    log.error(new Error('alone'));
    expect(recentErrors(log).map(({ requestId, text, error }) => [requestId, text, error])).toEqual([
      [null, '', 'alone'],
      ['r-7', 'an API call failed', 'it broke'],
    ]);
    for (let at = 0; at < MAX_RECENT_ERRORS + 5; at++) log.error(`number ${at}`);
    expect(recentErrors(log)).toHaveLength(MAX_RECENT_ERRORS);
    expect(recentErrors(log)[0]?.text).toBe(`number ${MAX_RECENT_ERRORS + 4}`);
  });

  it('match the contract', () => {
    expect(DebugState.shape.errors.safeParse([{ at: '2026-01-01', request_id: null, text: 'a', error: null }]).success).toBe(true);
  });
});
