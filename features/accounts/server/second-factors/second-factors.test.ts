import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const PASSWORD = 'a quiet password';

let server: TestServer;
/** A new user for each test, signed in, because wrong codes are counted. */
let email: string;
let session: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ env: { LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1' } });
});
beforeEach(async () => {
  // Codes change every 30 seconds, also between the moment in which a test makes one and that in which the server looks at it.
  vi.useFakeTimers({ toFake: ['Date'] });
  email = `ada-${count++}@example.org`;
  await buildUser(server.platform.db, { email, name: 'Ada', password: PASSWORD });
  session = cookieNamed(await logIn(), 'lessonwright_session');
});
afterEach(() => void vi.useRealTimers());
afterAll(() => server.close());

type Reply = Awaited<ReturnType<TestServer['inject']>>;

function cookieNamed(reply: Reply, name: string): string {
  const found = reply.cookies.find((cookie) => cookie.name === name);
  return found === undefined ? '' : `${name}=${found.value}`;
}

/** Posts from a different network address each time, to avoid the limits per address. */
const post = (url: string, payload: object, cookie = '') =>
  server.inject({ method: 'POST', url, payload, headers: { cookie, 'x-forwarded-for': `10.0.3.${count++}` } });
const own = (url: string, payload: object) => post(`/api/user/${url}`, { current_password: PASSWORD, ...payload }, session);
const logIn = () => post('/api/login/password', { email, password: PASSWORD });
const finish = (first: Reply, code: string) => post('/api/login/second-factor', { code }, cookieNamed(first, 'lessonwright_proof'));
const codeOf = (secret: string, timestamp = Date.now()) => new TOTP({ secret }).generate({ timestamp });
/** Adds an authenticator app with a code of the step before, so that the current one can be used. */
async function addApp(): Promise<{ id: number; secret: string; recovery: string[] }> {
  const { secret } = (await post('/api/user/second-factors/totp/start', {}, session)).json<{ secret: string }>();
  const reply = await own('second-factors/totp', { name: 'Phone', secret, code: codeOf(secret, Date.now() - 30_000) });
  expect(reply.statusCode).toBe(200);
  const { id, recovery_codes } = reply.json<{ id: number; recovery_codes: string[] }>();
  return { id, secret, recovery: recovery_codes };
}

describe('an authenticator app', () => {
  it('is asked for after the password, and only then signs in', async () => {
    const { secret } = await addApp();
    const first = await logIn();
    expect(first.json()).toEqual({ second_factor: { kinds: ['totp'], passkey: null } });
    expect(cookieNamed(first, 'lessonwright_session')).toBe('');
    const second = await finish(first, codeOf(secret));
    expect(second.statusCode).toBe(200);
    const cookie = cookieNamed(second, 'lessonwright_session');
    expect((await server.inject({ url: '/api/user', headers: { cookie } })).json()).toMatchObject({ email });
    const { lines } = await server.client('staff').listAudit({ query: {} });
    const own = lines.filter(({ subject }) => subject === email).map(({ action }) => action);
    expect(own.slice(0, 3)).toEqual(['sign-in', 'second-factor.use', 'sign-in.ask-second-factor']);
  });

  it('brings recovery codes once, also when two are added at the same time', async () => {
    const added = await Promise.all([addApp(), addApp()]);
    const codes = added.flatMap(({ recovery }) => recovery ?? []);
    expect(codes).toHaveLength(10);
    expect((await finish(await logIn(), codes[0] ?? '')).statusCode).toBe(200);
  });

  it('accepts a code once, also when two sign-ins use it at the same time', async () => {
    const { secret } = await addApp();
    const [one, two] = [await logIn(), await logIn()];
    const code = codeOf(secret);
    const statuses = (await Promise.all([finish(one, code), finish(two, code)])).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('finishes only in the browser that began, and only once', async () => {
    const { secret, recovery } = await addApp();
    const first = await logIn();
    expect((await post('/api/login/second-factor', { code: codeOf(secret) })).statusCode).toBe(422);
    expect((await finish(first, codeOf(secret))).statusCode).toBe(200);
    expect((await finish(first, recovery[0] ?? '')).statusCode).toBe(422);
  });

  it('is removed with the password only, and its recovery codes with it', async () => {
    const { id, recovery } = await addApp();
    expect((await own(`second-factors/${id}/remove`, { current_password: 'something else' })).statusCode).toBe(422);
    expect((await own(`second-factors/${id}/remove`, {})).json()).toMatchObject({ factors: [], recovery_codes: 0 });
    expect((await logIn()).json()).toMatchObject({ email });
    expect(recovery).toHaveLength(10);
  });

  it('is not added with a wrong code or password', async () => {
    const { secret } = (await post('/api/user/second-factors/totp/start', {}, session)).json<{ secret: string }>();
    const add = (input: object) => own('second-factors/totp', { name: 'Phone', secret, code: codeOf(secret), ...input });
    expect((await add({ code: '000000' })).json()).toMatchObject({ error: expect.stringContaining('Wrong code') as string });
    expect((await add({ current_password: 'something else' })).statusCode).toBe(422);
    expect((await add({ secret: 'too short' })).statusCode).toBe(400);
  });
});

describe('recovery codes', () => {
  it('sign in once each, and new ones replace them', async () => {
    const { recovery } = await addApp();
    const [code = '', other = ''] = recovery;
    expect((await finish(await logIn(), code.toUpperCase())).statusCode).toBe(200);
    expect((await finish(await logIn(), code)).statusCode).toBe(422);
    const fresh = (await own('recovery-codes', {})).json<{ recovery_codes: string[] }>().recovery_codes;
    expect((await finish(await logIn(), other)).statusCode).toBe(422);
    expect((await finish(await logIn(), fresh[0] ?? '')).statusCode).toBe(200);
    expect((await server.inject({ url: '/api/user/second-factors', headers: { cookie: session } })).json()).toMatchObject({
      recovery_codes: 9,
    });
  });

  it('need a second factor', async () => {
    expect((await own('recovery-codes', {})).statusCode).toBe(422);
  });
});

describe('the rule that staff need a second factor', () => {
  beforeEach(() => server.client('owner').changeRules({ body: { second_factor_required: true } }));
  afterEach(() => server.client('owner').changeRules({ body: { second_factor_required: false } }));
  const get = async (url: string, cookie: string) => (await server.inject({ url, headers: { cookie } })).statusCode;

  it('leads to adding one at the next sign-in, and then opens everything', async () => {
    // Who is signed in goes on working.
    expect(await get('/api/lessons', session)).toBe(200);
    session = cookieNamed(await logIn(), 'lessonwright_session');
    const user = await server.inject({ url: '/api/user', headers: { cookie: session } });
    expect(user.json()).toMatchObject({ email, needs_second_factor: true });
    for (const url of ['/api/lessons', '/api/rules', '/api/tokens', '/api/live']) expect(await get(url, session)).toBe(403);
    expect((await post('/api/tokens', { name: 'x' }, session)).statusCode).toBe(403);
    const { id } = await addApp();
    expect(await get('/api/lessons', session)).toBe(200);
    expect((await own(`second-factors/${id}/remove`, {})).json()).toMatchObject({
      error: expect.stringContaining('Add another') as string,
    });
  });

  it('ends with the rule, and is nothing to external authors', async () => {
    session = cookieNamed(await logIn(), 'lessonwright_session');
    expect(await get('/api/lessons', session)).toBe(403);
    await server.client('owner').changeRules({ body: { second_factor_required: false } });
    expect(await get('/api/lessons', session)).toBe(200);
    await server.client('owner').changeRules({ body: { second_factor_required: true } });
    email = `eve-${count++}@example.org`;
    await buildUser(server.platform.db, { email, name: 'Eve', role: 'external', password: PASSWORD });
    expect(await get('/api/lessons', cookieNamed(await logIn(), 'lessonwright_session'))).toBe(200);
  });

  it('is made only by an owner who has one', async () => {
    await server.client('owner').changeRules({ body: { second_factor_required: false } });
    await server.platform.db.updateTable('users').set({ role: 'owner' }).where('email', '=', email).execute();
    const change = () =>
      server.inject({ method: 'PATCH', url: '/api/rules', payload: { second_factor_required: true }, headers: { cookie: session } });
    expect((await change()).statusCode).toBe(422);
    await addApp();
    expect((await change()).json()).toMatchObject({ second_factor_required: true });
  });
});

it('limits wrong codes, and the right password does not reset their count', async () => {
  await addApp();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < server.platform.config.limits.wrongPasswords; attempt++) {
    const first = await logIn();
    statuses.push(first.statusCode === 200 ? (await finish(first, '000000')).statusCode : first.statusCode);
  }
  // Each attempt counts twice: its password and its code.
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429, 429, 429, 429]);
});

it('refuses passkeys where browsers do not offer them', async () => {
  expect((await own('second-factors/passkey/start', {})).json()).toMatchObject({ error: 'Passkeys need an https address or localhost.' });
  expect((await post('/api/login/passkey/start', {})).statusCode).toBe(422);
});
