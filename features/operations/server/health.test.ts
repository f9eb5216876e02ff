import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#app/contract/api.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { PARTS } from '../contract/health.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('health', () => {
  it('is public', async () => {
    expect(await server.client('nobody').getHealth()).toEqual({ up: true });
  });
});

describe('readiness', () => {
  it('names every part to staff, with a reason for what is down', async () => {
    const { ready, parts, version } = await server.client('staff').getReady();
    expect(Object.keys(parts ?? {}).sort()).toEqual([...PARTS].sort());
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(parts?.database).toEqual({ up: true, reason: null });
    expect(parts?.jobs).toEqual({ up: true, reason: null });
    expect(parts?.blobs).toEqual({ up: true, reason: null });
    expect(parts?.runners.up).toBe(false);
    expect(parts?.runners.reason).toBeTruthy();
    // Without a runner people can still write lessons.
    expect(ready).toBe(true);
  });

  it('reports a failing part without failing itself', async () => {
    const put = vi.spyOn(server.platform.blobs, 'put').mockRejectedValue(new Error('no space left on device'));
    const { parts } = await server.client('owner').getReady();
    put.mockRestore();
    expect(parts?.blobs).toEqual({ up: false, reason: 'no space left on device' });
    expect(parts?.database.up).toBe(true);
  });

  it('says that the disk of the database is full after it refused a write, and stays ready for people who read', async () => {
    const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
    const broken = vi.spyOn(server.platform.db, 'transaction').mockImplementation(() => {
      throw full;
    });
    const reply = await server.inject({
      method: 'POST',
      url: '/api/lessons',
      headers: server.headers('staff'),
      payload: { sequence: 9, title: 'Kept' },
    });
    broken.mockRestore();
    expect([reply.statusCode, reply.json()]).toMatchObject([
      503,
      { code: 'unavailable', error: expect.stringMatching(/^The disk is full.*kept in your browser/) },
    ]);
    const { ready, parts } = await server.client('staff').getReady();
    expect(ready).toBe(true);
    expect(parts?.database).toEqual({ up: false, reason: 'The disk of the database is full. Nothing can be saved until there is space.' });
    await server.client('staff').createLesson({ body: { sequence: 9, title: 'Stored' } });
    expect((await server.client('staff').getReady()).parts?.database).toEqual({ up: true, reason: null });
  });

  it('is ready after an error of a job, which is shown for a while', async () => {
    const failed = vi.spyOn(server.platform.jobs, 'state').mockReturnValue({ up: false, reason: 'connection terminated' });
    const { ready, parts } = await server.client('staff').getReady();
    expect([ready, parts?.jobs]).toEqual([true, { up: false, reason: 'connection terminated' }]);
    expect((await server.inject('/api/ready')).statusCode).toBe(200);
    failed.mockRestore();
  });

  it.each(['nobody', 'external'] as const)('says only whether it is ready: to %s', async (role) => {
    const reply = await server.inject({ url: '/api/ready', headers: server.headers(role) });
    expect([reply.statusCode, reply.json()]).toEqual([200, { ready: true }]);
  });
});

describe('probes', () => {
  it.each([
    ['/api/ready', 601],
    ['/api/health', 3_001],
  ])('of load balancers have no limit: %s', async (url, calls) => {
    // One more than signed-in callers may send in a minute.
    const statuses = new Set<number>();
    for (let call = 0; call < calls; call += 1) statuses.add((await server.inject(url)).statusCode);
    expect([...statuses]).toEqual([200]);
  });

  it('limits probes of signed-in callers', async () => {
    const headers = server.headers('external');
    const statuses: number[] = [];
    for (let call = 0; call < 601; call += 1) statuses.push((await server.inject({ url: '/api/ready', headers })).statusCode);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});

describe('without the database', () => {
  it('is alive, but not ready', async () => {
    const away = await startTestServer();
    try {
      // As when PostgreSQL is stopped: no connection can be made.
      vi.spyOn(away.platform.db, 'getExecutor').mockImplementation(() => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      });
      expect((await away.inject('/api/health')).statusCode).toBe(200);
      const reply = await away.inject('/api/ready');
      expect([reply.statusCode, reply.json()]).toEqual([503, { ready: false }]);
    } finally {
      vi.restoreAllMocks();
      await away.close();
    }
  });
});

describe('the OpenAPI document', () => {
  it('is valid by an independent validator and has every call', async () => {
    const document = await server.client('nobody').getOpenApi();
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(document['openapi']).toBe('3.1.0');
    const calls = Object.values(document['paths'] as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
      Object.values(path).map((operation) => operation.operationId),
    );
    expect(calls.sort()).toEqual(Object.keys(api).sort());
  });
});

describe('the schemas of YAML files', () => {
  it('can be read by editors, which do not sign in', async () => {
    const settings = await server.client('nobody').getEditorSettings();
    const address = Object.keys(settings['yaml.schemas']).find((each) => each.endsWith('/questions.json')) ?? '';
    expect(settings['yaml.schemas'][address]).toBe('lessons/*/screens/*/questions.yaml');
    expect((await server.inject(new URL(address).pathname)).json()).toMatchObject({ title: 'Questions', type: 'array' });
    expect((await server.inject('/api/schemas/secrets.json')).statusCode).toBe(400);
  });
});
