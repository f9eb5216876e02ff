import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('calls', () => {
  const CALLS = [
    ['GET', '/api/release/1/pull'],
    ['GET', '/api/release/1/pull/diff'],
    ['POST', '/api/release/1/pull'],
    ['POST', '/api/release/1/pull/review'],
    ['POST', '/api/release/1/pull/merge'],
    ['POST', '/api/release/1/pull/close'],
    ['POST', '/api/lesson/1/start-review'],
  ] as const;

  it.each(CALLS)('%s %s knows no release or lesson that is not there', async (method, url) => {
    const payload = url.endsWith('review') && method === 'POST' && url.includes('pull') ? { verdict: 'approve' } : {};
    const reply = await server.inject({
      method,
      url: url.replace('/1', '/99999'),
      headers: server.headers('staff'),
      ...(method === 'POST' ? { payload } : {}),
    });
    expect(reply.statusCode).toBe(404);
  });

  it.each([
    ['/api/release/x/pull', {}],
    ['/api/release/1/pull', { title: 'x'.repeat(301) }],
    ['/api/release/1/pull/review', { verdict: 'like' }],
    ['/api/release/1/pull/merge', { message: 'x'.repeat(2_001) }],
    ['/api/release/0/pull/close', {}],
    ['/api/lesson/x/start-review', {}],
  ])('POST %s refuses %j', async (url, payload) => {
    expect((await server.inject({ method: 'POST', url, headers: server.headers('staff'), payload })).statusCode).toBe(400);
  });

  it.each(['..', '../..', 'a/b', '.git', 'a\nb'])('refuses a diff of the folder %j', async (folder) => {
    const [main] = await server.client('staff').listReleases();
    await expect(server.client('staff').getPullDiff({ params: { id: main?.id ?? 0 }, query: { folder } })).rejects.toMatchObject({
      status: 404,
    });
  });
});
