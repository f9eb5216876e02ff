import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookieOf, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
/** A new one for each test. */
let email: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({
    env: { LESSONWRIGHT_PUBLIC_URL: 'https://lessons.example.org', LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1' },
  });
});
beforeEach(() => {
  email = `author-${count++}@example.org`;
});
afterAll(() => server.close());

const JOIN = { name: 'Grace', password: 'correct horse battery' };

async function invite(): Promise<{ id: number; token: string }> {
  const author = await server.client('staff').addExternalAuthor({ body: { email } });
  return { id: author.id, token: tokenOf(author.invitation_url) };
}

function tokenOf(url: string | null): string {
  return /^https:\/\/lessons\.example\.org\/invitation\/([\w-]{43})$/.exec(url ?? '')?.[1] ?? '';
}

/** Posts from a different network address each time, to avoid the limits per address. */
function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return server.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': `10.0.0.${count++}`, ...headers } });
}

async function join(token: string): Promise<string> {
  const reply = await post(`/api/login/invitation/${token}`, JOIN);
  expect(reply.statusCode).toBe(200);
  return cookieOf(reply);
}

describe('inviting', () => {
  it('returns a link once, which creates an account', async () => {
    const { token } = await invite();
    const [listed] = (await server.client('staff').listExternalAuthors()).filter((author) => author.email === email);
    expect(listed).toMatchObject({ name: null, has_joined: false, invitation_url: null });
    expect(Date.parse(listed?.invitation_expires ?? '')).toBeGreaterThan(Date.now() + 6 * 24 * 3600 * 1000);
    expect(await server.client('nobody').getInvitation({ params: { token } })).toEqual({ email, name: null });
    const cookie = await join(token);
    expect(await server.clientWith({ cookie }).getUser()).toMatchObject({ email, name: 'Grace', external: true, role: 'external' });
    const after = (await server.client('staff').listExternalAuthors()).find((author) => author.email === email);
    expect(after).toMatchObject({ name: 'Grace', has_joined: true, invitation_url: null, invitation_expires: null });
    const signedIn = await post('/api/login/password', { email, password: JOIN.password });
    expect(signedIn.statusCode).toBe(200);
  });

  it('creates one account when several requests use the link at the same time', async () => {
    const { token } = await invite();
    const use = () => post(`/api/login/invitation/${token}`, JOIN);
    const replies = await Promise.all([use(), use(), use()]);
    expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 404, 404]);
    await expect(server.client('nobody').getInvitation({ params: { token } })).rejects.toMatchObject({
      status: 404,
      message: 'Invitation not found.',
    });
  });

  it('ends after seven days', async () => {
    const { id, token } = await invite();
    await server.platform.db
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', id)
      .execute();
    await expect(server.client('nobody').acceptInvitation({ params: { token }, body: JOIN })).rejects.toMatchObject({ status: 404 });
  });

  it('again replaces the earlier link, and lets a user set a new password', async () => {
    const { id, token } = await invite();
    const renewed = await server.client('staff').renewInvitation({ params: { id } });
    await expect(server.client('nobody').getInvitation({ params: { token } })).rejects.toMatchObject({ status: 404 });
    const before = await join(tokenOf(renewed.invitation_url));
    const third = await server.client('staff').renewInvitation({ params: { id } });
    expect(third.has_joined).toBe(true);
    const forgot = { params: { token: tokenOf(third.invitation_url) } };
    expect(await server.client('nobody').getInvitation(forgot)).toEqual({ email, name: JOIN.name });
    const after = await join(tokenOf(third.invitation_url));
    await expect(server.clientWith({ cookie: before }).getUser()).rejects.toMatchObject({ status: 401 });
    expect(await server.clientWith({ cookie: after }).getUser()).toMatchObject({ email });
  });

  it.each(['owner@example.org', 'staff@example.org', 'external@example.org', 'EXTERNAL@example.org'])(
    '%s has an account already',
    async (email) => {
      await expect(server.client('staff').addExternalAuthor({ body: { email } })).rejects.toMatchObject({
        status: 409,
        code: 'already_exists',
        message: `${email.toLowerCase()} already has an account.`,
      });
    },
  );

  it('adds an address once when several requests add it at the same time', async () => {
    const add = () => post('/api/external-users', { email }, server.headers('staff'));
    const replies = await Promise.all([add(), add(), add()]);
    expect(replies.map((reply) => reply.statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  it.each([
    [{ email: '' }, 'Enter a valid email address.'],
    [{ email: 'author' }, 'Enter a valid email address.'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'This email address is too long.'],
    [{}, 'email is missing.'],
  ])('%o is bad input', async (payload, error) => {
    const reply = await post('/api/external-users', payload, server.headers('staff'));
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });

  it.each([
    [{ ...JOIN, name: '' }, 'The name cannot be empty.'],
    [{ ...JOIN, password: 'short' }, 'A password must have at least 10 characters.'],
  ])('joining with %o is bad input, and does not use the link up', async (payload, error) => {
    const { token } = await invite();
    const reply = await post(`/api/login/invitation/${token}`, payload);
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
    await join(token);
  });
});

describe('revoking', () => {
  it('ends sessions, tokens, links and the password at once', async () => {
    const { id, token } = await invite();
    const cookie = await join(token);
    const script = await server.clientWith({ cookie }).createToken({ body: { name: 'script' } });
    const renewed = await server.client('staff').renewInvitation({ params: { id } });
    const left = await server.client('staff').revokeExternalAuthor({ params: { id } });
    expect(left.map((author) => author.email)).toContain('external@example.org');
    expect(left.map((author) => author.email)).not.toContain(email);
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    await expect(server.clientWith({ authorization: `Bearer ${script.token}` }).getUser()).rejects.toMatchObject({ status: 401 });
    await expect(server.client('nobody').getInvitation({ params: { token: tokenOf(renewed.invitation_url) } })).rejects.toMatchObject({
      status: 404,
    });
    const signedIn = await post('/api/login/password', { email, password: JOIN.password });
    expect(signedIn.statusCode).toBe(422);
  });

  it('allows a new invitation for the same address, without its earlier data', async () => {
    const { id, token } = await invite();
    const cookie = await join(token);
    await server.client('staff').revokeExternalAuthor({ params: { id } });
    const again = await server.client('staff').addExternalAuthor({ body: { email } });
    expect(again).toMatchObject({ id, has_joined: false });
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    await join(tokenOf(again.invitation_url));
  });

  it.each(['owner', 'staff'] as const)('does not reach the %s', async (role) => {
    const { id } = server.users[role];
    await expect(server.client('owner').revokeExternalAuthor({ params: { id } })).rejects.toMatchObject({ status: 404 });
    await expect(server.client('owner').renewInvitation({ params: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await server.client(role).getUser()).toMatchObject({ role });
  });

  it('returns 404 for an unknown or already revoked user', async () => {
    const { id } = await invite();
    await server.client('staff').revokeExternalAuthor({ params: { id } });
    for (const gone of [id, 999_999]) {
      await expect(server.client('staff').revokeExternalAuthor({ params: { id: gone } })).rejects.toMatchObject({ status: 404 });
    }
  });

  it('is in the audit trail', async () => {
    const { id } = await invite();
    await server.client('owner').revokeExternalAuthor({ params: { id } });
    const rows = await server.platform.db.selectFrom('audit_entries').select(['action', 'subject', 'user_id']).orderBy('id').execute();
    expect(rows.slice(-2)).toEqual([
      { action: 'external-author.add', subject: email, user_id: server.users.staff.id },
      { action: 'external-author.revoke', subject: email, user_id: server.users.owner.id },
    ]);
  });
});
