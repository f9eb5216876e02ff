import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { noisyPng, pngBytes } from '#testing/png-bytes.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { editor, expectSaveState, saveScreen, typeAtEnd, write } from './author.ts';
import { contentGit } from './content-git.ts';
import { expect, test, type Product } from './product.ts';

let product: Product;
let client: Client<Api>;
let page: Page;
let place: { lessonId: number; screenId: number };
/** The branch of the lesson's release. */
let branch: string;
let lesson: Awaited<ReturnType<Product['lesson']>>;

// The page stays open: each test overwrites the text of the previous one.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, product: shared }) => {
  product = shared;
  ({ client } = product);
  const release = await product.release('Pictures');
  branch = release.version_major;
  lesson = await product.lesson({ title: 'Pictures', release, screens: [{}] });
  place = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  page = await product.open(browser);
  await page.goto(lesson.screenUrl);
});
test.afterAll(() => page?.context().close());

const source = (): Locator => editor(page, 'Learn');
const preview = (): Locator => page.getByRole('region', { name: 'Preview of Learn' });
const dialog = (name: string): Locator => page.getByRole('dialog', { name });
const toolbar = (): Locator => page.getByRole('toolbar', { name: 'Formatting of Learn' });
const png = (name: string, width: number, height: number) => ({ name, mimeType: 'image/png', buffer: pngBytes(width, height) });
const images = async () => (await client.listImages({ params: { id: place.lessonId } })).map(({ file_name }) => file_name);
const learn = async () => (await client.getScreen({ params: place })).body_markdown;

/** The lesson's images in git, at the code host. */
async function imagesInGit(): Promise<string[]> {
  const stdout = await contentGit(product.server, 'ls-tree', '-r', '--name-only', branch);
  return stdout.split('\n').flatMap((path) => new RegExp(`^lessons/${lesson.sequence}-pictures/images/(.*)$`).exec(path)?.[1] ?? []);
}

/** Waits until the preview shows an image that was really loaded. */
async function expectDrawn(image: Locator, width: number): Promise<void> {
  await expect.poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth)).toBe(width);
}

async function choose(button: Locator, ...files: ReturnType<typeof png>[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
  await chooser.setFiles(files);
  // The tooltip of the button disappears with the pointer.
  await page.mouse.move(0, 0);
}

/** Pastes or drops pictures as the browser does: a drop at the end of the element. */
async function bring(target: Locator, kind: 'paste' | 'drop', ...files: ReturnType<typeof png>[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }));
  await target.evaluate(
    (element, [type, all]) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of all) {
        data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type: mimeType }));
      }
      const { right, bottom } = element.getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, clientX: right - 5, clientY: bottom - 5 };
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...at, clipboardData: data })
          : new DragEvent('drop', { ...at, dataTransfer: data }),
      );
    },
    [kind, given] as const,
  );
}

test('a table is typed cell by cell, and a box is added by its button, changes its kind, and folds a solution', async () => {
  await writeTable();
  await write(page, 'Learn', 'Try it.\n\n');
  await source().press('Control+End');
  await toolbar().getByRole('button', { name: 'Box' }).click();
  await expect(source()).toBeFocused();
  await page.keyboard.type('Count to **three**.');
  await expect(preview().locator('.box-note')).toContainText('Count to three.');
  await expect(preview().locator('.box-note .box-title')).toHaveText('Note');
  for (let times = 0; times < 4; times++) await page.keyboard.press('Control+Shift+6');
  const fold = preview().locator('details.box-solution');
  await expect(fold.getByText('Count to three.')).toBeHidden();
  await fold.getByText('Solution').click();
  await expect(fold.getByText('Count to three.')).toBeVisible();
  await expectAccessible(page, 'a text with a box', { within: '[aria-label="Preview of Learn"]' });
  await saveScreen(page);
  expect(await learn()).toBe('Try it.\n\n::: solution\nCount to **three**.\n:::');
  await source().press('Control+Shift+6');
  await expect(fold).toHaveCount(0);
});

/** With the menu of a slash, which a slash within a line doesn't open. */
async function writeTable(): Promise<void> {
  const menu = page.getByRole('listbox');
  await write(page, 'Learn', 'and');
  await page.keyboard.type('/or');
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await expect(menu.getByRole('option', { name: 'Warning' })).toBeVisible();
  // Without scrolling: its keys are those of the editor, which axe doesn't see.
  await page.keyboard.type('w');
  await expect(menu.getByRole('option')).toHaveText([/Warning/]);
  await expectAccessible(page, 'the menu of a slash', { within: '[aria-label="Content"]' });
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('/');
  await expect(menu).toBeVisible();
  await page.keyboard.type('tab');
  await expect(menu.getByRole('option')).toHaveText([/Table/]);
  await page.keyboard.press('Enter');
  for (const cell of ['Name', 'Price', 'Pear', '2']) {
    await page.keyboard.type(cell);
    if (cell !== '2') await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fig');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('20');
  await expect(preview().getByRole('row')).toHaveText([/Name\s+Price/, /Pear\s+20/, /Fig/]);
  await page.keyboard.press('Alt+Shift+f');
  await expect(toolbar()).toBeHidden();
  await expect(preview()).toHaveCount(0);
  await expect(page.getByRole('tablist')).toBeHidden();
  await expect(source()).toBeFocused();
  await expectAccessible(page, 'focus mode');
  await page.keyboard.press('Alt+Shift+f');
  await expect(toolbar()).toBeVisible();
  await expect(page.getByText('6 words, 1 min')).toBeVisible();
  await saveScreen(page);
  expect(await learn()).toBe('and/or\n\n| Name | Price |\n| ---- | ----- |\n| Pear | 20     |\n| Fig  |       |');
}

test('a formula has its font, whatever the system has', async () => {
  await write(page, 'Learn', '$$\n\\sum_{i=1}^n \\sqrt{i}\n$$');
  await expect(preview().locator('math')).toBeVisible();
  const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(loaded).toContainEqual(expect.stringContaining('STIX Two Math'));
});

test('Upload New puts an image into the text, the preview, the screen and git', async () => {
  await write(page, 'Learn', 'See: ');
  await choose(toolbar().getByRole('button', { name: 'Upload New' }), png('sales chart (1).png', 60, 40));
  const image = preview().getByRole('img', { name: 'sales chart (1)' });
  await expectDrawn(image, 60);
  // Its description is selected for overwriting.
  await page.keyboard.type('Sales of a year');
  await expect(preview().getByRole('img', { name: 'Sales of a year' })).toBeVisible();
  const markdown = 'See: ![Sales of a year](../../images/sales%20chart%20%281%29.png)';
  await expect(source()).toHaveText(markdown);
  await expectAccessible(page, 'a text with an image', { within: '[aria-label="Preview of Learn"]' });
  await saveScreen(page);
  expect(await learn()).toBe(markdown);

  await page.reload();
  await expectDrawn(preview().getByRole('img', { name: 'Sales of a year' }), 60);
  const { body_html } = await client.getScreen({ params: place });
  const address = /src="([^"]+)"/.exec(body_html)?.[1] ?? '';
  const reply = await page.request.get(product.url + address);
  expect(reply.headers()['content-type']).toBe('image/png');
  await expect.poll(imagesInGit, { timeout: 240_000 }).toEqual(['sales chart (1).png']);
});

test('undo removes an uploaded image from the text, and nothing else', async () => {
  await write(page, 'Learn', 'One. ');
  await choose(toolbar().getByRole('button', { name: 'Upload New' }), png('dot.png', 20, 20));
  await expect(source()).toHaveText('One. ![dot](../../images/dot.png)');
  await source().press('ControlOrMeta+z');
  await expect(source()).toHaveText('One.');
  await source().press('ControlOrMeta+y');
  await expect(source()).toHaveText('One. ![dot](../../images/dot.png)');
});

test('an existing name asks before overwriting', async () => {
  await write(page, 'Learn', 'Dots: ');
  const upload = () => choose(toolbar().getByRole('button', { name: 'Upload New' }), png('dot.png', 30, 30));
  await upload();
  await expect(dialog('Overwrite image')).toContainText('This lesson already has an image named “dot.png”');
  await expectAccessible(page, 'the overwrite question', { within: DIALOG });
  await dialog('Overwrite image').getByRole('button', { name: 'Cancel' }).click();
  await expect(source()).toHaveText('Dots:');
  await upload();
  await dialog('Overwrite image').getByRole('button', { name: 'Overwrite' }).click();
  await expectDrawn(preview().getByRole('img', { name: 'dot' }), 30);
  expect(await client.listImages({ params: { id: place.lessonId } })).toContainEqual(
    expect.objectContaining({ file_name: 'dot.png', width: 30 }),
  );
});

test('too large images are not sent, large ones cause a warning, and failures say why', async () => {
  await write(page, 'Learn', 'Sizes: ');
  const before = await images();
  const huge = { ...png('huge.png', 1, 1), buffer: Buffer.alloc(LIMITS.imageBytes + 1) };
  let sent = 0;
  const count = () => sent++;
  await page.route('**/api/lesson/*/image', async (route) => {
    count();
    await route.continue();
  });
  await choose(toolbar().getByRole('button', { name: 'Upload New' }), huge);
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('Selected image exceeds the maximum recommended size of 5 MB.');
  expect([sent, await images()]).toEqual([0, before]);

  // The next upload replaces what the one before reported.
  await choose(toolbar().getByRole('button', { name: 'Upload New' }), { ...png('broken.png', 1, 1), buffer: Buffer.from('no picture') });
  await expect(alert).toContainText('Error: Failed to upload image. This file is not a supported image');
  await expect(source()).toHaveText('Sizes:');
  await alert.getByRole('button', { name: 'Close' }).click();

  await choose(toolbar().getByRole('button', { name: 'Upload New' }), png('wide.png', 1_601, 2));
  await expect(page.getByText('“wide.png” was uploaded, but it is large: 1601 × 2 px')).toBeVisible();
  await expect(source()).toHaveText('Sizes: ![wide](../../images/wide.png)');
  await expectAccessible(page, 'the warning of a large image', { within: '[role="status"]' });

  // Larger ones are made smaller, unless the author wants the original.
  await write(page, 'Learn', 'Sizes: ');
  await choose(toolbar().getByRole('button', { name: 'Upload New' }), { ...png('vast.png', 1, 1), buffer: noisyPng(2_400, 600) });
  const shrunk = page.getByRole('status').filter({ hasText: '“vast.png” was made smaller: from 2400 × 600 px' });
  await expect(shrunk).toContainText('to 1600 × 400 px');
  const widthOf = async () =>
    (await client.listImages({ params: { id: place.lessonId } })).find(({ file_name }) => file_name === 'vast.png')?.width;
  expect(await widthOf()).toBe(1_600);
  await shrunk.getByRole('button', { name: 'Keep the original' }).click();
  await expect.poll(widthOf).toBe(2_400);
  await page.unroute('**/api/lesson/*/image');
});

test('a slow upload shows a placeholder, allows typing, and can be stopped', async () => {
  await write(page, 'Learn', 'Before. After.');
  // Held back until the test releases it.
  const held: (() => void)[] = [];
  await page.route('**/api/lesson/*/image', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await source().press('Home');
  for (let step = 0; step < 'Before. '.length; step++) await source().press('ArrowRight');
  await bring(source(), 'paste', png('image.png', 10, 10));
  await expect(source()).toHaveText('Before. ![Uploading image.png…]()After.');
  await page.keyboard.type('Meanwhile. ');
  // Saved before the upload ends, the text doesn't contain it.
  await saveScreen(page);
  expect(await learn()).toBe('Before. Meanwhile. After.');
  await expect.poll(() => held.length).toBe(1);
  held.shift()?.();
  const name = /pasted-\d{4}-\d\d-\d\d-1\.png/;
  await expect(source()).toHaveText(/^Before\. !\[\]\(\.\.\/\.\.\/images\/pasted-\d{4}-\d\d-\d\d-1\.png\)Meanwhile\. After\.$/);
  await expect(page.getByRole('status').filter({ hasText: name })).toContainText('has no alt text yet');

  await bring(source(), 'paste', png('image.png', 10, 10));
  await expect(source()).toContainText('![Uploading image.png…]()');
  await page.getByRole('button', { name: 'Stop the upload of image.png' }).click();
  await expect(source()).not.toContainText('Uploading');
  await page.unroute('**/api/lesson/*/image');
  for (const go of held) go();
  expect((await images()).filter((each) => name.test(each))).toHaveLength(1);
});

test('pictures are pasted and dropped at the right position', async () => {
  await write(page, 'Learn', 'A line.');
  await bring(source(), 'paste', png('image.png', 12, 12));
  // The first of a day, if the day has changed since the last test.
  await expect(source()).toContainText(/A line\.!\[\]\(.*pasted-.*-[12]\.png\)/);
  await bring(source(), 'drop', png('first.png', 13, 13), png('second.png', 14, 14));
  await expectDrawn(preview().getByRole('img', { name: 'second' }), 14);
  await expect(source()).toContainText(/first\.png\).*second\.png\)/);
  // Dropped on the preview, a picture is inserted at the cursor instead of replacing the page.
  await bring(preview(), 'drop', png('third.png', 15, 15));
  await expectDrawn(preview().getByRole('img', { name: 'third' }), 15);
});

/** Pastes text as a program puts it on the clipboard. */
async function pasteText(target: Locator, texts: Record<string, string>): Promise<void> {
  await target.evaluate((element, all) => {
    const data = new DataTransfer();
    for (const [type, text] of Object.entries(all)) data.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
  }, texts);
}

test('rich text becomes Markdown with its image, and one undo gives the plain text', async () => {
  await write(page, 'Learn', 'A line.');
  const image = png('x.png', 16, 16).buffer.toString('base64');
  const html =
    '<h1>Title</h1><p class=MsoNormal>A <b>bold</b> word</p><table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>' +
    `<p><img src="data:image/png;base64,${image}"></p><p><img src="file:///C:/clip.png">End</p>`;
  await pasteText(source(), { 'text/plain': 'Title\nA bold word\na\tb\n1\t2\nEnd', 'text/html': html });
  await expect(preview().getByRole('heading', { name: 'Title', level: 2 })).toBeVisible();
  await expect(preview().getByRole('cell', { name: '2' })).toBeVisible();
  await expectDrawn(preview().locator('img').last(), 16);
  await expect(page.getByText('Couldn’t paste 1 image.')).toBeVisible();
  await source().press('Control+z');
  await expect(source()).not.toContainText('pasted-');
  await source().press('Control+z');
  await expect(source()).toHaveText('A line.TitleA bold worda\tb1\t2End');
  await source().press('Control+z');
  await expect(source()).toHaveText('A line.');

  await bring(source(), 'drop', { name: 'drinks.csv', mimeType: 'text/csv', buffer: Buffer.from('drink,price\ntea,"1,50"\n') });
  await page.getByRole('button', { name: 'Insert as table' }).click();
  await expect(preview().getByRole('cell', { name: '1,50' })).toBeVisible();
  await bring(source(), 'paste', { name: 'drinks.csv', mimeType: 'text/csv', buffer: Buffer.from('drink\ntea\n') });
  await page.getByRole('button', { name: 'Attach as data file' }).click();
  await expect(page.getByText('“drinks.csv” is a data file of the lesson now.')).toBeVisible();
});

test('Add Image finds an image, asks for its description, deletes it and restores it', async () => {
  await write(page, 'Learn', 'Chosen: ');
  await toolbar().getByRole('button', { name: 'Add Image' }).click();
  const gallery = dialog('Add Image');
  await expect(gallery.getByRole('textbox', { name: 'Search images' })).toBeFocused();
  const radios = gallery.getByRole('radio');
  await expect(radios).toHaveCount((await images()).length);
  await gallery.getByRole('textbox', { name: 'Search images' }).fill('no such name');
  await expect(gallery.getByText('No images match.')).toBeVisible();
  await gallery.getByRole('textbox', { name: 'Search images' }).fill('sales');
  await expect(radios).toHaveCount(1);
  await gallery.getByRole('textbox', { name: 'Search images' }).press('ArrowDown');
  await page.keyboard.press('Space');
  await expectAccessible(page, 'the gallery', { within: DIALOG });
  await gallery.getByRole('button', { name: 'Insert' }).click();
  await expect(gallery.getByRole('status').filter({ hasText: 'Without alt text' })).toBeVisible();
  await gallery.getByRole('textbox', { name: 'Alt text' }).fill('Bars, one for each month');
  await page.keyboard.press('Enter');
  const markdown = 'Chosen: ![Bars, one for each month](../../images/sales%20chart%20%281%29.png)';
  await expect(source()).toHaveText(markdown);
  await expect(source()).toBeFocused();

  await toolbar().getByRole('button', { name: 'Add Image' }).click();
  await choose(gallery.getByRole('button', { name: 'Upload New' }), png('from-gallery.png', 16, 16));
  await expect(gallery.getByRole('radio', { name: /from-gallery\.png/ })).toBeChecked();
  await gallery.getByRole('radio', { name: /sales chart/ }).check();
  await gallery.getByRole('button', { name: 'Delete image' }).click();
  await expect(dialog('Delete image')).toContainText('Delete “sales chart (1).png”?');
  await dialog('Delete image').getByRole('button', { name: 'Delete image' }).click();
  await expect(gallery.getByRole('radio', { name: /sales chart/ })).toHaveCount(0);
  await page.getByRole('status').filter({ hasText: 'deleted.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(gallery.getByRole('radio', { name: /sales chart/ })).toBeVisible();
  await expect(dialog('Delete image')).toHaveCount(0);
  await gallery
    .getByRole('button', { name: 'Cancel' })
    .or(gallery.getByRole('button', { name: 'Close' }))
    .first()
    .click();
  await expectDrawn(preview().getByRole('img', { name: 'Bars, one for each month' }), 60);
});

test('Add Video validates addresses and times, and embeds what YouTube plays', async () => {
  await write(page, 'Learn', 'Watch:');
  await toolbar().getByRole('button', { name: 'Add Video' }).click();
  const video = dialog('Add Video');
  const url = video.getByRole('textbox', { name: 'URL' });
  const box = video.getByRole('checkbox', { name: 'YouTube' });
  const add = video.getByRole('button', { name: 'Add video' });
  await url.fill('dQw4w9WgXcQ');
  await add.click();
  await expect(video).toContainText(
    'Incorrect url provided. Url should be specified with protocol, video ID should follow alphanumeric format.',
  );
  await expect(url).toBeFocused();
  await expectAccessible(page, 'the video dialog', { within: DIALOG });
  await box.check();
  await expect(video).toContainText('Shown from https://www.youtube.com/embed/dQw4w9WgXcQ');
  await url.fill('https://vimeo.com/1');
  await expect(box).not.toBeChecked();
  await expect(video).toContainText('Shown from https://player.vimeo.com/video/1');
  await url.fill('https://youtu.be/dQw4w9WgXcQ?t=1m30s&list=PL1');
  await expect(box).toBeChecked();
  await expect(video.getByRole('textbox', { name: 'Start time' })).toHaveValue('90');
  await video.getByRole('textbox', { name: 'End time' }).fill('2:00');
  await add.click();
  await expect(video).toContainText('Incorrect time format, start and end time should be specified in seconds');
  await video.getByRole('textbox', { name: 'End time' }).fill('120');
  await video.getByRole('textbox', { name: 'Title' }).fill('A tune');
  await add.click();
  const address = 'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90&end=120';
  await expect(source()).toContainText(`<iframe src="${address}" title="A tune"`);
  await expect(preview().locator('iframe')).toHaveAttribute('src', address);

  // The cursor is after it; inside it, the same button opens the existing one.
  await source().press('ArrowLeft');
  await toolbar().getByRole('button', { name: 'Add Video' }).click();
  const edited = dialog('Edit Video');
  await expect(edited.getByRole('textbox', { name: 'Start time' })).toHaveValue('90');
  await edited.getByRole('textbox', { name: 'Start time' }).fill('');
  await edited.getByRole('textbox', { name: 'Start time' }).press('Enter');
  await expect(preview().locator('iframe')).toHaveAttribute('src', 'https://www.youtube.com/embed/dQw4w9WgXcQ?end=120');
  await expect(preview().locator('iframe')).toHaveCount(1);
});

test('the toolbar saves, also with a message', async () => {
  await write(page, 'Learn', 'Saved from the toolbar.');
  const more = toolbar().getByRole('button', { name: 'More' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  await expectSaveState(page, /Saved|Committed|Pushed/);
  expect(await learn()).toBe('Saved from the toolbar.');
  await write(page, 'Learn', 'Saved with a message.');
  // A single tab stop: the arrows move between buttons.
  await toolbar().getByRole('button', { name: 'Bold' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Save', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Save with message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog('Save with message').getByRole('textbox', { name: 'Message' }).fill('Say it better');
  await dialog('Save with message').getByRole('button', { name: 'Save' }).click();
  await expect(dialog('Save with message')).toHaveCount(0);
  expect(await learn()).toBe('Saved with a message.');
  const log = async () => (await contentGit(product.server, 'log', '--format=%B', branch)).includes('Say it better');
  await expect.poll(log, { timeout: 240_000 }).toBe(true);
});

test('unknown words are underlined while one writes, and their menu has proposals', async ({ product, page }) => {
  const lesson = await product.lesson({ title: 'Rows', screens: [{ title: 'Read', body_markdown: 'We definately read `recieve`.\n\n' }] });
  await page.goto(lesson.screenUrl);
  const learn = editor(page, 'Learn');
  const unknown = learn.locator('[aria-invalid="spelling"]');
  await expect(unknown).toHaveText(['definately']);
  await typeAtEnd(page, 'Learn', 'Then count these zorblats once more. ');
  await expect(unknown).toHaveText(['definately', 'zorblats']);
  await unknown.first().click({ button: 'right' });
  await page.getByRole('option', { name: 'definitely' }).click();
  await expect(learn).toContainText('We definitely read');
  await page.keyboard.press('ControlOrMeta+.');
  await page.getByRole('option', { name: 'Add to dictionary' }).click();
  await expect(page.getByText('All lessons may use “zorblats” now.')).toBeVisible();
  await expect(unknown).toHaveCount(0);
});
