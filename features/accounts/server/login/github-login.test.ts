import { createEmulator, type Emulator } from 'emulate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieBrowser, type Shown } from '#testing/identity-provider/cookie-browser.ts';
import { freePort } from '#testing/real-server.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

// Runs against emulate, an independent implementation of GitHub: authorization page, tokens, user and email addresses.

const PUBLIC_URL = 'http://127.0.0.1:4998';
const CLIENT = { client_id: 'Iv1.lessonwright', client_secret: 'a-secret-of-github' };
let github: Emulator;
let server: TestServer;

beforeAll(async () => {
  github = await createEmulator({
    service: 'github',
    port: await freePort(),
    seed: {
      github: {
        users: [
          { login: 'grace', name: 'Grace Hopper', email: 'grace@navy.example' },
          { login: 'eve', name: 'Eve', email: 'eve@elsewhere.example' },
        ],
        oauth_apps: [{ ...CLIENT, name: 'Lessonwright', redirect_uris: [`${PUBLIC_URL}/api/login/callback/github`] }],
      },
    },
  });
  server = await startTestServer({
    env: {
      LESSONWRIGHT_PUBLIC_URL: PUBLIC_URL,
      LESSONWRIGHT_GITHUB_LOGIN_CLIENT_ID: CLIENT.client_id,
      LESSONWRIGHT_GITHUB_LOGIN_CLIENT_SECRET: CLIENT.client_secret,
      LESSONWRIGHT_GITHUB_LOGIN_URL: github.url,
      LESSONWRIGHT_GITHUB_LOGIN_API: github.url,
      LESSONWRIGHT_STAFF: 'grace@navy.example',
      LESSONWRIGHT_PASSWORD_LOGIN: '1',
    },
  });
});
afterAll(async () => {
  await server.close();
  await github.close();
});

/** Signs in from the popup through GitHub's page; `change` can modify the address it redirects to. */
async function signIn(login: string, browser: CookieBrowser, change: (callback: URL) => void = () => undefined): Promise<Shown> {
  const { url } = await browser.open('/api/login/with/github');
  expect(url.pathname).toBe('/login/oauth/authorize');
  const asked = Object.fromEntries(url.searchParams);
  const back = await browser.open(new URL('/login/oauth/callback', url).href, {
    form: { login, redirect_uri: asked['redirect_uri']!, scope: asked['scope']!, state: asked['state']!, client_id: asked['client_id']! },
    until: ({ origin }) => origin === PUBLIC_URL,
  });
  change(back.url);
  return browser.open(back.url.href);
}

describe('GitHub', () => {
  it('is offered beside passwords if both are configured', async () => {
    const popup = await new CookieBrowser(server).open('/api/login');
    expect(popup.text).toContain('<a class="way" href="/api/login/with/github">Log in with GitHub</a>');
    expect(popup.text).toContain('autocomplete="current-password"');
  });

  it('signs in staff listed in the settings', async () => {
    const browser = new CookieBrowser(server);
    const done = await signIn('grace', browser);
    expect([done.url.pathname, done.status]).toEqual(['/api/login/success', 200]);
    const client = server.clientWith({ cookie: browser.cookie });
    expect(await client.getUser()).toMatchObject({ email: 'grace@navy.example', name: 'Grace Hopper', role: 'staff' });
    expect((await client.getOwnSignIn()).providers).toMatchObject([{ name: 'GitHub', email: 'grace@navy.example' }]);
    const listed = await server.client('owner').listStaff();
    expect(listed.find(({ email }) => email === 'grace@navy.example')).toMatchObject({ has_joined: true, signs_in_by: 'provider' });
  });

  it('rejects unknown users', async () => {
    const page = await signIn('eve', new CookieBrowser(server));
    expect([page.status, page.text.includes('eve@elsewhere.example does not have access.')]).toEqual([403, true]);
  });

  it.each([
    ['another state', (url: URL) => url.searchParams.set('state', 'guess'), 'Couldn’t verify the response'],
    ['no state', (url: URL) => url.searchParams.delete('state'), 'Couldn’t verify the response'],
    ['a made-up code', (url: URL) => url.searchParams.set('code', 'guess'), 'Couldn’t verify the response'],
    ['no code', (url: URL) => url.searchParams.delete('code'), 'Couldn’t verify the response'],
    ['a refusal', (url: URL) => url.searchParams.set('error', 'access_denied'), 'rejected the sign-in'],
  ])('%s is refused', async (_case, change, text) => {
    const browser = new CookieBrowser(server);
    const page = await signIn('grace', browser, change);
    expect([page.status, page.text.includes(text)]).toEqual([403, true]);
    await expect(server.clientWith({ cookie: browser.cookie }).getUser()).rejects.toMatchObject({ status: 401 });
  });
});
