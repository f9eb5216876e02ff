import type { Page } from '@playwright/test';
import { pngBytes } from '#testing/png-bytes.ts';
import { zipBytes } from '#testing/zip-bytes.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';

const TEXTS: Readonly<Record<string, string | Uint8Array>> = {
  'myst.yml':
    'project:\n  title: Weather\n  toc:\n    - file: start.md\n    - title: Measuring\n      children:\n        - file: rain.md\n        - file: wind.md\n',
  'start.md': '# Start\n\nGo on with [rain](rain.md).\n',
  'rain.md':
    '# Rain\n\n![Drops](img/drops.png)\n\n```python\nopen("data/rain.csv").read()\n```\n\nGet [the measurements](data/rain.csv).\n\n## Summary\n\nIt rains.\n\nBring a coat.\n',
  'wind.md': '# Wind\n\nIt blows.\n',
  'notes.md': '# Notes\n',
  'img/drops.png': pngBytes(20, 20),
  'data/rain.csv': 'day,mm\n1,2\n',
};

const zip = (texts: typeof TEXTS) => ({
  name: 'weather.zip',
  mimeType: 'application/zip',
  buffer: zipBytes(Object.entries(texts).map(([name, bytes]) => ({ name, bytes, isDeflated: true }))),
});

/** Opens the dialog from the lessons list, and chooses what the import is a newer version of. */
async function chooseNewerVersion(page: Page, url: string, title: string): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByRole('button', { name: 'Import a collection…' }).click();
  await page.getByRole('dialog', { name: 'Import a collection' }).getByRole('combobox', { name: 'Import as' }).click();
  await page.getByRole('option', { name: `A newer version of ${title}` }).click();
}

test('a collection becomes a course, and a newer version keeps an author’s edit', async ({ product, open }) => {
  const page = await open(await product.author('Wilma Storm'));
  const title = product.unique('Weather');
  await page.goto(`${product.url}/courses`);
  await page.getByRole('button', { name: 'Import a collection…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a collection' });
  await expect(dialog).toContainText('You see a preview before anything is created.');
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(dialog).toContainText('Choose a zip or a folder, or enter the address of a repository.');
  await dialog.locator('input[type=file]').setInputFiles(zip(TEXTS));
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  const document = (path: string) => dialog.getByRole('list', { name: 'Documents' }).getByRole('listitem', { name: path, exact: true });
  await expect(dialog.getByRole('region', { name: 'Preview' })).toBeFocused();
  await expect(document('rain.md')).toContainText('Data files: data/rain.csv');
  await expect(document('rain.md')).toContainText('Measuring');
  await expect(document('notes.md')).toContainText('Not in the table of contents.');
  await expect(dialog.getByLabel('Import notes.md')).not.toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'Course', exact: true })).toHaveValue('Weather');
  await dialog.getByLabel('Move wind.md up').click();
  await expect(dialog.getByRole('list', { name: 'Documents' }).locator('> li').nth(1)).toHaveAccessibleName('wind.md');
  await expect(dialog.getByLabel('Move wind.md up')).toBeFocused();
  await expectAccessible(page, 'the preview of a collection', { within: DIALOG });
  await dialog.getByRole('textbox', { name: 'Course', exact: true }).fill(title);
  await dialog.getByRole('textbox', { name: 'Release', exact: true }).fill(title);
  await expect(dialog.getByLabel('First lesson number')).toHaveValue(/\d/);
  const first = await dialog.getByLabel('First lesson number').inputValue();
  await dialog.getByRole('button', { name: 'Import 3 lessons' }).click();
  await expect(dialog).toContainText(`3 lessons imported into ${title}.`, { timeout: 240_000 });
  await expect(dialog.getByRole('region', { name: 'Result' })).toBeFocused();
  await expect(document('start.md')).toContainText(`${first} Start`);
  await dialog.getByRole('link', { name: 'Open the course' }).click();
  await page.waitForURL('**/course/*');
  for (const name of ['Start', 'Rain', 'Wind']) await expect(page.getByText(name, { exact: true }).first()).toBeVisible();

  const release = (await product.client.listReleases()).find(({ name }) => name === title);
  const lessons = (await product.client.listLessons()).filter(({ release_id }) => release_id === release?.id);
  expect(lessons.toSorted((a, b) => a.sequence - b.sequence).map((lesson) => lesson.title)).toEqual(['Start', 'Wind', 'Rain']);
  const rain = lessons.find((lesson) => lesson.title === 'Rain');
  const params = { id: rain?.id ?? 0 };
  const screens = await product.client.listScreens({ params });
  const summary = screens.find((screen) => screen.title === 'Summary');
  const body = { revision: summary?.revision ?? 0, body_markdown: 'It rains.\n\nBring a coat and a hat.' };
  await product.client.saveScreen({ params: { lessonId: params.id, screenId: summary?.id ?? 0 }, body });

  const start = lessons.find((lesson) => lesson.title === 'Start')?.id ?? 0;
  const [opening] = await product.client.listScreens({ params: { id: start } });
  await page.goto(`${product.url}/lesson/${start}/screen/${opening?.id}`);
  const other = page.context().waitForEvent('page');
  await page.getByRole('region', { name: 'Preview of Learn' }).getByRole('link', { name: 'rain' }).click();
  await (await other).waitForURL(`**/lesson/${params.id}`);
  await (await other).close();

  const measured = screens.find((screen) => screen.body_markdown.includes('the measurements'));
  await page.goto(`${product.url}/lesson/${params.id}/screen/${measured?.id}`);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Preview of Learn' }).getByRole('link', { name: 'the measurements' }).click();
  expect((await downloaded).suggestedFilename()).toBe('rain.csv');

  await chooseNewerVersion(page, product.url, title);
  await expect(dialog).toContainText('Your edits stay, and no lesson is deleted.');
  const newer = { ...TEXTS, 'rain.md': String(TEXTS['rain.md']).replace('It rains.', 'It rains a lot.') };
  await dialog.locator('input[type=file]').setInputFiles(zip(newer));
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(document('rain.md')).toContainText('Changed');
  await expect(document('wind.md')).toContainText('Unchanged');
  await dialog.getByRole('button', { name: 'Import 3 lessons' }).click();
  await expect(dialog).toContainText(`3 lessons imported into ${title}.`, { timeout: 240_000 });
  const merged = await product.client.listScreens({ params });
  expect(merged.find((screen) => screen.title === 'Summary')?.body_markdown).toBe('It rains a lot.\n\nBring a coat and a hat.');
});

test('what both sides changed is resolved from the report of the import, and in the lesson', async ({ product, open }) => {
  const page = await open(await product.author('Connie Flict'));
  const title = product.unique('Torn weather');
  const dialog = page.getByRole('dialog', { name: 'Import a collection' });
  await page.goto(`${product.url}/courses`);
  await page.getByRole('button', { name: 'Import a collection…' }).click();
  await dialog.locator('input[type=file]').setInputFiles(zip(TEXTS));
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Course', exact: true }).fill(title);
  await dialog.getByRole('textbox', { name: 'Release', exact: true }).fill(title);
  await dialog.getByRole('button', { name: 'Import 3 lessons' }).click();
  await expect(dialog).toContainText(`3 lessons imported into ${title}.`, { timeout: 240_000 });

  const release = (await product.client.listReleases()).find(({ name }) => name === title);
  const lessons = (await product.client.listLessons()).filter(({ release_id }) => release_id === release?.id);
  const edit = async (lesson: string, screen: string, body_markdown: string) => {
    const params = { id: lessons.find((each) => each.title === lesson)?.id ?? 0 };
    const found = (await product.client.listScreens({ params })).find((each) => each.title === screen);
    const body = { revision: found?.revision ?? 0, body_markdown };
    await product.client.saveScreen({ params: { lessonId: params.id, screenId: found?.id ?? 0 }, body });
    return params;
  };
  const bodyOf = async (params: { id: number }, screen: string) =>
    (await product.client.listScreens({ params })).find((each) => each.title === screen)?.body_markdown;
  const rain = await edit('Rain', 'Summary', 'It pours.\n\nBring a coat.');
  const wind = await edit('Wind', 'Wind', 'It storms.');

  await chooseNewerVersion(page, product.url, title);
  const newer = {
    ...TEXTS,
    'rain.md': String(TEXTS['rain.md']).replace('It rains.', 'It rains a lot.'),
    'wind.md': '# Wind\n\nIt blows hard.\n',
  };
  await dialog.locator('input[type=file]').setInputFiles(zip(newer));
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Conflicts' })).toContainText('It rains a lot.');
  await dialog.getByRole('button', { name: 'Import 3 lessons' }).click();
  await expect(dialog).toContainText(`3 lessons imported into ${title}.`, { timeout: 240_000 });

  const number = lessons.find((each) => each.title === 'Rain')?.sequence;
  const inReport = dialog.getByRole('region', { name: `Lesson ${number}` });
  await inReport.getByRole('button', { name: 'Resolve…' }).click();
  const resolver = page.getByRole('dialog', { name: 'Conflict with changes in the collection' });
  await expect(resolver).toContainText('It pours.');
  await expect(resolver).toContainText('It rains a lot.');
  await expectAccessible(page, 'a conflict with a collection', { within: DIALOG });
  await resolver
    .getByRole('button', { name: /^Use both/ })
    .first()
    .click();
  await resolver.getByRole('button', { name: 'Save the result' }).click();
  await expect(resolver).toHaveCount(0);
  await expect(inReport.getByRole('button', { name: 'Resolve…' })).toHaveCount(0);
  const both = await bodyOf(rain, 'Summary');
  for (const text of ['It pours.', 'It rains a lot.', 'Bring a coat.']) expect(both).toContain(text);

  await page.goto(`${product.url}/lesson/${wind.id}`);
  await expect(page.getByText(/1 field changed here and in the new version of/)).toBeVisible();
  await page.getByRole('button', { name: 'Resolve…' }).click();
  await resolver
    .getByRole('button', { name: /^Use Torn weather/ })
    .first()
    .click();
  await resolver.getByRole('button', { name: 'Save the result' }).click();
  await expect(page.getByRole('button', { name: 'Resolve…' })).toHaveCount(0);
  await expect.poll(() => bodyOf(wind, 'Wind')).toBe('It blows hard.');
});

test('a folder is imported, and a private address is refused', async ({ product, open }) => {
  const page = await open(await product.author('Fanny Folder'));
  await page.goto(`${product.url}/courses`);
  await page.getByRole('button', { name: 'Import a collection…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a collection' });
  await dialog.getByText('Git repository', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Repository' }).fill('https://127.0.0.1/owner/name');
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('127.0.0.1 is not a public address');
  await dialog.getByText('Folder', { exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.locator('input[type=file]').setInputFiles('app/guide');
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(dialog).toContainText('There’s no table of contents, so the documents are ordered by name.', { timeout: 240_000 });
  await expect(dialog.getByRole('listitem', { name: 'upgrade.md', exact: true })).toBeVisible();
});
