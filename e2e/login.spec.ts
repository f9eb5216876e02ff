import { expect, test } from '@playwright/test';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { enterPassword, logIn } from './author.ts';

let server: RealServer;

test.beforeAll(async () => {
  server = await RealServer.create({ LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_LOCAL_RUNNER: '0' });
  await server.setUpOwner();
});
test.afterAll(() => server.remove());

test('a popup that is closed reads Authorization Failed, and the next one works', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
  await expect(popup.getByLabel('Email')).toBeVisible();
  await popup.close();
  await expect(page.getByRole('alert')).toContainText('Authorization Failed');
  await logIn(page, server, enterPassword(OWNER));
});

test('a popup that does not open reads Provider Popup Blocked', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('Provider Popup Blocked');
});

test('a wrong password is told in the popup, which stays', async ({ page }) => {
  await page.goto(`${server.url}/login`);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
  await enterPassword({ ...OWNER, password: 'not this one' })(popup);
  await expect(popup.getByRole('alert')).toContainText('The email or the password is wrong.');
  await enterPassword(OWNER)(popup);
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
});

test('an address behind the sign-in is where one arrives after it', async ({ page }) => {
  await page.goto(`${server.url}/account`);
  await expect(page).toHaveURL(/\/login/);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
  await enterPassword(OWNER)(popup);
  await expect(page).toHaveURL(/\/account$/);
});
