import { expect, test } from '@playwright/test';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { enterPassword, expectSaveState, logIn } from './author.ts';
import { countClicks } from './clicks.ts';
import { newContext } from './profiles.ts';

// The way from the printed link to the first word of a lesson, counted in clicks.

test('the first word is typed five clicks after the printed link, and a lesson in R takes three', async ({ browser }) => {
  const server = await RealServer.createPrepared({ LESSONWRIGHT_LOCAL_RUNNER: '0' });
  const context = await newContext(browser, {});
  const page = await context.newPage();
  try {
    await server.setupToken();
    const link = /http\S+#setup-token=\S+/.exec(server.output)?.[0] ?? 'no link was printed';
    const clicks = await countClicks(page);
    await page.goto(link);
    const form = page.getByRole('form', { name: 'Set up' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(page).not.toHaveURL(/setup-token/);
    await expectAccessible(page, 'the set-up');
    await page.keyboard.type(OWNER.name);
    await form.getByLabel('Email').click();
    await page.keyboard.type(OWNER.email);
    await form.getByLabel('Password').first().click();
    await page.keyboard.type(OWNER.password);
    await form.getByRole('button', { name: 'Create the owner' }).click();

    const first = page.getByRole('region', { name: 'Your first lesson' });
    await expect(first).toContainText('Lessons 101 to 107 are samples.');
    await expect(first.getByLabel('Number')).toHaveValue('108');
    await expect(first.getByLabel('Title')).toBeFocused();
    await expectAccessible(page, 'the first lesson');
    await expectAccessibleNarrow(page, 'the first lesson');
    await page.keyboard.type('Seasons');
    await first.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/lesson\/\d+\/screen\/\d+$/);
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await page.keyboard.type('What a season is');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('What a season is');
    expect(clicks.count).toBeLessThanOrEqual(5);
    await page.keyboard.press('ControlOrMeta+s');
    await expectSaveState(page, /Saved|Committed|Pushed/);

    await page.goto(server.url);
    await expect(page.getByRole('region', { name: 'Your first lesson' })).toHaveCount(0);
    clicks.count = 0;
    const next = page.getByRole('form', { name: 'New lesson' });
    await expect(next.getByLabel('Number')).toHaveValue('109');
    await next.getByLabel('Language').selectOption('R');
    // Opening the list and choosing from it: the browser's own list sends no events.
    clicks.count += 2;
    await next.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/\/lesson\/\d+\/screen\/\d+$/);
    expect(clicks.count).toBeLessThanOrEqual(3);
    const { lessonId = '' } = /\/lesson\/(?<lessonId>\d+)/.exec(page.url())?.groups ?? {};
    expect(await (await context.request.get(`${server.url}/api/lesson/${lessonId}`)).json()).toMatchObject({
      language: 'r',
      sequence: 109,
    });

    // Once there is an owner, the printed link shows the usual page.
    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Log in to Lessonwright' })).toBeVisible();
    await logIn(page, server, enterPassword(OWNER), link);
  } finally {
    await context.close();
    await server.remove();
  }
});
