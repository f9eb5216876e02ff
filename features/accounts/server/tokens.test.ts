import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const as = (token: string) => server.clientWith({ authorization: `Bearer ${token}` });

describe('personal tokens', () => {
  it('can be created, used, listed without their text, and deleted', async () => {
    const made = await server.client('staff').createToken({ body: { name: 'My script' } });
    expect(made.token).toMatch(/^lw_[\w-]{43}$/);
    expect(await as(made.token).getUser()).toMatchObject({ email: 'staff@example.org' });
    const list = await server.client('staff').listTokens();
    expect(list[0]).toMatchObject({ id: made.id, name: 'My script', email: 'staff@example.org' });
    expect(Date.parse(list[0]?.last_used ?? '')).toBeGreaterThan(0);
    expect(JSON.stringify(list)).not.toContain(made.token);
    expect(await server.client('staff').deleteToken({ params: { id: made.id } })).toEqual({ ok: true });
    await expect(as(made.token).getUser()).rejects.toMatchObject({ status: 401 });
    await expect(server.client('staff').deleteToken({ params: { id: made.id } })).rejects.toMatchObject({ status: 404 });
  });

  it('expire after the days that the owners decided, until they decide otherwise', async () => {
    const owner = server.client('owner');
    const { id, token } = await server.client('staff').createToken({ body: { name: 'old' } });
    const created_at = new Date(Date.now() - 31 * 86_400_000);
    await server.platform.db.updateTable('personal_tokens').set({ created_at }).where('id', '=', id).execute();
    expect(await owner.getEndedTokens({ query: { token_days: 30 } })).toEqual({ tokens: 1, people: 1 });
    await owner.changeRules({ body: { token_days: 30 } });
    await expect(as(token).getUser()).rejects.toMatchObject({ status: 401 });
    const listed = (await server.client('staff').listTokens()).find((each) => each.id === id);
    expect(listed?.expires).toBe(new Date(created_at.getTime() + 30 * 86_400_000).toISOString());
    await owner.changeRules({ body: { token_days: 32 } });
    expect(await as(token).getUser()).toMatchObject({ email: 'staff@example.org' });
    expect(await owner.changeRules({ body: { token_days: null } })).toMatchObject({ token_days: null, approvals: null });
    await expect(owner.changeRules({ body: { token_days: 0 } })).rejects.toMatchObject({ status: 400 });
  });

  it('are stored in the database only as hashes', async () => {
    const { token } = await server.client('staff').createToken({ body: { name: 'x' } });
    const rows = await server.platform.db.selectFrom('personal_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(3));
  });

  it('record their last use without writing on every call', async () => {
    const { id, token } = await server.client('staff').createToken({ body: { name: 'x' } });
    const lastUsed = async () => (await server.client('staff').listTokens()).find((row) => row.id === id)?.last_used;
    expect(await lastUsed()).toBeNull();
    await as(token).getUser();
    const first = await lastUsed();
    await as(token).getUser();
    expect(await lastUsed()).toBe(first);
    await server.platform.db
      .updateTable('personal_tokens')
      .set({ last_used_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await as(token).getUser();
    expect(await lastUsed()).not.toBe(new Date(0).toISOString());
  });

  it('tokens of other users cannot be listed or deleted', async () => {
    const { id } = await server.client('staff').createToken({ body: { name: 'x' } });
    expect((await server.client('external').listTokens()).map((row) => row.id)).not.toContain(id);
    await expect(server.client('owner').deleteToken({ params: { id } })).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  it('can be created for others only by the owner', async () => {
    await buildUser(server.platform.db, { role: 'external', email: 'author@example.org', name: 'Author' });
    const { token } = await server.client('owner').createToken({ body: { name: 'test', email: 'Author@example.org' } });
    expect(await as(token).getUser()).toMatchObject({ email: 'author@example.org', external: true });
    for (const role of ['staff', 'external'] as const) {
      await expect(server.client(role).createToken({ body: { name: 'test', email: 'owner@example.org' } })).rejects.toMatchObject({
        status: 403,
      });
    }
    await expect(server.client('owner').createToken({ body: { name: 'test', email: 'nobody@example.org' } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await server.client('staff').createToken({ body: { name: 'mine', email: 'staff@example.org' } })).toHaveProperty('token');
  });

  it('stop working when the user is revoked', async () => {
    const { id, email } = await buildUser(server.platform.db);
    const { token } = await server.client('owner').createToken({ body: { name: 'x', email } });
    await server.platform.db.updateTable('users').set({ revoked_at: new Date() }).where('id', '=', id).execute();
    await expect(as(token).getUser()).rejects.toMatchObject({ status: 401 });
    await expect(server.client('owner').createToken({ body: { name: 'x', email } })).rejects.toMatchObject({ status: 404 });
  });

  it.each(['Bearer', 'Bearer ', 'Bearer wrong', 'Basic abc', 'Bearer a b'])('the header "%s" signs nobody in', async (authorization) => {
    await expect(server.clientWith({ authorization }).getUser()).rejects.toMatchObject({ status: 401, code: 'signed_out' });
  });

  it.each([
    [{}, 'name is missing.'],
    [{ name: '  ' }, 'The name cannot be empty.'],
    [{ name: 'x', email: 'nobody' }, 'Enter a valid email address.'],
  ])('%o is bad input', async (payload, error) => {
    const reply = await server.inject({ method: 'POST', url: '/api/tokens', headers: server.headers('staff'), payload });
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });

  it('appear in the audit trail without their text', async () => {
    const { id, token } = await server.client('staff').createToken({ body: { name: 'Script' } });
    await server.client('staff').deleteToken({ params: { id } });
    const rows = await server.platform.db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
    expect(rows.slice(-2)).toMatchObject([
      { action: 'token.create', user_id: server.users.staff.id, subject: 'staff@example.org', address: '127.0.0.1' },
      { action: 'token.delete', user_id: server.users.staff.id, subject: 'Script' },
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('a call with a token', () => {
  it('uses only the token, even with a cookie', async () => {
    const reply = await server.inject({ url: '/api/user', headers: { authorization: 'Bearer wrong', cookie: 'lessonwright_session=x' } });
    expect(reply.statusCode).toBe(401);
  });
});
