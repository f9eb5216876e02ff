import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories.ts';
import { cookieOf, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
/** A user with a password; a new one for each test. */
let email: string;
let count = 0;
const PASSWORD = 'correct horse battery';

beforeAll(async () => {
  server = await startTestServer({ env: { LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1' } });
});
beforeEach(async () => {
  email = `ada-${count++}@example.org`;
  await buildUser(server.platform.db, { email, name: 'Ada', password: PASSWORD });
});
afterAll(() => server.close());

/** Signs in from a different network address each time unless one is given, to avoid the limit per address. */
function signIn(payload: object = { email, password: PASSWORD }, address = `10.0.1.${count++}`) {
  return server.inject({ method: 'POST', url: '/api/login/password', payload, headers: { 'x-forwarded-for': address } });
}

async function auditOf(subject: string): Promise<string[]> {
  const user = await server.platform.db.selectFrom('users').select('id').where('email', '=', subject).executeTakeFirstOrThrow();
  const rows = await server.platform.db.selectFrom('audit_entries').select('action').where('user_id', '=', user.id).orderBy('id').execute();
  return rows.map((row) => row.action);
}

describe('email and password', () => {
  it('sign in, whatever the case of the address', async () => {
    const reply = await signIn({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    expect(reply.statusCode).toBe(200);
    expect(await server.clientWith({ cookie: cookieOf(reply) }).getUser()).toMatchObject({ email, role: 'staff' });
    expect(await auditOf(email)).toEqual(['sign-in']);
  });

  it.each([
    ['a wrong password', () => ({ email, password: 'wrong horse battery' })],
    ['an unknown address', () => ({ email: 'eve@example.org', password: PASSWORD })],
    ['a person without a password', () => ({ email: 'staff@example.org', password: PASSWORD })],
  ])('%s gives nothing away', async (_case, payload) => {
    const reply = await signIn(payload());
    expect([reply.statusCode, reply.json().error]).toEqual([422, 'Wrong email or password.']);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('are rejected once access is revoked', async () => {
    await server.platform.db.updateTable('users').set({ revoked_at: new Date() }).where('email', '=', email).execute();
    expect((await signIn()).statusCode).toBe(422);
  });

  it.each([
    [{ email: 'ada', password: 'x' }, 'Enter a valid email address.'],
    [{ email: 'ada@example.org', password: '' }, 'The password cannot be empty.'],
    [{ email: 'ada@example.org' }, 'password is missing.'],
  ])('%o is bad input', async (payload, error) => {
    const reply = await signIn(payload);
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });

  it('are limited per network address once they were wrong, however many people sign in there', async () => {
    const wrong = (n: number) => signIn({ email: `p${n}@example.org`, password: 'x' }, '10.9.9.9');
    const max = server.platform.config.limits.failedSignInsPerMinute;
    for (let n = 0; n < max; n += 2) {
      const [first, right, second] = [await wrong(n), await signIn(undefined, '10.9.9.9'), await wrong(n + 1)];
      expect([first.statusCode, right.statusCode, second.statusCode]).toEqual([422, 200, 422]);
    }
    expect([(await wrong(max)).statusCode, (await signIn(undefined, '10.9.9.9')).statusCode]).toEqual([429, 429]);
  });

  it('are limited per account across network addresses', async () => {
    const tries = await Promise.all(Array.from({ length: 10 }, () => signIn({ email, password: 'wrong' })));
    expect(new Set(tries.map((reply) => reply.statusCode))).toEqual(new Set([422]));
    const blocked = await signIn();
    expect([blocked.statusCode, blocked.json().error]).toEqual([
      429,
      expect.stringMatching(/^Too many wrong passwords: this account is locked, even for the right one. Try again in 15 minutes,/),
    ]);
  });
});

describe('failed sign-ins', () => {
  async function entries(action: string) {
    return server.platform.db.selectFrom('audit_entries').selectAll().where('action', '=', action).orderBy('id', 'desc').execute();
  }

  it('are in the audit trail with account and address, without the password', async () => {
    await signIn({ email, password: 'a secret guess' }, '10.7.7.1');
    const [entry] = await entries('sign-in.fail');
    expect(entry).toMatchObject({ user_id: null, subject: email, address: '10.7.7.1', details: { reason: 'wrong password' } });
    expect(entry?.request_id).toBeTruthy();
    expect(JSON.stringify(entry)).not.toContain('guess');
  });

  it('of unknown addresses leave these out, because they may be passwords', async () => {
    await signIn({ email: 'my-password-1@example.net', password: 'x' }, '10.7.7.2');
    const [entry] = await entries('sign-in.fail');
    expect(entry).toMatchObject({ subject: null, address: '10.7.7.2', details: { reason: 'no account' } });
    expect(JSON.stringify(entry)).not.toContain('my-password-1');
  });

  it('are found in the audit trail among the sign-ins', async () => {
    await signIn({ email, password: 'wrong' });
    await signIn();
    const { lines } = await server.client('staff').listAudit({ query: { action: 'sign-in' } });
    expect(lines.slice(0, 2).map(({ action, text }) => [action, text])).toEqual([
      ['sign-in', 'Signed in'],
      ['sign-in.fail', 'A sign-in failed'],
    ]);
  });

  it('lock the account once, until staff unlock it', async () => {
    await Promise.all(Array.from({ length: 10 }, () => signIn({ email, password: 'wrong' })));
    expect((await signIn()).statusCode).toBe(429);
    const lockedUntil = async () => (await server.client('owner').listStaff()).find((person) => person.email === email)?.locked_until;
    expect(Date.parse((await lockedUntil()) ?? '')).toBeGreaterThan(Date.now());
    expect((await entries('sign-in.lock')).filter(({ subject }) => subject === email)).toHaveLength(1);
    await expect(server.client('external').unlockAccount({ body: { email } })).rejects.toMatchObject({ status: 403 });
    await expect(server.client('staff').unlockAccount({ body: { email: 'eve@example.org' } })).rejects.toMatchObject({ status: 404 });
    await server.client('staff').unlockAccount({ body: { email } });
    expect(await lockedUntil()).toBeNull();
    expect((await signIn()).statusCode).toBe(200);
    expect((await entries('sign-in.unlock'))[0]).toMatchObject({ subject: email, user_id: server.users.staff.id });
  });
});

describe('signing out', () => {
  it('ends the session', async () => {
    const cookie = cookieOf(await signIn());
    const reply = await server.inject({ url: '/api/logout', headers: { cookie } });
    expect([reply.statusCode, reply.json()]).toEqual([200, { ok: true }]);
    expect(String(reply.headers['set-cookie'])).toMatch(/^lessonwright_session=; .*Expires=Thu, 01 Jan 1970/);
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    expect(await auditOf(email)).toEqual(['sign-in', 'sign-out']);
  });

  it.each([{ 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }, { accept: 'text/html,*/*' }])(
    'a page load is led to /login: %o',
    async (headers) => {
      const reply = await server.inject({ url: '/api/logout', headers });
      expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/login']);
    },
  );

  it('is not triggered by a HEAD request', async () => {
    const cookie = cookieOf(await signIn());
    expect((await server.inject({ method: 'HEAD', url: '/api/logout', headers: { cookie } })).statusCode).toBe(200);
    expect(await server.clientWith({ cookie }).getUser()).toMatchObject({ name: 'Ada' });
  });

  it('is not triggered by a link or an image on another site', async () => {
    const cookie = cookieOf(await signIn());
    for (const url of ['/api/logout', '/api/%6Cogout', '/%61pi/logout?x=1'])
      expect((await server.inject({ url, headers: { cookie, 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
    expect(await server.clientWith({ cookie }).getUser()).toMatchObject({ name: 'Ada' });
  });
});

describe('the popup', () => {
  it('runs only scripts from its own files, as the policy requires', async () => {
    const page = await server.inject('/api/login');
    expect(page.headers['cross-origin-opener-policy']).toBeUndefined();
    const scripts = [...page.body.matchAll(/<script([^>]*)>/g)].map((match) => match[1]);
    expect(scripts).toEqual([' type="module" src="/api/login/form.js"']);
    const script = await server.inject('/api/login/form.js');
    expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  });

  it('ends on a page that notifies its opener once the user is signed in', async () => {
    const cookie = cookieOf(await signIn());
    const success = await server.inject({ url: '/api/login/success', headers: { cookie } });
    expect(success.body).toContain('/api/login/success.js');
    expect((await server.inject('/api/login/success.js')).body).toContain("BroadcastChannel('lessonwright-login')");
    const failure = await server.inject('/api/login/success');
    expect(failure.body).toContain('Authorization Failed');
    expect(failure.body).not.toContain('success.js');
  });
});
