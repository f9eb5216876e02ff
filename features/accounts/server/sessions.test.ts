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

/** From a different network address each time, to avoid the limit per address. */
function signIn(headers: Record<string, string> = {}, at: TestServer = server) {
  const from = { 'x-forwarded-for': `10.0.1.${count++}` };
  return at.inject({
    method: 'POST',
    url: '/api/login/password',
    payload: { email, password: PASSWORD },
    headers: { ...from, ...headers },
  });
}

describe('the session', () => {
  it('is stored in a cookie hidden from scripts and other sites', async () => {
    const cookie = String((await signIn()).headers['set-cookie']);
    expect(cookie).toMatch(/^lessonwright_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is stored in the database only as a hash', async () => {
    const id = cookieOf(await signIn()).split('=')[1] ?? '';
    const rows = await server.platform.db.selectFrom('sessions').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  it('is replaced at each sign-in', async () => {
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
    const cookie = cookieOf(await signIn());
    if (change === null) await server.platform.db.deleteFrom('sessions').execute();
    else await server.platform.db.updateTable('sessions').set(change).execute();
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
  });

  it('is extended while it is used, up to a maximum', async () => {
    const { db } = server.platform;
    const cookie = cookieOf(await signIn());
    const call = () => server.inject({ url: '/api/user', headers: { cookie } });
    expect((await call()).headers['set-cookie']).toBeUndefined();
    const soon = new Date(Date.now() + 60_000);
    await db.updateTable('sessions').set({ expires_at: soon }).execute();
    expect(String((await call()).headers['set-cookie'])).toContain(cookie);
    expect((await db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow()).expires_at.getTime()).toBeGreaterThan(
      soon.getTime(),
    );
    const longAgo = new Date(Date.now() - 90 * 24 * 3600 * 1000 + 60_000).toISOString();
    await db
      .updateTable('sessions')
      .set({ expires_at: soon, data: JSON.stringify({ started_at: longAgo }) })
      .execute();
    expect((await call()).headers['set-cookie']).toBeUndefined();
  });

  it('is not looked up for a malformed cookie', async () => {
    for (const cookie of ['lessonwright_session=', 'lessonwright_session=%00', `lessonwright_session=${'x'.repeat(4000)}`]) {
      await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    }
  });
});

describe('behind an https address, without a trusted proxy', () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await startTestServer({ env: { LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org' } });
  });
  afterAll(() => other.close());

  it('the cookie is marked secure', async () => {
    await buildUser(other.platform.db, { email, password: PASSWORD });
    const cookie = String((await signIn({}, other)).headers['set-cookie']);
    expect(cookie).toContain('; Secure');
    // Restricted to this host, so that an application on the same host can't set one.
    expect(cookie).toMatch(/^__Host-lessonwright_session=[\w-]+;/);
    expect(cookie).not.toContain('Domain');
    const [pair = ''] = cookie.split(';');
    const plain = pair.replace('__Host-', '');
    expect((await other.clientWith({ cookie: pair }).getUser()).email).toBe(email);
    await expect(other.clientWith({ cookie: plain }).getUser()).rejects.toMatchObject({ status: 401 });
    const away = await other.inject({ method: 'GET', url: '/api/logout', headers: { cookie: pair } });
    expect(String(away.headers['set-cookie'])).toMatch(/^__Host-lessonwright_session=;.*Secure/);
  });

  it('forged network addresses do not bypass the limit', async () => {
    const tries = [];
    for (let n = 0; n < 11; n++) tries.push((await signIn({}, other)).statusCode);
    expect(tries).toContain(429);
  });
});

describe('the list of sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const clientOf = async (headers: Record<string, string> = {}) => server.clientWith({ cookie: cookieOf(await signIn(headers)) });

  it('shows where a user is signed in, the current one first, and ends one of them', async () => {
    const [other, mine] = [await clientOf({ 'user-agent': FIREFOX }), await clientOf()];
    const [first, second, ...more] = await mine.listSessions();
    expect([first?.is_current, second?.is_current, more]).toEqual([true, false, []]);
    expect(second).toMatchObject({ browser: 'Firefox on Linux', address: expect.stringMatching(/^10\.0\.1\./) as string });
    expect(await mine.endSession({ params: { id: second?.id ?? '' } })).toEqual([first]);
    await expect(other.getUser()).rejects.toMatchObject({ status: 401 });
  });

  it('ends all others at once, and only those of the user', async () => {
    const stranger = await clientOf();
    email = `ben-${count++}@example.org`;
    await buildUser(server.platform.db, { email, name: 'Ben', password: PASSWORD });
    const [mine, one, two] = [await clientOf(), await clientOf(), await clientOf()];
    expect((await mine.endOtherSessions()).map(({ is_current }) => is_current)).toEqual([true]);
    for (const ended of [one, two]) await expect(ended.getUser()).rejects.toMatchObject({ status: 401 });
    const [theirs] = await stranger.listSessions();
    await expect(mine.endSession({ params: { id: theirs?.id ?? '' } })).rejects.toMatchObject({ status: 404 });
    expect(await stranger.getUser()).toMatchObject({ name: 'Ada' });
  });

  it('shows sessions of earlier versions', async () => {
    const client = await clientOf();
    await server.platform.db
      .updateTable('sessions')
      .set({ data: JSON.stringify({ started_at: '2026-01-01T00:00:00.000Z' }), expires_at: new Date(Date.now() + 60_000) })
      .execute();
    const [session] = await client.listSessions();
    expect(session).toMatchObject({ is_current: true, started: '2026-01-01T00:00:00.000Z' });
  });
});
