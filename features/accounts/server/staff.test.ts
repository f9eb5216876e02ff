import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookieOf, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
/** A new one for each test. */
let email: string;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({ env: { LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1' } });
});
beforeEach(() => {
  email = `editor-${count++}@example.org`;
});
afterAll(() => server.close());

const JOIN = { name: 'Grace', password: 'correct horse battery' };

async function invite(): Promise<{ id: number; token: string }> {
  const person = await server.client('owner').addStaff({ body: { email } });
  return { id: person.id, token: tokenOf(person.invitation_url) };
}

function tokenOf(url: string | null): string {
  return url?.split('/invitation/')[1] ?? '';
}

/** Posts from a different network address each time, to avoid the limits per address. */
function post(url: string, payload: object, headers: Record<string, string> = {}) {
  return server.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': `10.0.2.${count++}`, ...headers } });
}

async function join(token: string, password = JOIN.password): Promise<string> {
  const reply = await post(`/api/login/invitation/${token}`, { ...JOIN, password });
  expect(reply.statusCode).toBe(200);
  return cookieOf(reply);
}

async function auditOf(subject: string): Promise<string[]> {
  const rows = await server.platform.db.selectFrom('audit_entries').select('action').where('subject', '=', subject).orderBy('id').execute();
  return rows.map((row) => row.action);
}

describe('staff', () => {
  it('are invited by a link that is shown once, and join as staff', async () => {
    const { token } = await invite();
    const invited = (await server.client('owner').listStaff()).find((person) => person.email === email);
    expect(invited).toMatchObject({ name: null, role: 'staff', has_joined: false, last_seen: null, invitation_url: null });
    const cookie = await join(token);
    expect(await server.clientWith({ cookie }).getUser()).toMatchObject({ email, name: 'Grace', external: false, role: 'staff' });
    const joined = (await server.client('owner').listStaff()).find((person) => person.email === email);
    expect(joined).toMatchObject({ name: 'Grace', has_joined: true, last_seen: expect.any(String), invitation_expires: null });
    expect(await auditOf(email)).toEqual(['staff.add', 'staff.join']);
  });

  it('are listed after the owner, without external authors', async () => {
    const emails = (await server.client('owner').listStaff()).map((person) => person.email);
    expect(emails[0]).toBe('owner@example.org');
    expect(emails).toContain('staff@example.org');
    expect(emails).not.toContain('external@example.org');
    const authors = (await server.client('owner').listExternalAuthors()).map((person) => person.email);
    expect(authors).toEqual(['external@example.org']);
  });

  it('can set a new password with a new link', async () => {
    const { id, token } = await invite();
    const before = await join(token);
    const renewed = await server.client('owner').renewStaffInvitation({ params: { id } });
    expect(await server.clientWith({ cookie: before }).getUser()).toMatchObject({ email });
    await join(tokenOf(renewed.invitation_url), 'another quiet one');
    await expect(server.clientWith({ cookie: before }).getUser()).rejects.toMatchObject({ status: 401 });
    expect((await post('/api/login/password', { email, password: JOIN.password })).statusCode).toBe(422);
    expect((await post('/api/login/password', { email, password: 'another quiet one' })).statusCode).toBe(200);
    expect(await auditOf(email)).toEqual(['staff.add', 'staff.join', 'staff.invite', 'password.reset', 'sign-in.fail', 'sign-in']);
  });

  it.each(['owner@example.org', 'staff@example.org', 'EXTERNAL@example.org'])('%s has an account already', async (taken) => {
    await expect(server.client('owner').addStaff({ body: { email: taken } })).rejects.toMatchObject({
      status: 409,
      message: `${taken.toLowerCase()} already has an account.`,
    });
  });

  it.each([
    [{ email: 'editor' }, 'Enter a valid email address.'],
    [{}, 'email is missing.'],
  ])('%o is bad input', async (payload, error) => {
    const reply = await post('/api/staff', payload, server.headers('owner'));
    expect([reply.statusCode, reply.json().error]).toEqual([400, error]);
  });
});

describe('revoking staff', () => {
  it('ends sessions, tokens, links and the password at once', async () => {
    const { id, token } = await invite();
    const cookie = await join(token);
    const script = await server.clientWith({ cookie }).createToken({ body: { name: 'script' } });
    const renewed = await server.client('owner').renewStaffInvitation({ params: { id } });
    const left = await server.client('owner').revokeStaff({ params: { id } });
    expect(left.map((person) => person.email)).not.toContain(email);
    await expect(server.clientWith({ cookie }).getUser()).rejects.toMatchObject({ status: 401 });
    await expect(server.clientWith({ authorization: `Bearer ${script.token}` }).getUser()).rejects.toMatchObject({ status: 401 });
    expect((await post(`/api/login/invitation/${tokenOf(renewed.invitation_url)}`, JOIN)).statusCode).toBe(404);
    expect((await post('/api/login/password', { email, password: JOIN.password })).statusCode).toBe(422);
  });

  it('does not work for the owner, who gets no password link either', async () => {
    const { id } = server.users.owner;
    await expect(server.client('owner').revokeStaff({ params: { id } })).rejects.toMatchObject({
      status: 422,
      message: 'The access of an owner cannot be revoked. Make this person staff first.',
    });
    await expect(server.client('owner').renewStaffInvitation({ params: { id } })).rejects.toMatchObject({ status: 422 });
    expect(await server.client('owner').getUser()).toMatchObject({ role: 'owner' });
  });

  it('does not work for external authors or unknown users', async () => {
    for (const id of [server.users.external.id, 999_999]) {
      await expect(server.client('owner').revokeStaff({ params: { id } })).rejects.toMatchObject({ status: 404 });
      await expect(server.client('owner').renewStaffInvitation({ params: { id } })).rejects.toMatchObject({ status: 404 });
    }
  });

  it('lets the owner invite them again, but not staff as an external author', async () => {
    const { id } = await invite();
    await server.client('owner').revokeStaff({ params: { id } });
    await expect(server.client('staff').addExternalAuthor({ body: { email } })).rejects.toMatchObject({ status: 409 });
    expect(await server.client('owner').addStaff({ body: { email } })).toMatchObject({ id, role: 'staff', has_joined: false });
  });

  it('of an external author still allows inviting them as staff', async () => {
    const author = await server.client('owner').addExternalAuthor({ body: { email } });
    await join(tokenOf(author.invitation_url));
    await server.client('owner').revokeExternalAuthor({ params: { id: author.id } });
    const person = await server.client('owner').addStaff({ body: { email } });
    expect(person).toMatchObject({ id: author.id, role: 'staff', has_joined: false });
    const cookie = await join(tokenOf(person.invitation_url));
    expect(await server.clientWith({ cookie }).getUser()).toMatchObject({ external: false, role: 'staff' });
  });
});

describe('several owners', () => {
  const roleOf = async (id: number) => (await server.client('owner').listStaff()).find((person) => person.id === id)?.role;

  it('an owner makes another one, who may do the same, and becomes staff again', async () => {
    const { id, token } = await invite();
    const cookie = await join(token);
    const { owner } = server.users;
    await server.client('owner').setStaffRole({ params: { id }, body: { role: 'owner' } });
    const theirs = server.clientWith({ cookie });
    expect((await theirs.listStaff()).filter(({ role }) => role === 'owner').map((person) => person.id)).toEqual(
      expect.arrayContaining([id, owner.id]) as number[],
    );
    await theirs.setStaffRole({ params: { id: owner.id }, body: { role: 'staff' } });
    await expect(server.client('owner').listStaff()).rejects.toMatchObject({ status: 403 });
    await theirs.setStaffRole({ params: { id: owner.id }, body: { role: 'owner' } });
    await server.client('owner').setStaffRole({ params: { id }, body: { role: 'staff' } });
    expect(await roleOf(id)).toBe('staff');
    await expect(theirs.listStaff()).rejects.toMatchObject({ status: 403 });
    expect((await auditOf(email)).slice(-2)).toEqual(['staff.role', 'staff.role']);
  });

  it('keeps at least one owner, and refuses owners who have not joined', async () => {
    const { id } = await invite();
    const set = (userId: number, role: 'owner' | 'staff') =>
      server.client('owner').setStaffRole({ params: { id: userId }, body: { role } });
    await expect(set(server.users.owner.id, 'staff')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('always') as string,
    });
    await expect(set(id, 'owner')).rejects.toMatchObject({ status: 422 });
    await expect(set(server.users.external.id, 'owner')).rejects.toMatchObject({ status: 404 });
    await expect(server.client('staff').setStaffRole({ params: { id }, body: { role: 'owner' } })).rejects.toMatchObject({ status: 403 });
  });

  it('of leads are authors and reviewers, and nobody else', async () => {
    const { client: lead } = await server.newPerson('lead');
    const { id } = await lead.addStaff({ body: { email, role: 'author' } });
    expect(await roleOf(id)).toBe('author');
    await lead.setStaffRole({ params: { id }, body: { role: 'reviewer' } });
    expect(await roleOf(id)).toBe('reviewer');
    await lead.renewStaffInvitation({ params: { id } });
    for (const role of ['owner', 'lead', 'staff'] as const)
      await expect(lead.setStaffRole({ params: { id }, body: { role } })).rejects.toMatchObject({ status: 403 });
    await expect(lead.addStaff({ body: { email: `other-${email}`, role: 'staff' } })).rejects.toMatchObject({ status: 403 });
    const params = { id: server.users.staff.id };
    await expect(lead.setStaffRole({ params, body: { role: 'author' } })).rejects.toMatchObject({ status: 403 });
    await expect(lead.renewStaffInvitation({ params })).rejects.toMatchObject({ status: 403 });
    await expect(lead.revokeStaff({ params })).rejects.toMatchObject({ status: 403 });
    // Whom the owner revoked, a lead doesn't bring back.
    await server.client('owner').setStaffRole({ params: { id }, body: { role: 'staff' } });
    await server.client('owner').revokeStaff({ params: { id } });
    await expect(lead.addStaff({ body: { email, role: 'author' } })).rejects.toMatchObject({ status: 409 });
    expect((await server.client('owner').addStaff({ body: { email, role: 'author' } })).role).toBe('author');
    await lead.revokeStaff({ params: { id } });
  });

  it('remove the second factors of staff who lost them, but not their own', async () => {
    const { id, token } = await invite();
    await join(token);
    const factor = {
      user_id: id,
      kind: 'totp' as const,
      name: 'Phone',
      credential_id: null,
      data: JSON.stringify({ secret: 'x', last_step: null }),
    };
    await server.platform.db.insertInto('second_factors').values(factor).execute();
    const logIn = async () => (await post('/api/login/password', { email, password: JOIN.password })).json<object>();
    expect(await logIn()).toHaveProperty('second_factor');
    const people = await server.client('owner').resetSecondFactors({ params: { id } });
    expect(people.find((person) => person.id === id)?.has_second_factor).toBe(false);
    expect(await logIn()).toMatchObject({ email });
    await expect(server.client('owner').resetSecondFactors({ params: { id: server.users.owner.id } })).rejects.toMatchObject({
      status: 422,
    });
  });
});
