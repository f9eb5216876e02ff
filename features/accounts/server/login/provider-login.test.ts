import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaffList } from '#platform/server/staff-list.ts';
import { buildUser } from '#testing/factories.ts';
import { CookieBrowser, type Shown } from '#testing/identity-provider/cookie-browser.ts';
import { CLIENT, startIdentityProvider, type IdentityProvider } from '#testing/identity-provider/identity-provider.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { VerifiedIdentity } from '../sign-in/provider.ts';
import { applyStaffList } from './apply-staff-list.ts';
import { authorizeIdentity } from './authorize-identity.ts';

// Signing in through a certified OpenID Connect provider, and attacks on it.

const PUBLIC_URL = 'http://127.0.0.1:4999';
const ACCOUNTS = [
  { sub: 'grace', email: 'Grace@Navy.example', email_verified: true, name: 'Grace Hopper' },
  { sub: 'mary', email: 'mary@navy.example', email_verified: true, name: 'Mary Somerville' },
  { sub: 'eve', email: 'eve@elsewhere.example', email_verified: true, name: 'Eve' },
  { sub: 'mallory', email: 'mallory@navy.example', email_verified: false, name: 'Mallory' },
  { sub: 'sub-domain', email: 'x@notnavy.example', email_verified: true, name: 'X' },
  { sub: 'author', email: 'author@elsewhere.example', email_verified: true, name: 'Emily' },
  { sub: 'heir', email: 'heir@elsewhere.example', email_verified: true, name: 'Heir' },
] as const;

let idp: IdentityProvider;
let server: TestServer;

function settings(issuer: string): Record<string, string> {
  return {
    LESSONWRIGHT_PUBLIC_URL: PUBLIC_URL,
    LESSONWRIGHT_OIDC_ISSUER: issuer,
    LESSONWRIGHT_OIDC_CLIENT_ID: CLIENT.id,
    LESSONWRIGHT_OIDC_CLIENT_SECRET: CLIENT.secret,
    LESSONWRIGHT_OIDC_NAME: 'Example <ID>',
    LESSONWRIGHT_STAFF: '@navy.example, ada@example.org',
  };
}

beforeAll(async () => {
  idp = await startIdentityProvider({ accounts: ACCOUNTS, redirectUris: [`${PUBLIC_URL}/api/login/callback/oidc`], hasSparseTokens: true });
  server = await startTestServer({ env: settings(idp.issuer) });
});
afterAll(async () => {
  await server.close();
  await idp.close();
});

/** From the popup through the provider with this account. The redirect back is returned without being opened. */
async function comeBack(browser: CookieBrowser, sub: string): Promise<URL> {
  const until = (url: URL) => url.pathname.startsWith('/api/login/callback/');
  const page = await browser.open('/api/login', { until });
  // The provider remembers who logged in with this browser.
  if (page.url.origin === PUBLIC_URL) return page.url;
  expect(page.text).toContain('Continue as');
  return (await browser.open(page.url.href, { form: { account: sub }, until })).url;
}

async function signIn(sub: string, browser = new CookieBrowser(server)): Promise<Shown> {
  return browser.open((await comeBack(browser, sub)).href);
}

function me(browser: CookieBrowser) {
  return server.clientWith({ cookie: browser.cookie }).getUser();
}

function userWith(email: string) {
  return server.platform.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

describe('signing in through a provider', () => {
  it('begins in the popup, with PKCE, state and nonce, and ends on the success page', async () => {
    const browser = new CookieBrowser(server);
    const first = await browser.open('/api/login', { until: (url) => url.origin === idp.issuer });
    const asked = Object.fromEntries(first.url.searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `${PUBLIC_URL}/api/login/callback/oidc`,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/);
    const done = await signIn('grace', browser);
    expect([done.url.pathname, done.status]).toEqual(['/api/login/success', 200]);
    expect(done.text).toContain('success.js');
    expect(await me(browser)).toMatchObject({ email: 'grace@navy.example', name: 'Grace Hopper', role: 'staff', external: false });
    expect(await server.clientWith({ cookie: browser.cookie }).getOwnSignIn()).toMatchObject({
      password: false,
      providers: [{ name: 'Example <ID>', email: 'grace@navy.example' }],
    });
  });

  it('is the only option on the login page, because passwords are off', async () => {
    expect(await server.client('nobody').getLoginState()).toEqual({
      setup_needed: false,
      password: false,
      passkeys: false,
      providers: [{ id: 'oidc', name: 'Example <ID>' }],
    });
    const { email } = await buildUser(server.platform.db, { password: 'correct horse battery' });
    await expect(server.client('nobody').loginWithPassword({ body: { email, password: 'correct horse battery' } })).rejects.toMatchObject({
      status: 422,
      message: 'Password login is turned off. Log in with Example <ID>.',
    });
  });

  it('gives each user one account, across sign-ins and browsers', async () => {
    const [one, other] = [new CookieBrowser(server), new CookieBrowser(server)];
    await Promise.all([signIn('mary', one), signIn('mary', other)]);
    expect((await me(one)).id).toBe((await me(other)).id);
    const entries = await server.platform.db
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('user_id', '=', (await me(one)).id)
      .execute();
    const signedIn = { action: 'sign-in', details: { provider: 'Example <ID>' } };
    expect(entries).toEqual([signedIn, signedIn]);
  });
});

describe('rejected sign-ins', () => {
  it.each([
    ['a stranger', 'eve', 'eve@elsewhere.example does not have access.'],
    ['a user of a domain with only the same ending', 'sub-domain', 'x@notnavy.example does not have access.'],
    ['a user whose address is not verified', 'mallory', 'Example &lt;ID&gt; has not verified your email address.'],
  ])('%s', async (_case, sub, text) => {
    const browser = new CookieBrowser(server);
    const page = await signIn(sub, browser);
    expect(page.status).toBe(403);
    expect(page.text).toContain('Authorization Failed');
    expect(page.text).toContain(text);
    await expect(me(browser)).rejects.toMatchObject({ status: 401 });
  });

  it('explain a cancelled sign-in', async () => {
    const page = await signIn('');
    expect([page.status, page.url.searchParams.get('error')]).toEqual([403, 'access_denied']);
    expect(page.text).toContain('rejected the sign-in, or you cancelled it there.');
  });

  it('explain that a provider is not configured', async () => {
    const page = await new CookieBrowser(server).open('/api/login/with/github');
    expect([page.status, page.text.includes('This login method is not set up.')]).toEqual([403, true]);
  });
});

describe('users invited by email', () => {
  it('sign in by their address first, and by their account later even if the address changes', async () => {
    const added = await server.client('staff').addExternalAuthor({ body: { email: 'author@elsewhere.example' } });
    expect(added).toMatchObject({ has_joined: false, signs_in_by: 'provider', invitation_url: null });
    await expect(server.client('staff').renewInvitation({ params: { id: added.id } })).rejects.toMatchObject({ status: 422 });
    const browser = new CookieBrowser(server);
    await signIn('author', browser);
    expect(await me(browser)).toMatchObject({ id: added.id, role: 'external', name: 'Emily' });
    expect(await server.client('staff').listExternalAuthors()).toContainEqual(expect.objectContaining({ id: added.id, has_joined: true }));

    idp.accounts.get('author')!.email = 'emily@new.example';
    await signIn('author', browser);
    expect(await me(browser)).toMatchObject({ id: added.id, email: 'emily@new.example' });
  });

  it('are not confused with a new holder of their address', async () => {
    await server.client('staff').addExternalAuthor({ body: { email: 'heir@elsewhere.example' } });
    await signIn('heir');
    idp.accounts.get('eve')!.email = 'heir@elsewhere.example';
    const page = await signIn('eve');
    idp.accounts.get('eve')!.email = 'eve@elsewhere.example';
    expect([page.status, page.text.includes('is linked to another account')]).toEqual([403, true]);
  });

  it('are rejected once revoked, and sign in with any account when invited again', async () => {
    const { id } = (await userWith('heir@elsewhere.example'))!;
    await server.client('staff').revokeExternalAuthor({ params: { id } });
    const page = await signIn('heir');
    expect([page.status, page.text.includes('was revoked')]).toEqual([403, true]);
    await server.client('staff').addExternalAuthor({ body: { email: 'heir@elsewhere.example' } });
    idp.accounts.get('eve')!.email = 'heir@elsewhere.example';
    const browser = new CookieBrowser(server);
    await signIn('eve', browser);
    idp.accounts.get('eve')!.email = 'eve@elsewhere.example';
    expect(await me(browser)).toMatchObject({ id, role: 'external' });
  });

  it('include the owner, who is on no list', async () => {
    idp.accounts.set('owner', { sub: 'owner', email: 'owner@example.org', email_verified: true, name: 'Owner' });
    const browser = new CookieBrowser(server);
    await signIn('owner', browser);
    expect(await me(browser)).toMatchObject({ id: server.users.owner.id, role: 'owner' });
  });
});

describe('staff listed in the settings', () => {
  it('stay revoked, even if the settings list them', async () => {
    await signIn('mary');
    const { id } = (await userWith('mary@navy.example'))!;
    await server.client('owner').revokeStaff({ params: { id } });
    expect((await signIn('mary')).status).toBe(403);
  });

  it('are suspended while the list lacks them, and come back with their sessions and tokens', async () => {
    const { browser, token } = await graceWithToken();
    const tokenWorks = server.clientWith({ authorization: `Bearer ${token}` });
    const { suspended } = await applyStaffList(withStaff(emptyList(), { mayRemoveStaff: true }));
    expect(suspended.map(({ email }) => email)).toContain('grace@navy.example');
    await expect(me(browser)).rejects.toMatchObject({ status: 401 });
    await expect(tokenWorks.getUser()).rejects.toMatchObject({ status: 401 });
    const { restored } = await applyStaffList(server.platform);
    expect(restored.map(({ email }) => email)).toContain('grace@navy.example');
    expect([await me(browser), await tokenWorks.getUser()]).toMatchObject([{ role: 'staff' }, { email: 'grace@navy.example' }]);
  });

  it('keep their access if the list is empty by mistake, and the start says how to go on', async () => {
    const { browser } = await graceWithToken();
    await expect(applyStaffList(withStaff(emptyList()))).rejects.toThrow(
      /LESSONWRIGHT_STAFF is empty: .* people would lose access .*Nothing was changed\..*LESSONWRIGHT_STAFF_REMOVE=1/,
    );
    expect(await me(browser)).toMatchObject({ email: 'grace@navy.example' });
  });

  it('stay out after they were revoked for another address, whatever is listed at the next start', async () => {
    const { browser } = await graceWithToken();
    idp.accounts.get('grace')!.email = 'grace@retired.example';
    await signIn('grace');
    idp.accounts.get('grace')!.email = 'grace@navy.example';
    const { restored } = await applyStaffList(server.platform);
    expect(restored.map(({ email }) => email)).not.toContain('grace@navy.example');
    await expect(me(browser)).rejects.toMatchObject({ status: 401 });
  });

  it('are refused by a server with an older list, which takes nothing from them', async () => {
    const { browser } = await graceWithToken();
    const refused = authorizeIdentity(withStaff(emptyList()), { name: 'Example' }, identityOf('grace'), '203.0.113.1');
    await expect(refused).rejects.toThrow('no longer listed as staff');
    expect(await me(browser)).toMatchObject({ email: 'grace@navy.example' });
  });

  it('lose access and all sessions at the next sign-in if the provider reports another address', async () => {
    const [office, home] = [new CookieBrowser(server), new CookieBrowser(server)];
    await signIn('grace', office);
    idp.accounts.get('grace')!.email = 'grace@retired.example';
    const page = await signIn('grace', home);
    idp.accounts.get('grace')!.email = 'grace@navy.example';
    expect([page.status, page.text.includes('no longer listed as staff')]).toEqual([403, true]);
    await expect(me(office)).rejects.toMatchObject({ status: 401 });
  });

  it('become staff if they were external authors before', async () => {
    idp.accounts.set('ada', { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' });
    const { id } = await server.client('staff').addExternalAuthor({ body: { email: 'ada@example.org' } });
    const browser = new CookieBrowser(server);
    await signIn('ada', browser);
    expect(await me(browser)).toMatchObject({ id, role: 'staff', external: false });
  });
});

function emptyList(): StaffList {
  return StaffList.parse('');
}

/** The same installation, started with another list. */
function withStaff(staff: StaffList, { mayRemoveStaff = false } = {}): TestServer['platform'] {
  const { config } = server.platform;
  return { ...server.platform, config: { ...config, signIn: { ...config.signIn, staff, mayRemoveStaff } } };
}

async function graceWithToken(): Promise<{ browser: CookieBrowser; token: string }> {
  const browser = new CookieBrowser(server);
  await signIn('grace', browser);
  const { token } = await server.clientWith({ cookie: browser.cookie }).createToken({ body: { name: 'script' } });
  return { browser, token };
}

function identityOf(sub: 'grace'): VerifiedIdentity {
  return { issuer: idp.issuer, subject: sub, emails: ['grace@navy.example'], name: null };
}

describe('attacks', () => {
  const LOST = 'This sign-in was started in another browser';

  it('a callback works once', async () => {
    const browser = new CookieBrowser(server);
    const callback = await comeBack(browser, 'grace');
    const planted = browser.cookie;
    expect((await browser.open(callback.href)).status).toBe(200);
    const replay = await server.inject({ url: callback.pathname + callback.search, headers: { cookie: planted } });
    expect([replay.statusCode, replay.body.includes(LOST)]).toEqual([403, true]);
    expect(String(replay.headers['set-cookie'])).not.toContain('lessonwright_session');
  });

  it('a callback sent to another user does not sign them in (login CSRF)', async () => {
    const callback = await comeBack(new CookieBrowser(server), 'grace');
    const victim = new CookieBrowser(server);
    const page = await victim.open(callback.href);
    expect([page.status, page.text.includes(LOST), victim.cookie]).toEqual([403, true, '']);
    // Nor in a browser with its own sign-in in progress.
    await comeBack(victim, 'mary');
    const mixed = await victim.open(callback.href);
    expect(mixed.status).toBe(403);
    expect(mixed.text).toContain('Couldn’t verify the response');
  });

  it.each(['state', 'code', 'iss'])('a wrong or missing %s is not believed', async (name) => {
    for (const change of [
      (url: URL) => url.searchParams.set(name, 'http://made-up.example'),
      (url: URL) => url.searchParams.delete(name),
    ]) {
      const browser = new CookieBrowser(server);
      const callback = await comeBack(browser, 'grace');
      change(callback);
      const page = await browser.open(callback.href);
      expect([page.status, page.text.includes('Couldn’t verify the response')]).toEqual([403, true]);
      await expect(me(browser)).rejects.toMatchObject({ status: 401 });
    }
  });

  it("a planted session is not signed in, and the user's earlier session ends", async () => {
    const browser = new CookieBrowser(server);
    browser.plant('lessonwright_session', 'known-to-the-attacker');
    await signIn('grace', browser);
    const first = browser.cookie;
    expect(first).not.toContain('known-to-the-attacker');
    await expect(server.clientWith({ cookie: 'lessonwright_session=known-to-the-attacker' }).getUser()).rejects.toMatchObject({
      status: 401,
    });
    await signIn('grace', browser);
    expect(browser.cookie).not.toBe(first);
    await expect(server.clientWith({ cookie: first }).getUser()).rejects.toMatchObject({ status: 401 });
  });

  it.each(['next', 'to', 'redirect_uri', 'return_to', 'url'])('no parameter leads elsewhere: %s', async (name) => {
    const browser = new CookieBrowser(server);
    const evil = encodeURIComponent('https://evil.example/');
    const start = await browser.open(`/api/login/with/oidc?${name}=${evil}`, { until: (url) => url.origin === idp.issuer });
    expect(start.url.searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/api/login/callback/oidc`);
    const callback = await comeBack(browser, 'grace');
    callback.searchParams.set(name, 'https://evil.example/');
    const done = await browser.open(callback.href);
    expect(done.way.every((address) => new URL(address).origin === PUBLIC_URL)).toBe(true);
  });

  it('text from the provider is escaped', async () => {
    const browser = new CookieBrowser(server);
    const callback = await comeBack(browser, '');
    callback.searchParams.set('error', 'invalid_scope');
    callback.searchParams.set('error_description', '<script src=//evil.example></script>');
    const page = await browser.open(callback.href);
    expect(page.text).toContain('&lt;script src=//evil.example&gt;');
  });

  it('the sign-in cookie is hidden from scripts and other paths', async () => {
    const reply = await server.inject('/api/login/with/oidc');
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^lessonwright_login=[\w-]{43}; Max-Age=600; Path=\/api\/login; HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('a provider that responds for another issuer', () => {
  it('is rejected', async () => {
    // The same account names at another issuer are different users.
    const other = await startIdentityProvider({ accounts: [ACCOUNTS[5]], redirectUris: [`${PUBLIC_URL}/api/login/callback/oidc`] });
    try {
      const browser = new CookieBrowser(server);
      await comeBack(browser, 'grace');
      const url = new URL('/api/login/callback/oidc', PUBLIC_URL);
      url.search = new URLSearchParams({ code: 'x', state: 'y', iss: other.issuer }).toString();
      expect((await browser.open(url.href)).status).toBe(403);
    } finally {
      await other.close();
    }
  });

  it('is reported when unreachable, and tried again by the next sign-in', async () => {
    const away = await startIdentityProvider({ accounts: [], redirectUris: [`${PUBLIC_URL}/api/login/callback/oidc`] });
    await away.close();
    const lonely = await startTestServer({ env: settings(away.issuer) });
    try {
      const page = await new CookieBrowser(lonely).open('/api/login');
      expect([page.status, page.text.includes('Couldn’t reach ')]).toEqual([403, true]);
    } finally {
      await lonely.close();
    }
  });
});

describe('before there is an owner', () => {
  it('the popup asks for the set-up token, and providers create no accounts', async () => {
    const fresh = await startTestServer({ env: settings(idp.issuer), hasAccounts: false });
    try {
      const browser = new CookieBrowser(fresh);
      expect((await browser.open('/api/login')).text).toContain('Set-up token');
      const page = await browser.open('/api/login/with/oidc');
      const done = await browser.open(page.url.href, { form: { account: 'grace' } });
      expect([done.status, done.text.includes('Create the owner’s account')]).toEqual([403, true]);
      expect(await fresh.platform.db.selectFrom('users').select('id').execute()).toEqual([]);
    } finally {
      await fresh.close();
    }
  });
});
