import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError, createClient, routeUrl } from './client.ts';
import { Id, route } from './route.ts';

const routes = {
  save: route({
    method: 'PUT',
    path: '/api/thing/{id}/part/{name}',
    summary: 'Saves',
    access: 'signed-in',
    params: z.object({ id: Id, name: z.string() }),
    query: z.object({ force: z.boolean().optional() }),
    body: z.object({ text: z.string() }),
    reply: z.object({ text: z.string() }),
  }),
};

function clientAnswering(status: number, body: string, seen: Request[] = []) {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    seen.push(new Request(input, init));
    return new Response(body, { status });
  };
  return createClient(routes, { baseUrl: 'http://here', headers: { authorization: 'Bearer x' }, fetch });
}

const request = { params: { id: 7, name: 'a/b c' }, query: { force: true }, body: { text: 'hello' } };

describe('client', () => {
  it('fills the path, appends the query, sends JSON and returns the reply', async () => {
    const seen: Request[] = [];
    const reply = await clientAnswering(200, '{"text":"saved"}', seen).save(request);
    expect(reply).toEqual({ text: 'saved' });
    expect(seen[0]?.url).toBe('http://here/api/thing/7/part/a%2Fb%20c?force=true');
    expect(seen[0]?.method).toBe('PUT');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer x');
    expect(await seen[0]?.json()).toEqual({ text: 'hello' });
  });

  it('throws the server’s error', async () => {
    const body = JSON.stringify({ error: 'No.', code: 'refused', request_id: 'r1', details: { why: 1 } });
    await expect(clientAnswering(422, body).save(request)).rejects.toMatchObject({
      name: 'ApiError',
      message: 'No.',
      status: 422,
      code: 'refused',
      requestId: 'r1',
      details: { why: 1 },
    });
  });

  it.each([
    [502, '<html>bad gateway</html>'],
    [500, ''],
  ])('has its own message for a reply that is not ours (%i)', async (status, body) => {
    await expect(clientAnswering(status, body).save(request)).rejects.toThrow(`The server answered ${status}.`);
  });

  it('recognizes an unreachable server', async () => {
    const client = createClient(routes, { fetch: () => Promise.reject(new TypeError('fetch failed')) });
    const error = await client.save(request).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('rethrows an abort unchanged', async () => {
    const controller = new AbortController();
    controller.abort();
    const client = createClient(routes, { fetch: () => Promise.reject(controller.signal.reason as Error) });
    await expect(client.save(request, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('routeUrl', () => {
  it('omits missing values', () => {
    expect(routeUrl({ path: '/api/x' }, { query: { a: undefined, b: null, c: 0 } })).toBe('/api/x?c=0');
  });
});
