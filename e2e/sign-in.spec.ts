import { expect, test, type Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { CLIENT, startIdentityProvider, type IdentityProvider } from '#testing/identity-provider/identity-provider.ts';
import { freePort, OWNER, RealServer } from '#testing/real-server.ts';
import { expectAccessible } from './accessible.ts';
import { enterPassword, logIn } from './author.ts';

// Signing in through a certified OpenID Connect provider, in the popup of a real browser. Its pages isolate themselves from the
// window that opened them, as strict providers do.

const ACCOUNTS = [
  { sub: 'grace', email: 'grace@navy.example', email_verified: true, name: 'Grace Hopper' },
  { sub: 'eve', email: 'eve@elsewhere.example', email_verified: true, name: 'Eve Stranger' },
];
let provider: IdentityProvider;
let server: RealServer;
let owner: Client<Api>;

test.beforeAll(async () => {
  const port = await freePort();
  provider = await startIdentityProvider({ accounts: ACCOUNTS, redirectUris: [`http://127.0.0.1:${port}/api/login/callback/oidc`] });
  server = await RealServer.createPrepared({
    PORT: String(port),
    LESSONWRIGHT_SAMPLE: '0',
    LESSONWRIGHT_LOCAL_RUNNER: '0',
    LESSONWRIGHT_OIDC_ISSUER: provider.issuer,
    LESSONWRIGHT_OIDC_CLIENT_ID: CLIENT.id,
    LESSONWRIGHT_OIDC_CLIENT_SECRET: CLIENT.secret,
    LESSONWRIGHT_OIDC_NAME: 'Example ID',
    LESSONWRIGHT_STAFF: '@navy.example',
  });
  owner = await server.setUpOwner();
});
test.afterAll(async () => {
  await server.remove();
  await provider.close();
});

function continueAs(name: string): (popup: Page) => Promise<void> {
  return async (popup) => {
    await popup.getByRole('button', { name: `Continue as ${name}` }).click();
  };
}

async function openPopup(page: Page): Promise<Page> {
  await page.goto(`${server.url}/login`);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
  return popup;
}

test('staff of a listed domain sign in through the popup, see how, sign out and in again', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  await expect(page.getByText('You log in with Example ID')).toBeVisible();
  await expectAccessible(page, 'the login page with a provider');
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
  const closed = popup.waitForEvent('close');
  await continueAs('Grace Hopper')(popup);
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
  await closed;

  await page.goto(`${server.url}/account`);
  await expect(page.getByText('You log in with Example ID as grace@navy.example.')).toBeVisible();
  await expect(page.getByText('grace@navy.example · Staff')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  // The provider's session still exists, so it shows no page.
  await logIn(page, server, async () => undefined);
});

test('a stranger reads Authorization Failed on the page, and why in the popup', async ({ page }) => {
  const popup = await openPopup(page);
  await continueAs('Eve Stranger')(popup);
  await expect(page.getByRole('alert')).toContainText('Authorization Failed');
  await expect(popup.getByRole('heading', { name: 'Authorization Failed' })).toBeVisible();
  await expect(popup.getByRole('alert')).toContainText('eve@elsewhere.example does not have access.');
  await expectAccessible(popup, 'the popup after a failure');
  // Once added by email, the same person can sign in.
  await owner.addExternalAuthor({ body: { email: 'eve@elsewhere.example' } });
  await popup.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
});

test('canceling at the provider is reported, and closing the popup shows Authorization Failed', async ({ page }) => {
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect(popup.getByRole('alert')).toContainText('Example ID rejected the sign-in, or you cancelled it there.');
  await expect(page.getByRole('alert')).toContainText('Authorization Failed');
  await popup.close();

  const next = await openPopup(page);
  await expect(next.getByRole('button', { name: 'Continue as Grace Hopper' })).toBeVisible();
  await next.close();
  await expect(page.getByRole('alert')).toContainText('Authorization Failed');
});

test('the owner can still sign in if the provider is unavailable', async ({ page }) => {
  const other = await RealServer.createPrepared({
    LESSONWRIGHT_SAMPLE: '0',
    LESSONWRIGHT_LOCAL_RUNNER: '0',
    LESSONWRIGHT_OIDC_ISSUER: 'http://127.0.0.1:9',
    LESSONWRIGHT_OIDC_CLIENT_ID: CLIENT.id,
    LESSONWRIGHT_OIDC_CLIENT_SECRET: CLIENT.secret,
    LESSONWRIGHT_OIDC_NAME: 'Example ID',
    LESSONWRIGHT_PASSWORD_LOGIN: '1',
  });
  try {
    await other.setUpOwner();
    await page.goto(`${other.url}/login`);
    await expect(page.getByText('You log in with Example ID or a password')).toBeVisible();
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
    await popup.getByRole('link', { name: 'Log in with Example ID' }).click();
    await expect(popup.getByRole('alert')).toContainText('Couldn’t reach Example ID.');
    await popup.getByRole('link', { name: 'Try again' }).click();
    await expect(popup.getByLabel('Email')).toBeVisible();
    await expectAccessible(popup, 'the popup with several ways');
    await enterPassword(OWNER)(popup);
    await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
    // There they see what is down, and how to fix it.
    await page.goto(`${other.url}/debug`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Runners: down' })).toContainText('Check the runner’s log');
  } finally {
    await other.remove();
  }
});
