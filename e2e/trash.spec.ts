import { expect, test, type Page } from '@playwright/test';
import type { Api } from '#contract/api.ts';
import type { Client } from '#contract/client.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { contentGit } from './content-git.ts';
import { expectAccessible } from './accessible.ts';
import { editor, enterPassword, logIn, openTab, saveScreen, write } from './author.ts';

let server: RealServer;
let client: Client<Api>;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  server = await RealServer.createPrepared({ LESSONWRIGHT_LOCAL_RUNNER: '0' });
  client = await server.setUpOwner();
  page = await (await browser.newContext()).newPage();
  await logIn(page, server, enterPassword(OWNER));
});
test.afterAll(async () => {
  await page?.context().close();
  await server?.remove();
});

/** What git has, at the code host. */
const git = (...args: string[]) => contentGit(server, ...args);

/** A lesson with two screens that have texts. */
async function makeLesson(sequence: number, title: string) {
  const lesson = await client.createLesson({ body: { sequence, title } });
  const screens: number[] = [];
  for (const name of ['Rows', 'Columns']) {
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: screens.length + 1 } });
    const params = { lessonId: lesson.id, screenId: newScreenId };
    await client.saveScreen({ params, body: { title: name, body_markdown: `All about ${name.toLowerCase()}.` } });
    screens.push(newScreenId);
  }
  return { ...lesson, screens: screens as [number, number] };
}

const toast = (text: string) => page.getByRole('status').filter({ hasText: text });

test('a screen that is deleted comes back to its place with Undo', async () => {
  const lesson = await makeLesson(901, 'Undoing');
  await page.goto(`${server.url}/lesson/${lesson.id}/screen/${lesson.screens[0]}`);
  await expect(editor(page, 'Learn')).toContainText('All about rows.');
  await page.getByRole('button', { name: 'More actions for this screen' }).click();
  await page.getByRole('menuitem', { name: 'Delete screen' }).click();
  await page.getByRole('button', { name: 'Delete screen' }).click();
  await page.waitForURL(`**/screen/${lesson.screens[1]}`);
  // It stays for as long as one is about to use it.
  await toast('“Rows” was deleted.').hover();
  await expectAccessible(page, 'the offer to undo');
  await toast('“Rows” was deleted.').getByRole('button', { name: 'Undo' }).click();
  await toast('“Rows” is in lesson 901 again.').getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/screen/${lesson.screens[0]}`);
  await expect(editor(page, 'Learn')).toContainText('All about rows.');
  const titles = (await client.listScreens({ params: { id: lesson.id } })).map((screen) => screen.title);
  expect(titles).toEqual(['Rows', 'Columns']);
});

test('a lesson that is deleted comes back from the trash, with its texts, and into git', async () => {
  const lesson = await makeLesson(902, 'Restoring');
  const branch = (await client.listReleases()).find(({ id }) => id === lesson.release_id)?.version_major ?? '';
  const inGit = async () => (await git('ls-tree', '-r', '--name-only', branch)).includes('lessons/902-restoring/');
  await expect.poll(inGit, { timeout: 60_000 }).toBe(true);

  await page.goto(`${server.url}/lesson/${lesson.id}`);
  await page.getByRole('button', { name: 'Delete lesson' }).click();
  await expect(page.getByRole('dialog')).toContainText("This can't be undone.");
  await page.getByRole('dialog').getByRole('button', { name: 'Delete lesson' }).click();
  await expect(toast('Lesson 902 was deleted.').getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(inGit, { timeout: 60_000 }).toBe(false);

  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Restoring/ })).toContainText(OWNER.name);
  await page.getByRole('textbox', { name: 'Search the trash' }).fill('nothing of this name');
  await expect(page.getByText('Nothing in the trash matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search', exact: true }).last().click();
  await expectAccessible(page, 'the trash');
  await page.getByRole('button', { name: 'Restore lesson Restoring' }).click();
  await expect(page.getByText('The trash is empty.')).toBeVisible();
  await expectAccessible(page, 'the empty trash');

  await toast('Lesson 902 is in').getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/lesson/${lesson.id}`);
  await page.getByRole('link', { name: 'Columns' }).click();
  await expect(editor(page, 'Learn')).toContainText('All about columns.');
  await expect.poll(inGit, { timeout: 60_000 }).toBe(true);
  expect(await git('log', '-1', '--format=%s', branch)).toBe('Restore lesson 902: Restoring');
  await page.goto(server.url);
  await page.getByRole('textbox', { name: 'Search lessons' }).fill('902');
  await expect(page.getByRole('row', { name: /Restoring/ })).toBeVisible();
});

test('a file that is deleted comes back with Undo, an image from the trash', async () => {
  const lesson = await makeLesson(904, 'Pictures');
  const files = { datafile: ['data.csv', Buffer.from('a,b\n1,2\n')], image: ['cat.png', pngBytes(5, 6)] } as const;
  for (const [kind, [name, buffer]] of Object.entries(files)) {
    const file = { name, mimeType: 'application/octet-stream', buffer };
    const reply = await page.request.post(`${server.url}/api/lesson/${lesson.id}/${kind}`, { multipart: { file } });
    expect(reply.ok(), await reply.text()).toBe(true);
  }
  await page.goto(`${server.url}/lesson/${lesson.id}`);
  await page.getByRole('button', { name: 'Delete data.csv' }).click();
  await toast('“data.csv” was deleted.').getByRole('button', { name: 'Undo' }).click();
  await expect(toast('“data.csv” is in lesson 904 again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete data.csv' })).toBeVisible();

  const [image] = await client.listImages({ params: { id: lesson.id } });
  await client.deleteImage({ params: { id: image?.id ?? 0 } });
  await page.goto(`${server.url}/trash`);
  await expect(page.getByRole('row', { name: /cat\.png/ })).toContainText('Image');
  await expectAccessible(page, 'the trash with an image');
  await page.getByRole('button', { name: 'Restore image cat.png' }).click();
  await toast('“cat.png” is in lesson 904 again.').getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/lesson/${lesson.id}`);
  expect((await client.listImages({ params: { id: lesson.id } })).map(({ file_name }) => file_name)).toEqual(['cat.png']);
});

test('a lesson whose place is taken stays in the trash, and the page says by what', async () => {
  const lesson = await makeLesson(903, 'Left behind');
  await client.deleteLesson({ params: { id: lesson.id } });
  await client.createLesson({ body: { sequence: 903, title: 'Instead' } });
  await page.goto(`${server.url}/trash`);
  await page.getByRole('button', { name: 'Restore lesson Left behind' }).click();
  await expect(page.getByRole('alert')).toContainText('again: “Instead”. Move or delete that one first');
  await expect(page.getByRole('row', { name: /Left behind/ })).toBeVisible();
});

test('a lesson that is not fully imported is imported from its page, and edited', async () => {
  await git('update-ref', 'refs/heads/spring', 'main');
  const release = await client.createRelease({ body: { name: 'Spring', version_major: 'spring', create_new: false } });
  const lesson = (await client.listLessons()).find((row) => row.release_id === release.id && row.is_shallow_import);
  expect(lesson).toBeDefined();
  await page.goto(`${server.url}/lesson/${lesson?.id}/screen/1`);
  // Until it is imported every way into it ends at its own page.
  await page.waitForURL(`**/lesson/${lesson?.id}`);
  await expect(page.getByText('This lesson is not fully imported yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete lesson' })).toHaveCount(0);
  await expectAccessible(page, 'a lesson that is not fully imported');
  await page.getByRole('button', { name: 'Import Lesson' }).click();
  await expect(page.getByText('This lesson is not fully imported yet')).toHaveCount(0);
  await page.getByRole('region', { name: 'Screens' }).getByRole('link').first().click();
  await page.waitForURL(/\/screen\/\d+$/);
  await openTab(page, 'Learn');
  await write(page, 'Learn', 'Written after the import.');
  await saveScreen(page);
  const grep = () =>
    git('grep', '-l', 'Written after the import.', 'spring').then(
      () => true,
      () => false,
    );
  await expect.poll(grep, { timeout: 60_000 }).toBe(true);
});
