import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { pycheckVersion } from './checkers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(async () => {
  await server.close();
});

describe('GET /api/pycheck/metadata', () => {
  it('returns the checkers and the version of the package', async () => {
    const reply = await server.inject({ url: '/api/pycheck/metadata', headers: server.headers('staff') });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['pycheck-version']).toBe(pycheckVersion());
    const checkers = await server.client('staff').listCheckers();
    expect(checkers.length).toBeGreaterThanOrEqual(25);
    const value = checkers.find(({ name }) => name === 'variable_value');
    expect(value).toMatchObject({ group: 'Variables', language: ['python'], example: 'variable_value("total", 45.5, tolerance=2)' });
    expect(value?.arguments.find(({ name }) => name === 'tolerance')).toMatchObject({ type: 'float', default: 4, is_required: false });
  });

  it('returns them to external authors too', async () => {
    expect(await server.client('external').listCheckers()).toEqual(await server.client('staff').listCheckers());
  });

  it('responds to this method only', async () => {
    const reply = await server.inject({ method: 'POST', url: '/api/pycheck/metadata', headers: server.headers('staff') });
    expect(reply.statusCode).toBe(404);
  });
});

describe('the version of pycheck', () => {
  it('is the hash of its tree', () => {
    expect(pycheckVersion()).toMatch(/^[0-9a-f]{40}$/);
  });
});
