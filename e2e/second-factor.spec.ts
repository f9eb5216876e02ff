import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { freePort, OWNER, RealServer } from '#testing/real-server.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { enterPassword } from './author.ts';

let server: RealServer;
/** Passkeys need a name, not an IP address. */
let address: string;

test.beforeAll(async () => {
  const port = await freePort();
  address = `http://localhost:${port}`;
  server = await RealServer.createPrepared({
    PORT: String(port),
    LESSONWRIGHT_PUBLIC_URL: address,
    LESSONWRIGHT_SAMPLE: '0',
    LESSONWRIGHT_LOCAL_RUNNER: '0',
  });
  await server.setUpOwner();
});
test.afterAll(() => server.remove());

/** Gives the tab a device that creates and proves passkeys without asking anyone. */
async function addDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await session.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  return session;
}

async function logOut(page: Page): Promise<void> {
  await page.request.get(`${address}/api/logout`, { headers: { accept: 'application/json' } });
}

test('a second factor: an app and a passkey are added, asked for and removed; sessions end one by one', async ({ page }) => {
  await addDevice(page);
  await page.goto(`${address}/api/login`);
  await enterPassword(OWNER)(page);
  await page.getByRole('link', { name: 'To the lessons' }).click();
  await page.goto(`${address}/account`);

  // The authenticator app comes with recovery codes.
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  const shown = dialog.getByLabel('Secret', { exact: true });
  await expect(shown).toHaveText(/\w/);
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  await expectAccessible(page, 'the dialog of an authenticator app', { within: DIALOG });
  // Codes of now and of the next step: both still hold when a step ends before they arrive.
  const codeNow = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeNow());
  await dialog.getByLabel('Current password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByRole('link', { name: 'Download' })).toBeInViewport({ ratio: 1 });
  const recovery = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent();
  await expectAccessible(page, 'the account page with recovery codes', { within: '[aria-label="Recovery codes"]' });

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Current password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByRole('list', { name: 'Second factors' }).getByRole('listitem')).toHaveCount(2);

  // The password alone isn't enough to sign in.
  await logOut(page);
  await page.goto(`${address}/api/login`);
  await enterPassword(OWNER)(page);
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible();
  await expectAccessible(page, 'the second step of a sign-in');
  await page.getByRole('textbox').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Wrong code');
  await page.getByRole('textbox').fill(codeNow(1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible();

  // A passkey as the second step, then alone.
  await logOut(page);
  await page.goto(`${address}/api/login`);
  await enterPassword(OWNER)(page);
  // The first step has a button of this name, too.
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible();
  await logOut(page);
  await page.goto(`${address}/api/login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Signed in' })).toBeVisible();

  // Another browser signs in with a recovery code, and is signed out from here.
  const elsewhere = await page.context().browser()?.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' });
  const other = await elsewhere!.newPage();
  await other.goto(`${address}/api/login`);
  await enterPassword(OWNER)(other);
  await expect(other.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible();
  await other.getByRole('textbox').fill(recovery ?? '');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('link', { name: 'To the lessons' }).click();
  await page.goto(`${address}/account`);
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out of Firefox on Linux' }).click();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByText('Firefox on Linux')).toHaveCount(0);
  await expect.poll(async () => (await other.request.get(`${address}/api/user`)).status()).toBe(401);
  await elsewhere!.close();

  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await dialog.getByLabel('Current password').fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Second factors' }).getByRole('listitem')).toHaveCount(1);

  // The owner makes it a rule. A colleague who joins is led to adding one, and then to the page.
  await page.goto(`${address}/people`);
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByLabel('Owners and staff need a second factor').check();
  await expectAccessible(page, 'the rules', { within: 'main' });
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Rules saved.')).toBeVisible();
  await page.goto(`${address}/people`);
  await page.getByRole('form', { name: 'Add staff' }).getByRole('textbox', { name: 'Email' }).fill('grace@lessons.example');
  await page.getByRole('form', { name: 'Add staff' }).getByRole('button', { name: 'Add' }).click();
  const joining = await page.context().browser()?.newContext();
  const colleague = await joining!.newPage();
  await colleague.goto(await page.getByRole('textbox', { name: 'Invitation link' }).inputValue());
  await colleague.getByLabel('Name').fill('Grace');
  await colleague.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await colleague.getByRole('button', { name: 'Join' }).click();
  await expect(colleague.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  await colleague.goto(`${address}/courses`);
  await expect(colleague.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  await expectAccessible(colleague, 'the page that asks for a second factor');
  await expect(colleague.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await addDevice(colleague);
  await colleague.getByRole('button', { name: 'Add passkey' }).click();
  await colleague.getByRole('dialog').getByLabel('Current password').fill(OWNER.password);
  await colleague.getByRole('dialog').getByRole('button', { name: 'Create passkey' }).click();
  await colleague.getByRole('button', { name: 'Continue' }).click();
  await expect(colleague.getByRole('heading', { name: 'Courses', level: 1 })).toBeVisible();
  await joining!.close();
});
