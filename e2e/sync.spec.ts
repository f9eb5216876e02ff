import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { duringSave, editor, expectSaveState, saveScreen, write } from './author.ts';
import { expect, test, type Product } from './product.ts';

const AS_GRACE = ['-c', 'user.name=Grace', '-c', 'user.email=grace@example.org'];

let product: Product;
let owner: Client<Api>;
let branch: string;
let folder: string;
let clone: string;
let lessonId: number;
let sequence: number;
let screens: readonly number[];

// The lesson has its own release, whose branch the last test deletes.
test.beforeEach(async ({ product: shared }) => {
  product = shared;
  owner = product.client;
  const release = await product.release('Synced');
  branch = release.version_major;
  clone = test.info().outputPath('clone');
  const made = await product.lesson({
    title: 'Synced',
    release,
    screens: ['Intro', 'More'].map((title) => ({ title, body_markdown: `${title} begins here.` })),
  });
  ({ id: lessonId, sequence, screenIds: screens } = made);
  folder = `lessons/${sequence}-synced/screens`;
  await untilPushed();
  execFileSync('git', ['clone', '--quiet', '--branch', branch, content(), clone]);
});

const content = () => join(product.server.dataFolder, 'content.git');
const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...AS_GRACE, ...args], { encoding: 'utf8' });
const inContent = (...args: string[]) => execFileSync('git', ['-C', content(), ...args], { encoding: 'utf8' });

async function untilPushed(): Promise<void> {
  await expect
    .poll(async () => (await owner.getLesson({ params: { id: lessonId } })).commit_status?.state, { timeout: 240_000, intervals: [100] })
    .toBe('pushed');
}

/** Edits and pushes like someone with a clone and an editor. */
function pushByGit(file: string, text: string): void {
  git('fetch', '--quiet');
  git('reset', '--quiet', '--hard', `origin/${branch}`);
  writeFileSync(join(clone, folder, file), text);
  git('commit', '--quiet', '--all', '--message', 'Edit with plain git');
  git('push', '--quiet');
}

async function openScreen(page: Page, index: number): Promise<void> {
  await page.goto(`${product.url}/lesson/${lessonId}/screen/${screens[index]}`);
  await expect(editor(page, 'Learn')).toBeVisible();
}

test('a conflict with what was pushed by plain git is shown with both sides, and loses neither', async ({ page }) => {
  await openScreen(page, 0);
  await duringSave(page, () => pushByGit('intro/learn.md', 'Written by Grace in an editor.\n'));
  await write(page, 'Learn', 'Written by Ada on the page.');
  await saveScreen(page);
  // The push conflicts with Grace's: the page says so, and what to do.
  await expect(page.getByRole('alert').filter({ hasText: `Lesson ${sequence} was changed here and on the code host` })).toBeVisible({
    timeout: 240_000,
  });
  await expectSaveState(page, /Committed/);
  await expectAccessible(page, 'a screen whose commits are held up', { within: '.mantine-Alert-root' });

  await page.getByRole('button', { name: 'Sync' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conflict with changes in Git' });
  await expect(dialog.getByText('Written by Grace in an editor.')).toBeVisible({ timeout: 240_000 });
  await expect(dialog.getByText('Written by Ada on the page.')).toBeVisible();
  await expect(dialog.getByText('Intro begins here.')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Screen 1 “Intro”: Learn' })).toBeVisible();
  await expectAccessible(page, 'the resolver of a sync', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Use both' }).click();
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await expect(dialog).toBeHidden({ timeout: 240_000 });
  await expect(editor(page, 'Learn')).toContainText('Written by Grace in an editor.', { timeout: 240_000 });
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 240_000 });
  await expect
    .poll(() => inContent('show', `${branch}:${folder}/intro/learn.md`), { timeout: 240_000 })
    .toBe('Written by Ada on the page.\nWritten by Grace in an editor.\n');
});

test('changes pushed with plain git appear on the open page automatically', async ({ page }) => {
  await openScreen(page, 1);
  await untilPushed();
  pushByGit('more/learn.md', 'More of it, from an editor.\n');
  await expect(editor(page, 'Learn')).toContainText('More of it, from an editor.', { timeout: 240_000 });
});

test('a deleted branch is reported, and recreated from our copy', async ({ page }) => {
  await page.goto(`${product.url}/lesson/${lessonId}`);
  await expect(page.getByRole('button', { name: 'Sync' })).toBeVisible();
  const before = inContent('rev-parse', branch);
  inContent('update-ref', '-d', `refs/heads/${branch}`);
  await page.getByRole('button', { name: 'Sync' }).click();
  await expect(page.getByText('was deleted on the code host').first()).toBeVisible({ timeout: 240_000 });
  await expect(page.getByRole('button', { name: 'Recreate the branch' })).toBeVisible({ timeout: 240_000 });
  await expectAccessible(page, 'a lesson whose branch was deleted', { within: '.mantine-Alert-root' });
  await page.getByRole('button', { name: 'Detach' }).click();
  await expect(page.getByText('has been detached from the code host')).toBeVisible({ timeout: 240_000 });
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('button', { name: 'Recreate the branch' }).click({ timeout: 240_000 });
  await expect(page.getByRole('button', { name: 'Recreate the branch' })).toBeHidden({ timeout: 240_000 });
  await expect.poll(() => inContent('rev-parse', branch), { timeout: 240_000 }).toBe(before);
  expect(readFileSync(join(clone, folder, 'more/learn.md'), 'utf8')).toBe('More begins here.\n');
});
