import { readFile } from 'node:fs/promises';
import { expectAccessible } from './accessible.ts';
import { editor } from './author.ts';
import { expect, test } from './product.ts';

test('staff call the API from the console, read the audit trail, and see the state of the product', async ({ product, page }) => {
  await page.goto(product.url);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API Console' }).click();
  await expect(page.getByRole('heading', { name: 'Admin API Console', level: 1 })).toBeVisible();
  const answer = page.getByRole('region', { name: 'Response' });
  const url = page.getByRole('combobox', { name: 'URL after /api/' });

  // Completed from the description of the API, sent by keyboard.
  await url.fill('ready');
  await expect(page.getByText('to staff the state of each part')).toBeVisible();
  await url.press('Control+Enter');
  await expect(answer.getByText('Status 200')).toBeVisible();
  await expect(answer.getByLabel('Body of the response')).toContainText('"version": "');
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('path') === 'ready');

  // A payload must be JSON; nothing is sent before.
  await page.getByLabel('Method').selectOption('POST');
  await url.fill('lessons');
  await editor(page, 'JSON payload').fill('{"sequence": 77,');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid body' })).toBeVisible();
  await editor(page, 'JSON payload').fill('{"sequence": 77, "title": "From the console", "password": "quiet"}');
  await editor(page, 'JSON payload').press('Control+Enter');
  // Until then, the reply of the call before is shown.
  await expect(answer.getByLabel('Body of the response')).toContainText('From the console');
  await expect(answer.getByText('Status 200')).toBeVisible();
  await expectAccessible(page, 'the console with an answer');
  const made = JSON.parse((await answer.getByLabel('Body of the response').textContent()) ?? '') as { id: number };

  // A DELETE asks for confirmation.
  await page.getByLabel('Method').selectOption('DELETE');
  await url.fill(`lesson/${made.id}`);
  await page.getByRole('button', { name: 'Send' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`DELETE /api/lesson/${made.id}`);
  const deleted = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
  await dialog.getByRole('button', { name: 'Send DELETE' }).click();
  expect((await deleted).status()).toBe(200);
  await expect(answer.getByText('Status 200')).toBeVisible();

  // The user's own history, without secrets, can be reused after a reload. A call is added to it once it was answered.
  const history = page.getByRole('region', { name: 'Your calls' });
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await page.reload();
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await history.getByRole('button', { name: /^POST lessons/ }).click();
  await expect(editor(page, 'JSON payload')).toContainText('From the console');
  await expect(editor(page, 'JSON payload')).toContainText('[not kept]');

  // The audit trail describes both, and exports what is filtered.
  await page.getByRole('link', { name: 'Audit trail' }).click();
  const trail = page.getByRole('list', { name: 'Audit trail' });
  await expect(trail).toContainText('deleted lesson 77');
  await page.getByRole('search').getByLabel('Lesson').fill('77');
  await expect(trail.getByText('created lesson 77')).toHaveCount(1);
  await expect(trail.getByText('signed in')).toHaveCount(0);
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('lesson') === '77');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export as CSV' }).click()]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('lesson.delete');
  expect(csv).not.toContain('sign-in');

  // Every part of the product.
  await page.goto(`${product.url}/debug`);
  await expect(page.getByText('Database: up')).toBeVisible();
  await expect(page.getByText('Runners: up')).toBeVisible();
  await expect(page.getByRole('row', { name: /^commit-changes/ })).toBeVisible();
});
