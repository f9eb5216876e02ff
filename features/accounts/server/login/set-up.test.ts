import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, startTestServer, type TestServer } from '#testing/test-server.ts';
import { ensureSetupToken } from './login.ts';

let server: TestServer;
const OWNER = { email: 'Ada@Example.org', name: 'Ada', password: 'correct horse battery' };

async function freshServer(): Promise<string> {
  server = await startTestServer({ hasAccounts: false });
  return ensureSetupToken(server.platform.config.dataFolder);
}

function setUp(payload: object) {
  return server.inject({ method: 'POST', url: '/api/login/setup', payload });
}

describe('the set-up token', () => {
  afterEach(() => server.close());

  it('is a file readable only by its owner, and stays the same until it is used', async () => {
    const token = await freshServer();
    const { dataFolder } = server.platform.config;
    const file = await stat(join(dataFolder, 'setup-token'));
    expect(file.mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataFolder, 'setup-token'), 'utf8')).trim()).toBe(token);
    expect(await ensureSetupToken(dataFolder)).toBe(token);
  });

  it('creates the owner, signs in and is deleted', async () => {
    const token = await freshServer();
    expect(await server.client('nobody').getLoginState()).toEqual({ setup_needed: true, password: true, passkeys: false, providers: [] });
    const reply = await setUp({ token, ...OWNER });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ email: 'ada@example.org', name: 'Ada', role: 'owner', external: false });
    const me = await server.clientWith({ cookie: cookieOf(reply) }).getUser();
    expect(me).toEqual(reply.json());
    expect(await server.client('nobody').getLoginState()).toEqual({ setup_needed: false, password: true, passkeys: false, providers: [] });
    await expect(stat(join(server.platform.config.dataFolder, 'setup-token'))).rejects.toThrow('ENOENT');
    expect(await server.platform.db.selectFrom('audit_entries').select('action').execute()).toEqual([{ action: 'set-up' }]);
  });

  it('creates one owner when several requests arrive at once', async () => {
    const token = await freshServer();
    const replies = await Promise.all([1, 2, 3].map((n) => setUp({ token, ...OWNER, email: `ada${n}@example.org` })));
    expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(await server.platform.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('works once', async () => {
    const token = await freshServer();
    await setUp({ token, ...OWNER });
    const again = await setUp({ token, ...OWNER, email: 'eve@example.org' });
    expect([again.statusCode, again.json().error]).toEqual([422, 'The owner already has an account. Sign in instead.']);
  });

  it('is required by the first form of the popup only', async () => {
    const token = await freshServer();
    const popup = await server.inject('/api/login');
    expect(popup.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(popup.body).toContain('Set-up token');
    await setUp({ token, ...OWNER });
    const later = await server.inject('/api/login');
    expect(later.body).not.toContain('Set-up token');
    expect(later.body).toContain('autocomplete="current-password"');
  });
});

describe('invalid input', () => {
  let token: string;
  beforeAll(async () => {
    token = await freshServer();
  });
  afterAll(() => server.close());

  it('is rejected if it is wrong', async () => {
    const reply = await setUp({ token: 'guess', ...OWNER });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().error).toContain('Wrong set-up token.');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['no token', { token: '' }, 'The set-up token cannot be empty.'],
    ['no email', { email: 'ada' }, 'Enter a valid email address.'],
    ['a short password', { password: 'short' }, 'A password must have at least 10 characters.'],
    ['a password that costs too much', { password: 'x'.repeat(201) }, 'A password can have at most 200 characters.'],
    ['no name', { name: ' ' }, 'The name cannot be empty.'],
  ])('%s is refused with a text', async (_case, change, error) => {
    const reply = await setUp({ token, ...OWNER, ...change });
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });
});
