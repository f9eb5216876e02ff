import type { Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { expectAccessible } from './accessible.ts';
import { editor, openTab, saveScreen, write } from './author.ts';
import { contentGit } from './content-git.ts';
import { expect, test, type Product } from './product.ts';

let product: Product;
let client: Client<Api>;
let page: Page;

test.beforeEach(({ product: shared, page: ofTest }) => {
  product = shared;
  client = product.client;
  page = ofTest;
});

/** git at the code host. */
const git = (...args: string[]) => contentGit(product.server, ...args);

/** A lesson with two text screens, in its own release. */
async function makeLesson(title: string) {
  const screens = ['Rows', 'Columns'].map((name) => ({ title: name, body_markdown: `All about ${name.toLowerCase()}.` }));
  const release = await product.release(title);
  const lesson = await product.lesson({ title, release, screens });
  return { ...lesson, branch: release.version_major };
}

const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

test('Undo restores a deleted screen to its position', async () => {
  const lesson = await makeLesson('Undoing');
  await page.goto(lesson.screenUrl);
  await expect(editor(page, 'Learn')).toContainText('All about rows.');
  await page.getByRole('button', { name: 'More actions for this screen' }).click();
  await page.getByRole('menuitem', { name: 'Delete screen' }).click();
  await page.getByRole('button', { name: 'Delete screen' }).click();
  await page.waitForURL(`**/screen/${lesson.screenIds[1]}`);
  // It stays for as long as one is about to use it.
  await toast('“Rows” deleted.').hover();
  await expectAccessible(page, 'the offer to undo', { within: '[role="status"]' });
  await toast('“Rows” deleted.').getByRole('button', { name: 'Undo' }).click();
  await toast(`“Rows” restored to lesson ${lesson.sequence}.`).getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/screen/${lesson.screenIds[0]}`);
  await expect(editor(page, 'Learn')).toContainText('All about rows.');
  const titles = (await client.listScreens({ params: { id: lesson.id } })).map((screen) => screen.title);
  expect(titles).toEqual(['Rows', 'Columns']);
});

test('a deleted lesson is restored from the trash, with its texts, and committed', async () => {
  const lesson = await makeLesson('Restoring');
  const { branch, sequence: number } = lesson;
  const inGit = async () => (await git('ls-tree', '-r', '--name-only', branch)).includes(`lessons/${number}-restoring/`);
  await expect.poll(inGit, { timeout: 240_000 }).toBe(true);

  await page.goto(`${lesson.url}?tab=review`);
  await page.getByRole('button', { name: 'Delete lesson' }).click();
  await expect(page.getByRole('dialog')).toContainText("This can't be undone.");
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lesson' }).click();
  await expect(toast(`Lesson ${number} deleted.`).getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(inGit, { timeout: 240_000 }).toBe(false);

  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Restoring/ })).toContainText('Ada Quill');
  await page.getByRole('textbox', { name: 'Search the trash' }).fill('nothing of this name');
  await expect(page.getByText('No items match.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search', exact: true }).last().click();
  await page.getByRole('button', { name: 'Restore lesson Restoring' }).click();
  await expect(page.getByRole('row', { name: /Restoring/ })).toHaveCount(0);

  await toast(`Lesson ${number} restored to`).getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/lesson/${lesson.id}`);
  await page.getByRole('link', { name: 'Columns' }).click();
  await expect(editor(page, 'Learn')).toContainText('All about columns.');
  await expect.poll(inGit, { timeout: 240_000 }).toBe(true);
  expect(await git('log', '-1', '--format=%s', branch)).toBe(`Restore lesson ${number}: Restoring`);
  await page.goto(product.url);
  await page.getByRole('textbox', { name: 'Search lessons' }).fill(String(number));
  await expect(page.getByRole('row', { name: /Restoring/ })).toBeVisible();
});

test('a deleted file is restored with Undo, an image from the trash', async () => {
  const lesson = await makeLesson('Pictures');
  const files = { datafile: ['data.csv', Buffer.from('a,b\n1,2\n')], image: ['cat.png', pngBytes(5, 6)] } as const;
  for (const [kind, [name, buffer]] of Object.entries(files)) {
    const file = { name, mimeType: 'application/octet-stream', buffer };
    const reply = await page.request.post(`${product.url}/api/lesson/${lesson.id}/${kind}`, { multipart: { file } });
    expect(reply.ok(), await reply.text()).toBe(true);
  }
  await page.goto(`${lesson.url}?tab=packages`);
  await page.getByRole('button', { name: 'Delete data.csv' }).click();
  await toast('“data.csv” deleted.').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(`“data.csv” restored to lesson ${lesson.sequence}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete data.csv' })).toBeVisible();

  const [image] = await client.listImages({ params: { id: lesson.id } });
  await client.deleteImage({ params: { id: image?.id ?? 0 } });
  await page.goto(`${product.url}/trash`);
  await expect(page.getByRole('row', { name: /cat\.png/ })).toContainText('Image');
  await page.getByRole('button', { name: 'Restore image cat.png' }).click();
  await toast(`“cat.png” restored to lesson ${lesson.sequence}.`).getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/lesson/${lesson.id}`);
  expect((await client.listImages({ params: { id: lesson.id } })).map(({ file_name }) => file_name)).toEqual(['cat.png']);
});

test('a lesson that is not fully imported is imported from its page, and edited', async () => {
  const name = `shallow-${product.number()}`;
  await git('update-ref', `refs/heads/${name}`, 'main');
  const release = await client.createRelease({ body: { name, version_major: name, create_new: false } });
  const lesson = (await client.listLessons()).find((row) => row.release_id === release.id && row.is_shallow_import);
  expect(lesson).toBeDefined();
  await page.goto(`${product.url}/lesson/${lesson?.id}/screen/1`);
  // Until it is imported, every link to it ends at its own page.
  await page.waitForURL(`**/lesson/${lesson?.id}`);
  await expect(page.getByText('This lesson is not fully imported yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete lesson' })).toHaveCount(0);
  await expectAccessible(page, 'a lesson that is not fully imported');
  await page.getByRole('button', { name: 'Import Lesson' }).click();
  await expect(page.getByText('This lesson is not fully imported yet')).toHaveCount(0);
  const screen = page.getByRole('region', { name: 'Screens' }).getByRole('listitem').first().getByRole('link');
  // By its address: the import loads the list again, and a link that is replaced loses a key or a click.
  await page.goto(new URL((await screen.getAttribute('href')) ?? '', product.url).href);
  await page.waitForURL(/\/screen\/\d+$/);
  await openTab(page, 'Learn');
  await write(page, 'Learn', 'Written after the import.');
  await saveScreen(page);
  const files = () => git('grep', '-l', 'Written after the import.', name);
  await expect.poll(files, { timeout: 240_000 }).toMatch(/learn\.md$/);
});
