import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories.ts';
import { cookieOf, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
/** A user with a password; a new one for each test. */
let email: string;
let count = 0;
const OLD = 'correct horse battery';
const NEW = 'another quiet one';

beforeAll(async () => {
  server = await startTestServer({ env: { LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1' } });
});
beforeEach(async () => {
  email = `ada-${count++}@example.org`;
  await buildUser(server.platform.db, { email, role: 'external', password: OLD });
});
afterAll(() => server.close());

/** From a different network address each time, to avoid the limit per address. */
function signIn(password: string) {
  return server.inject({
    method: 'POST',
    url: '/api/login/password',
    payload: { email, password },
    headers: { 'x-forwarded-for': `10.0.3.${count++}` },
  });
}

function change(headers: Record<string, string>, payload: object = { current_password: OLD, new_password: NEW }) {
  return server.inject({ method: 'POST', url: '/api/user/password', payload, headers });
}

describe('a new password', () => {
  it('takes effect at once and ends the other sessions, but keeps tokens', async () => {
    const [mine, other] = [cookieOf(await signIn(OLD)), cookieOf(await signIn(OLD))];
    const script = await server.clientWith({ cookie: mine }).createToken({ body: { name: 'script' } });
    const reply = await change({ cookie: mine });
    expect([reply.statusCode, reply.json()]).toEqual([200, { ok: true }]);
    expect(await server.clientWith({ cookie: mine }).getUser()).toMatchObject({ email });
    await expect(server.clientWith({ cookie: other }).getUser()).rejects.toMatchObject({ status: 401 });
    expect(await server.clientWith({ authorization: `Bearer ${script.token}` }).getUser()).toMatchObject({ email });
    expect((await signIn(OLD)).statusCode).toBe(422);
    expect((await signIn(NEW)).statusCode).toBe(200);
    const rows = await server.platform.db.selectFrom('audit_entries').select('action').where('subject', '=', email).orderBy('id').execute();
    expect(rows.map((row) => row.action)).toContain('password.change');
  });

  it('set with a token ends every session of that user only', async () => {
    const cookie = cookieOf(await signIn(OLD));
    const { token } = await server.clientWith({ cookie }).createToken({ body: { name: 'script' } });
    email = `eve-${count++}@example.org`;
    await buildUser(server.platform.db, { email, password: OLD });
    const theirs = cookieOf(await signIn(OLD));
    expect((await change({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    expect(await server.clientWith({ cookie: theirs }).getUser()).toMatchObject({ email });
  });

  it('is set once when two requests arrive at the same time', async () => {
    const cookie = cookieOf(await signIn(OLD));
    const replies = await Promise.all([change({ cookie }), change({ cookie })]);
    expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 422]);
  });

  it('needs the current one', async () => {
    const cookie = cookieOf(await signIn(OLD));
    const reply = await change({ cookie }, { current_password: 'wrong horse battery', new_password: NEW });
    expect([reply.statusCode, reply.json().error]).toEqual([422, 'The current password is incorrect.']);
    expect((await signIn(OLD)).statusCode).toBe(200);
  });

  it('cannot be set by users without one', async () => {
    expect((await change(server.headers('staff'))).statusCode).toBe(422);
  });

  it.each([
    [{ current_password: '', new_password: NEW }, 'The password cannot be empty.'],
    [{ current_password: OLD, new_password: 'short' }, 'A password must have at least 10 characters.'],
    [{ current_password: OLD }, 'new_password is missing.'],
  ])('%o is bad input', async (payload, error) => {
    const reply = await change({ cookie: cookieOf(await signIn(OLD)) }, payload);
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });

  it('limits wrong guesses of the current one', async () => {
    const cookie = cookieOf(await signIn(OLD));
    const wrong = { current_password: 'wrong horse battery', new_password: NEW };
    for (let n = 0; n < 10; n++) expect((await change({ cookie }, wrong)).statusCode).toBe(422);
    const blocked = await change({ cookie });
    expect([blocked.statusCode, blocked.json().error]).toEqual([
      429,
      expect.stringMatching(/^Too many wrong passwords: this account is locked, even for the right one. Try again in 15 minutes,/),
    ]);
  });

  it('counts wrong guesses made when signing in', async () => {
    const cookie = cookieOf(await signIn(OLD));
    for (let n = 0; n < 6; n++) expect((await signIn('wrong horse battery')).statusCode).toBe(422);
    const wrong = { current_password: 'wrong horse battery', new_password: NEW };
    for (let n = 0; n < 4; n++) expect((await change({ cookie }, wrong)).statusCode).toBe(422);
    expect([(await change({ cookie })).statusCode, (await signIn(OLD)).statusCode]).toEqual([429, 429]);
  });
});
