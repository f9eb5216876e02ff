import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INT4_MAX } from '#platform/contract/route.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

describe('a number that exceeds every column', () => {
  it.each([
    ['GET', `/api/lesson-number/${INT4_MAX + 1}`, undefined],
    ['POST', '/api/lessons', { sequence: 1, release_id: INT4_MAX + 1 }],
    ['POST', '/api/run-code', { lesson_id: INT4_MAX + 1, screen_id: 1, code: '' }],
    ['POST', '/api/run-screen-test', { screenTestId: INT4_MAX + 1 }],
  ] as const)('is the caller’s fault: %s %s', async (method, url, payload) => {
    const reply = await server.inject({ method, url, headers: server.headers('staff'), ...(payload ? { payload } : {}) });
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  });
});
