import { expect, test } from '@playwright/test';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { expectAccessible } from './accessible.ts';
import { openBrowser } from './author.ts';

const AUTHOR = { name: 'Ben Carver', email: 'ben@elsewhere.example', password: 'another quiet one' };

test('an external author is invited, joins, sees less, and is revoked', async ({ browser }) => {
  const server = await RealServer.createPrepared({ LESSONWRIGHT_LOCAL_RUNNER: '0' });
  try {
    await server.setUpOwner();
    const owner = await openBrowser(browser, server, OWNER);
    await owner.goto(`${server.url}/manage-external`);
    await owner.getByRole('textbox', { name: 'Email' }).fill(AUTHOR.email);
    const [reply] = await Promise.all([
      owner.waitForResponse((response) => response.url().endsWith('/api/external-users') && response.request().method() === 'POST'),
      owner.getByRole('button', { name: /^(Add|Invite)/ }).click(),
    ]);
    const { invitation_url: link } = (await reply.json()) as { invitation_url: string };
    await expect(owner.getByText(AUTHOR.email).first()).toBeVisible();
    await expectAccessible(owner, 'external authors with an invitation');

    const external = await (await browser.newContext()).newPage();
    await external.goto(link);
    await expect(external.getByText(AUTHOR.email)).toBeVisible();
    await expectAccessible(external, 'the invitation');
    await external.getByLabel('Name').fill(AUTHOR.name);
    await external.getByLabel('Password', { exact: true }).fill(AUTHOR.password);
    await external.getByRole('button', { name: 'Join' }).click();
    await expect(external.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();

    const navigation = external.getByRole('navigation', { name: 'Main' });
    await expect(navigation.getByRole('link', { name: 'Lessons', exact: true })).toBeVisible();
    await expect(navigation.getByRole('link', { name: /External|Releases|Datasets|Paths/ })).toHaveCount(0);
    await external.goto(`${server.url}/releases`);
    await expect(external).toHaveURL(`${server.url}/`);
    await external.goto(`${server.url}/manage-external`);
    await expect(external).toHaveURL(/\/login/);
    expect((await external.request.get(`${server.url}/api/external-users`)).status()).toBe(403);

    // The link counted once.
    const late = await (await browser.newContext()).newPage();
    await late.goto(link);
    await expect(late.getByRole('alert')).toContainText('no longer valid');

    await owner.reload();
    await owner.getByRole('button', { name: /Revoke/ }).click();
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /Revoke/ })
      .click();
    await expect(owner.getByRole('dialog')).toBeHidden();
    expect((await external.request.get(`${server.url}/api/user`)).status()).toBe(401);
  } finally {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.remove();
  }
});
