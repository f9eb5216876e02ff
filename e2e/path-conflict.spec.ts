import { commitElsewhere, contentOf } from '#testing/foreign-commit.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { duringSave, expectSaveState } from './author.ts';
import { contentGit } from './content-git.ts';
import { expect, test } from './product.ts';

const PATIENT = { timeout: 240_000 };
const FILE = 'paths/1-working-with-data/path.yaml';

test('a path that was changed here and in git is resolved on its page, with its steps, without losing anything', async ({
  product,
  page,
}) => {
  const { server, client } = product;
  const release = await product.release('Spring');
  const branch = release.version_major;
  const published = (await client.listPaths()).find(({ is_main, sequence }) => is_main && sequence === 1);
  const path = await client.copyPath({ params: { id: published?.id ?? 0, releaseId: release.id }, body: {} });
  await page.goto(`${server.url}/track/${path.id}`);
  await expect(page.getByRole('heading', { name: '1 - Working with Data', level: 1 })).toBeVisible();
  await expectSaveState(page, 'Pushed');
  const inGit = () => contentGit(server, 'show', `${branch}:${FILE}`);
  const theirs = (await inGit())
    .replace('duration: 5', 'duration: 12')
    .replace('Find out why a ferry is late and when the puffins come.', 'Learn pandas on tables of all sizes.');
  await duringSave(page, async () => {
    await commitElsewhere(contentOf(server.dataFolder).directory, branch, { [FILE]: `${theirs}\n` });
  });

  await page.getByLabel('Time Estimate to Completion').fill('9');
  await page.getByLabel('Page Slug').fill('data');
  const step = page.getByRole('listitem', { name: 'Step 1' });
  await step.getByLabel('Description', { exact: true }).fill('Learn pandas on small tables.');
  await page.keyboard.press('ControlOrMeta+s');
  const banner = page.getByRole('alert').filter({ hasText: 'Path 1 was changed here and on the code host in the same places' });
  await expect(banner).toContainText('Open the path and choose which version to keep', PATIENT);
  await expectAccessible(page, 'a path whose commits are held up', { within: '.mantine-Alert-root' });

  await banner.getByRole('button', { name: 'Choose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conflict with changes in Git' });
  await expect(dialog).toContainText('Grace made conflicting changes in Git.', PATIENT);
  await expectAccessible(page, 'the resolver of a path', { within: DIALOG });
  const save = dialog.getByRole('button', { name: 'Save the result' });
  await expect(save).toBeDisabled();
  await dialog.getByRole('group', { name: 'Time estimate' }).getByRole('button', { name: 'Use Grace’s' }).click();
  await expect(save).toBeDisabled();
  await dialog
    .getByRole('group', { name: /Description/ })
    .getByRole('button', { name: 'Use mine' })
    .click();
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: 'Conflicts resolved. Both sides are merged.' })).toBeVisible(PATIENT);
  await expect(banner).toHaveCount(0, PATIENT);
  await expect(page.getByLabel('Time Estimate to Completion')).toHaveValue('12');
  await expect(step.getByLabel('Description', { exact: true })).toHaveValue('Learn pandas on small tables.');
  await expectSaveState(page, 'Pushed');
  const decided = await inGit();
  for (const text of ['duration: 12', 'slug: data', 'Learn pandas on small tables.']) expect(decided).toContain(text);
});
