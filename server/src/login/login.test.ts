import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#testing/test-server.ts';
import { ensureSetupToken } from './setup-token.ts';

let server: TestServer;
afterEach(() => server.close());

const OWNER = { email: 'Ada@Example.org', name: 'Ada', password: 'correct horse battery' };
const PASSWORD = 'correct horse battery';

async function freshServer(): Promise<string> {
  server = await startTestServer({ hasAccounts: false });
  return ensureSetupToken(server.platform.config.dataFolder);
}

async function serverWithPassword(options: TestServerOptions = {}): Promise<void> {
  server = await startTestServer(options);
  await buildUser(server.platform.db, { role: 'staff', email: 'ada@example.org', name: 'Ada', password: PASSWORD });
}

function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return server.inject({ method: 'POST', url, payload, headers });
}

function signIn(headers: Record<string, string> = {}) {
  return post('/api/login/password', { email: 'ada@example.org', password: PASSWORD }, headers);
}

function cookieOf(reply: { headers: { 'set-cookie'?: string | string[] | undefined } }): string {
  return [reply.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '';
}

async function auditActions(): Promise<string[]> {
  const rows = await server.platform.db.selectFrom('audit_entries').select('action').orderBy('id').execute();
  return rows.map((row) => row.action);
}

describe('the set-up token', () => {
  it('is a file that only its owner reads, and stays the same until it is used', async () => {
    const token = await freshServer();
    const { dataFolder } = server.platform.config;
    const file = await stat(join(dataFolder, 'setup-token'));
    expect(file.mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataFolder, 'setup-token'), 'utf8')).trim()).toBe(token);
    expect(await ensureSetupToken(dataFolder)).toBe(token);
  });

  it('makes the owner, signs in and is gone', async () => {
    const token = await freshServer();
    expect(await server.client('nobody').getLoginState()).toEqual({ setup_needed: true, password: true });
    const reply = await post('/api/login/setup', { token, ...OWNER });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ email: 'ada@example.org', name: 'Ada', role: 'owner', external: false });
    const me = await server.clientWith({ cookie: cookieOf(reply) }).getUser();
    expect(me).toEqual(reply.json());
    expect(await server.client('nobody').getLoginState()).toEqual({ setup_needed: false, password: true });
    await expect(stat(join(server.platform.config.dataFolder, 'setup-token'))).rejects.toThrow('ENOENT');
    expect(await auditActions()).toEqual(['set-up']);
  });

  it('makes one owner, however many ask at once', async () => {
    const token = await freshServer();
    const replies = await Promise.all([1, 2, 3].map((n) => post('/api/login/setup', { token, ...OWNER, email: `ada${n}@example.org` })));
    expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 422, 422]);
    expect(await server.platform.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  it('works once', async () => {
    const token = await freshServer();
    await post('/api/login/setup', { token, ...OWNER });
    const again = await post('/api/login/setup', { token, ...OWNER, email: 'eve@example.org' });
    expect([again.statusCode, again.json().error]).toEqual([422, 'The owner has an account already. Sign in instead.']);
  });

  it('must be the right one', async () => {
    await freshServer();
    const reply = await post('/api/login/setup', { token: 'guess', ...OWNER });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().error).toContain('This is not the set-up token.');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['no token', { token: '' }, 'The set-up token cannot be empty.'],
    ['no email', { email: 'ada' }, 'This is not an email address.'],
    ['a short password', { password: 'short' }, 'A password has at least 10 characters.'],
    ['a password that costs too much', { password: 'x'.repeat(201) }, 'A password has at most 200 characters.'],
    ['no name', { name: ' ' }, 'The name cannot be empty.'],
  ])('%s is refused with a text', async (_case, change, error) => {
    const token = await freshServer();
    const reply = await post('/api/login/setup', { token, ...OWNER, ...change });
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });
});

describe('email and password', () => {
  it('sign in, whatever the case of the address', async () => {
    await serverWithPassword();
    const reply = await post('/api/login/password', { email: ' ADA@example.org ', password: PASSWORD });
    expect(reply.statusCode).toBe(200);
    expect(await server.clientWith({ cookie: cookieOf(reply) }).getUser()).toMatchObject({ email: 'ada@example.org', role: 'staff' });
    expect(await auditActions()).toContain('sign-in');
  });

  it.each([
    ['a wrong password', 'ada@example.org', 'wrong horse battery'],
    ['an unknown address', 'eve@example.org', PASSWORD],
    ['a person without a password', 'staff@example.org', PASSWORD],
  ])('%s gives nothing away', async (_case, email, password) => {
    await serverWithPassword();
    const reply = await post('/api/login/password', { email, password });
    expect([reply.statusCode, reply.json().error]).toEqual([422, 'The email or the password is wrong.']);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('do not let in whose access has ended', async () => {
    await serverWithPassword();
    await server.platform.db.updateTable('users').set({ revoked_at: new Date() }).where('email', '=', 'ada@example.org').execute();
    expect((await signIn()).statusCode).toBe(422);
  });

  it.each([
    [{ email: 'ada', password: 'x' }, 'This is not an email address.'],
    [{ email: 'ada@example.org', password: '' }, 'The password cannot be empty.'],
    [{ email: 'ada@example.org' }, 'password is missing.'],
  ])('%o is bad input', async (payload, error) => {
    await serverWithPassword();
    const reply = await post('/api/login/password', payload);
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });

  it('can be tried so often per address, from one network address', async () => {
    await serverWithPassword();
    const tries = await Promise.all(Array.from({ length: 11 }, (_, n) => post('/api/login/password', { email: `p${n}@example.org`, password: 'x' })));
    expect(tries.filter((reply) => reply.statusCode === 429)).toHaveLength(1);
  });

  it('can be tried so often per account, from many network addresses', async () => {
    await serverWithPassword({ env: { LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1' } });
    const from = (n: number) => ({ 'x-forwarded-for': `10.0.0.${n}` });
    for (let n = 1; n <= 10; n++) {
      expect((await post('/api/login/password', { email: 'ada@example.org', password: 'wrong' }, from(n))).statusCode).toBe(422);
    }
    const blocked = await signIn(from(11));
    expect([blocked.statusCode, blocked.json().error]).toEqual([429, 'Too many attempts. Try again in 15 minutes.']);
  });

  it('believe no made-up network address when no proxy is configured', async () => {
    await serverWithPassword();
    const tries = [];
    for (let n = 0; n < 11; n++) {
      tries.push(await post('/api/login/password', { email: `p${n}@example.org`, password: 'x' }, { 'x-forwarded-for': `10.0.0.${n}` }));
    }
    expect(tries.at(-1)?.statusCode).toBe(429);
  });
});

describe('the session', () => {
  it('is kept in a cookie that scripts and other sites do not get', async () => {
    await serverWithPassword();
    const cookie = String((await signIn()).headers['set-cookie']);
    expect(cookie).toMatch(/^lessonwright_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('travels encrypted only, where the public address is https', async () => {
    await serverWithPassword({ env: { LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org' } });
    expect(String((await signIn()).headers['set-cookie'])).toContain('; Secure');
  });

  it('is not in the database in a form that could be used', async () => {
    await serverWithPassword();
    const id = cookieOf(await signIn()).split('=')[1] ?? '';
    const rows = await server.platform.db.selectFrom('sessions').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  it('is a new one at each sign-in; the one before ends', async () => {
    await serverWithPassword();
    const first = cookieOf(await signIn());
    const second = cookieOf(await signIn({ cookie: first }));
    expect(second).not.toBe(first);
    await expect(server.clientWith({ cookie: first }).getUser()).rejects.toMatchObject({ status: 401 });
    expect(await server.clientWith({ cookie: second }).getUser()).toMatchObject({ name: 'Ada' });
  });

  it.each([
    ['its time is over', { expires_at: new Date(Date.now() - 1000) }],
    ['there is none', null],
  ])('does not count when %s', async (_case, change) => {
    await serverWithPassword();
    const cookie = cookieOf(await signIn());
    if (change === null) await server.platform.db.deleteFrom('sessions').execute();
    else await server.platform.db.updateTable('sessions').set(change).execute();
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
  });

  it('lives on while it is used, but not for ever', async () => {
    await serverWithPassword();
    const { db } = server.platform;
    const cookie = cookieOf(await signIn());
    const call = () => server.inject({ url: '/api/user', headers: { cookie } });
    expect((await call()).headers['set-cookie']).toBeUndefined();
    const soon = new Date(Date.now() + 60_000);
    await db.updateTable('sessions').set({ expires_at: soon }).execute();
    expect(String((await call()).headers['set-cookie'])).toContain(cookie);
    expect((await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()).expires_at.getTime()).toBeGreaterThan(soon.getTime());
    const longAgo = new Date(Date.now() - 90 * 24 * 3600 * 1000 + 60_000).toISOString();
    await db
      .updateTable('sessions')
      .set({ expires_at: soon, data: JSON.stringify({ started_at: longAgo }) })
      .execute();
    expect((await call()).headers['set-cookie']).toBeUndefined();
  });

  it('is looked for nowhere when the cookie is nonsense', async () => {
    await serverWithPassword();
    for (const cookie of ['lessonwright_session=', 'lessonwright_session=%00', `lessonwright_session=${'x'.repeat(4000)}`]) {
      await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    }
  });
});

describe('signing out', () => {
  it('ends the session; a call is answered', async () => {
    await serverWithPassword();
    const cookie = cookieOf(await signIn());
    const reply = await server.inject({ url: '/api/logout', headers: { cookie } });
    expect([reply.statusCode, reply.json()]).toEqual([200, { ok: true }]);
    expect(String(reply.headers['set-cookie'])).toMatch(/^lessonwright_session=; .*Expires=Thu, 01 Jan 1970/);
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    expect(await auditActions()).toContain('sign-out');
  });

  it.each([{ 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }, { accept: 'text/html,*/*' }])('a page load is led to /login: %o', async (headers) => {
    await serverWithPassword();
    const reply = await server.inject({ url: '/api/logout', headers });
    expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/login']);
  });

  it('is not done by a link or an image of another site', async () => {
    await serverWithPassword();
    const cookie = cookieOf(await signIn());
    const reply = await server.inject({ url: '/api/logout', headers: { cookie, 'sec-fetch-site': 'cross-site' } });
    expect(reply.statusCode).toBe(403);
    expect(await server.clientWith({ cookie }).getUser()).toMatchObject({ name: 'Ada' });
  });
});

describe('the popup', () => {
  it('offers the set-up form first, the password form ever after', async () => {
    await freshServer();
    const setUp = await server.inject('/api/login');
    expect(setUp.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(setUp.body).toContain('Set-up token');
    await buildUser(server.platform.db);
    const later = await server.inject('/api/login');
    expect(later.body).not.toContain('Set-up token');
    expect(later.body).toContain('autocomplete="current-password"');
  });

  it('runs scripts of its own files only, as the policy asks', async () => {
    await serverWithPassword();
    const page = await server.inject('/api/login');
    expect(page.headers['cross-origin-opener-policy']).toBeUndefined();
    const scripts = [...page.body.matchAll(/<script([^>]*)>/g)].map((match) => match[1]);
    expect(scripts).toEqual([' type="module" src="/api/login/form.js"']);
    const script = await server.inject('/api/login/form.js');
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('ends on a page that tells its opener, when somebody is signed in', async () => {
    await serverWithPassword();
    const cookie = cookieOf(await signIn());
    const success = await server.inject({ url: '/api/login/success', headers: { cookie } });
    expect(success.body).toContain('/api/login/success.js');
    expect((await server.inject('/api/login/success.js')).body).toContain("BroadcastChannel('lessonwright-login')");
    const failure = await server.inject('/api/login/success');
    expect(failure.body).toContain('Authorization Failed');
    expect(failure.body).not.toContain('success.js');
  });
});
