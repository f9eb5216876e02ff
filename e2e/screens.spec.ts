import type { Page } from '@playwright/test';
import { DIALOG, expectAccessible } from './accessible.ts';
import { editor, expectSaveState, openPalette, openTab, saveScreen, typeAtEnd, holdSaves } from './author.ts';
import { contentGit } from './content-git.ts';
import { expectKept, keptDrafts } from './kept-drafts.ts';
import { expect, test, type Product } from './product.ts';

const OWNERS_DRAFTS = 'drafts/ada-lessons-example';

interface Made {
  readonly id: number;
  readonly sequence: number;
  readonly address: string;
  readonly screens: readonly number[];
  /** The titles on the server. */
  titles(): Promise<string[]>;
  /** The folders of the screens in the last commit. */
  folders(): Promise<string[]>;
}

async function makeLesson(product: Product, ...titles: string[]): Promise<Made> {
  const { client } = product;
  const lesson = await product.lesson({ title: 'Arranged', screens: titles.map((title) => ({ title })) });
  const file = `${OWNERS_DRAFTS}:lessons/${lesson.sequence}-arranged/lesson.yaml`;
  return {
    id: lesson.id,
    sequence: lesson.sequence,
    address: lesson.url,
    screens: lesson.screenIds,
    titles: async () => (await client.listScreens({ params: { id: lesson.id } })).map(({ title }) => title),
    folders: async () => {
      const stdout = await contentGit(product.server, 'show', file);
      return [...(/^screens:\n((?: +- .*(?:\n|$))*)/m.exec(stdout)?.[1] ?? '').matchAll(/- (.*)/g)].map(([, folder]) => folder ?? '');
    },
  };
}

async function chooseInSaveMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this screen' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function chooseInScreenMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).locator('[aria-haspopup="menu"]').click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function nameScreen(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await saveScreen(page);
}

test('screens are created, inserted, duplicated and deleted, each at its position', async ({ product, page }) => {
  const lesson = await makeLesson(product);
  await page.goto(lesson.address);
  await chooseInScreenMenu(page, 'Create first screen');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lesson ${lesson.sequence} · Screen 1`);
  await nameScreen(page, 'Middle');
  await chooseInScreenMenu(page, 'Insert screen after current');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 2');
  await nameScreen(page, 'Last');
  await chooseInScreenMenu(page, 'Lesson metadata');
  await chooseInScreenMenu(page, 'Insert screen before the first');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 1');
  await expect(page.getByRole('navigation', { name: 'Screens' })).toContainText('Screen 1');
  await nameScreen(page, 'First');
  expect(await lesson.titles()).toEqual(['First', 'Middle', 'Last']);

  // The copy contains the unsaved text, which is saved first.
  await typeAtEnd(page, 'Learn', 'Typed before copying.');
  await chooseInSaveMenu(page, 'Duplicate screen');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 2 · First (copy)');
  await expect(editor(page, 'Learn')).toContainText('Typed before copying.');
  await chooseInSaveMenu(page, 'Delete screen');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete screen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 2 · Middle');
  await chooseInScreenMenu(page, 'Add screen at the end');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 4');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 3 · Last');
  expect(await lesson.titles()).toEqual(['First', 'Middle', 'Last', '']);
});

test('screens are reordered by menu, by keys and by dragging, and git has the new order', async ({ product, page }) => {
  const lesson = await makeLesson(product, 'Alpha', 'Beta', 'Gamma', 'Delta');
  await page.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
  await chooseInSaveMenu(page, 'Move screen down');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 2 · Alpha');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 3 · Alpha');
  await expect.poll(() => lesson.titles()).toEqual(['Beta', 'Gamma', 'Alpha', 'Delta']);
  await expect.poll(() => lesson.folders(), { timeout: 240_000 }).toEqual(['beta', 'gamma', 'alpha', 'delta']);

  await page.goto(lesson.address);
  const rows = page.getByRole('region', { name: 'Screens' }).getByRole('listitem');
  const handle = page.getByRole('button', { name: 'Move “Delta”', exact: true });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(rows.nth(2)).toContainText('Delta');
  await expect(handle).toBeFocused();
  await page.getByRole('status').filter({ hasText: '“Delta” is now screen 3.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(rows.nth(3)).toContainText('Delta');
  await expect.poll(() => lesson.titles()).toEqual(['Beta', 'Gamma', 'Alpha', 'Delta']);

  await handle.hover();
  await page.mouse.down();
  await rows.nth(0).hover();
  await expect(rows.nth(0)).toContainText('1.Delta');
  await page.keyboard.press('Escape');
  await expect(rows.nth(3)).toContainText('Delta');
  await page.mouse.up();
  await handle.hover();
  await page.mouse.down();
  await rows.nth(0).hover();
  await expect(rows.nth(0)).toContainText('1.Delta');
  await page.mouse.up();
  await expect.poll(() => lesson.titles()).toEqual(['Delta', 'Beta', 'Gamma', 'Alpha']);
  await expect.poll(() => lesson.folders(), { timeout: 240_000 }).toEqual(['delta', 'beta', 'gamma', 'alpha']);

  // A move rejected by the server is reverted.
  await page.route('**/move*', (route) => route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal', request_id: 'x' } }));
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Couldn’t move the screen.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('Delta');
});

test('a sequence number redirects to its screen, an unknown id to the lesson', async ({ product, page }) => {
  await makeLesson(product, 'These', 'have', 'the', 'first', 'ids');
  const lesson = await makeLesson(product, 'One', 'Two');
  await page.goto(`${lesson.address}/screen/2`);
  await expect(page).toHaveURL(`${lesson.address}/screen/${lesson.screens[1]}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 2 · Two');
  for (const nothing of ['9999999', 'none']) {
    await page.goto(`${lesson.address}/screen/${nothing}`);
    await expect(page).toHaveURL(lesson.address);
  }
});

test('who else is in the lesson is shown by initials, and where', async ({ product, page, open }) => {
  const lesson = await makeLesson(product, 'One', 'Two');
  await page.goto(lesson.address);
  const other = await open(await product.author('Bo Stone'));
  await other.goto(`${lesson.address}/screen/${lesson.screens[1]}`);
  await expect(other.getByRole('img', { name: 'Ada Quill, on the lesson page' })).toHaveText('AQ');
  await expect(page.getByRole('list', { name: 'On screen 2' }).getByRole('img')).toHaveText('BS');
  await expectAccessible(page, 'the lesson page with another user', { within: '[aria-label="Screens"]' });

  await page.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
  await expect(page.getByRole('img', { name: 'Bo Stone, on screen 2' })).toBeVisible();
  await other.keyboard.press('Alt+ArrowUp');
  await expect(page.getByRole('img', { name: 'Bo Stone, on this screen' })).toBeVisible();
  await expectAccessible(page, 'a screen with another user', { within: '[aria-label="Also in this lesson"]' });
  // A second page of the same person isn't another person; closing one leaves the other.
  const second = await other.context().newPage();
  await second.goto(`${lesson.address}/screen/${lesson.screens[1]}`);
  await expect(page.getByRole('img', { name: 'Bo Stone, on screen 2' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Also in this lesson' }).getByRole('listitem')).toHaveCount(1);
  await second.close();
  await expect(page.getByRole('img', { name: 'Bo Stone, on this screen' })).toBeVisible();
  await other.close();
  await expect(page.getByRole('list', { name: 'Also in this lesson' })).toHaveCount(0);
});

test('while a save is under way the fields are disabled; errors are shown, and disappear automatically', async ({ product, page }) => {
  const lesson = await makeLesson(product, 'Slow');
  await page.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/lesson/*/screen/*', async (route) => {
    if (route.request().method() === 'PUT') await released;
    await route.continue();
  });
  await title.fill('Slower');
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, /Saving/);
  for (const field of [title, page.getByRole('combobox', { name: 'Type' }), editor(page, 'Learn')])
    await expect(field).toHaveAttribute('aria-disabled', 'true');
  await title.press('x');
  await expect(title).toHaveValue('Slower');
  release();
  await expectSaveState(page, /Saved|Committed|Pushed/);
  await expect(title).not.toHaveAttribute('aria-disabled');
  expect(await lesson.titles()).toEqual(['Slower']);

  await page.unrouteAll();
  await page.route('**/api/lesson/*/screen/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal', request_id: 'x' } })
      : route.continue(),
  );
  await title.fill('Never saved');
  await page.keyboard.press('ControlOrMeta+s');
  // What needs a reaction stays, and is said once: in the banner, not in a toast as well.
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred while saving the screen.' })).toBeVisible();
  await expectSaveState(page, /Failed/);
  await expect(title).toHaveValue('Never saved');
  await expect(page.getByRole('alert')).toHaveCount(1);

  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectSaveState(page, /Saved|Committed|Pushed/);
  await page.route('**/clone*', (route) => route.fulfill({ status: 500, json: { error: 'Broken', code: 'internal', request_id: 'x' } }));
  await chooseInSaveMenu(page, 'Duplicate screen');
  const toast = page.getByRole('alert').filter({ hasText: 'An error occurred while duplicating the screen.' });
  await expect(toast).toBeVisible();
  await expect(toast).toBeHidden({ timeout: 240_000 });
});

test('being offline is shown at once, and a failed save repeats itself', async ({ product, open }) => {
  // Its own profile: pages of one process go offline and online together, but their requests one after the other.
  const page = await open(undefined, {});
  const lesson = await makeLesson(product, 'Reachable');
  await page.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
  await editor(page, 'Learn').click();
  await page.context().setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'Offline' })).toBeVisible();
  // Before, it could have saved itself.
  await typeAtEnd(page, 'Learn', 'Typed without a network.');
  await expect(page.getByText('You’re offline. Your changes are kept in this browser.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, /Failed/);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.context().setOffline(false);
  await expectSaveState(page, /Saved|Committed|Pushed/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('You’re offline.')).toHaveCount(0);
  const { body_markdown } = await product.client.getScreen({ params: { lessonId: lesson.id, screenId: lesson.screens[0] ?? 0 } });
  expect(body_markdown).toBe('Typed without a network.');
});

test('the cursor is where it was after the palette closes, and after a deleted screen comes back', async ({ product, page }) => {
  const lesson = await makeLesson(product, 'First', 'Second');
  await page.goto(`${lesson.address}/screen/${lesson.screens[1]}`);
  for (const typed of ['One. ', 'Two.']) {
    await (typed === 'One. ' ? editor(page, 'Learn').click() : Promise.resolve());
    await openPalette(page);
    await page.keyboard.press('Escape');
    await expect(editor(page, 'Learn')).toBeFocused();
    await page.keyboard.type(typed);
  }
  await expect(editor(page, 'Learn')).toHaveText('One. Two.');
  await saveScreen(page);
  await chooseInSaveMenu(page, 'Delete screen');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete screen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 1 · First');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Screen 2 · Second');
  await expect(editor(page, 'Learn')).toHaveText('One. Two.');
});

test('with a zoom of 200 % ten lines can be seen while writing, in text and in code', async ({ product, open }) => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join('\n');
  const lesson = await product.lesson({
    title: 'Zoomed',
    screens: [{ title: 'All', type: 'code', body_markdown: lines, initial_code: lines }],
  });
  const page = await open(undefined, { viewport: { width: 720, height: 450 } });
  await page.goto(lesson.screenUrl);
  for (const [pane, name] of [
    ['Content', 'Learn'],
    ['Code', 'Initial code'],
  ] as const) {
    await page.getByRole('radiogroup', { name: 'Pane' }).getByText(pane, { exact: true }).click();
    await expect(editor(page, name)).toBeVisible();
    const visible = () =>
      editor(page, name).evaluate((content) => {
        const box = (content.closest('.cm-scroller') ?? content).getBoundingClientRect();
        const bottom = Math.min(box.bottom, innerHeight);
        return [...content.querySelectorAll('.cm-line')].filter((line) => {
          const { top, bottom: end } = line.getBoundingClientRect();
          return top >= box.top && end <= bottom;
        }).length;
      });
    await expect.poll(visible, name).toBeGreaterThanOrEqual(10);
  }
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByLabel('Error Okay').click();
  await expect(page.getByLabel('Error Okay')).toBeChecked();
  await expectAccessible(page, 'the options of a code screen in a low window', { within: DIALOG });
});

test('changing the type keeps what can be undone; Run and Deploy starts with its comment', async ({ product, page }) => {
  const lesson = await makeLesson(product, 'Changing');
  await page.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
  await typeAtEnd(page, 'Learn', 'Typed on a text screen.');
  const type = page.getByRole('combobox', { name: 'Type' });
  await type.click();
  await page.getByRole('option', { name: 'Code' }).click();
  await expect(page.getByRole('region', { name: 'Output' })).toBeVisible();
  await editor(page, 'Learn').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(editor(page, 'Learn')).not.toContainText('Typed on a text screen.');

  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByLabel('Run and Deploy', { exact: true }).click();
  await page.keyboard.press('Escape');
  await openTab(page, 'Remote run code');
  await expect(editor(page, 'Remote run code')).toContainText('# This script starts the application of this screen.');
  await page.getByRole('button', { name: 'More actions for this screen' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save with message' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Save with message' })).toBeHidden();
});

test('the type of a screen changes back and forth, whatever widths this browser remembers', async ({ product, page }) => {
  const lesson = await makeLesson(product, 'Back and forth');
  const type = page.getByRole('combobox', { name: 'Type' });
  const choose = async (name: 'Text' | 'Code') => {
    await type.click();
    await page.getByRole('option', { name, exact: true }).click();
    await expect(page.getByRole('region', { name: 'Output' })).toHaveCount(name === 'Code' ? 1 : 0);
    await expect(editor(page, 'Learn')).toBeVisible();
  };
  const remembered = [null, '{"content":33.334,"code":33.333,"output":33.333}', '{"content":100}', 'no layout'];
  for (const layout of remembered) {
    await page.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
    await page.evaluate((stored) => {
      for (const panes of ['content', 'content-code-output']) {
        if (stored === null) localStorage.removeItem(`lessonwright.panes.screen.${panes}`);
        else localStorage.setItem(`lessonwright.panes.screen.${panes}`, stored);
      }
    }, layout);
    await page.reload();
    for (const name of ['Code', 'Text', 'Code', 'Text'] as const) await choose(name);
    await expectSaveState(page, /Saved|Committed|Pushed/);
  }
});

test('a message is typed into its dialog, never into the text, and saves everything on the page', async ({ product, page }) => {
  const params = await openQuestion(page, product, 'Told');
  await expect(page.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-disabled', 'true');
  const release = await holdSaves(page);
  await page.getByLabel('Label of option 1').fill('Two');
  await expect(page.getByRole('button', { name: 'Save screen' })).toBeEnabled();
  await release();
  await openTab(page, 'Learn');
  await typeAtEnd(page, 'Learn', 'It rains.');
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await page.keyboard.type('Mention rain');
  const dialog = page.getByRole('dialog', { name: 'Save with message' });
  await expect(dialog.getByLabel('Message')).toBeFocused();
  await expect(dialog.getByLabel('Message')).toHaveValue('Mention rain');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'Save with message', { within: DIALOG });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await expectSaveState(page, /Saved|Committed|Pushed/);
  expect(await product.client.getScreen({ params })).toMatchObject({
    body_markdown: 'It rains.',
    multipleChoiceQuestions: [{ answer_options: [{ label: 'Two' }] }],
  });
  await expect.poll(() => contentGit(product.server, 'log', '--format=%s', OWNERS_DRAFTS), { timeout: 240_000 }).toContain('Mention rain');

  // With nothing to save, the keys still don't reach the text.
  await editor(page, 'Learn').click();
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await page.keyboard.type('Nothing');
  await expect(dialog).toContainText('There are no unsaved changes on this page.');
  await page.keyboard.press('Escape');
  await expect(editor(page, 'Learn')).toHaveText('It rains.');
});

test('a save of the page reports what it did not save, and keeps it', async ({ product, page }) => {
  const params = await openQuestion(page, product, 'Half');
  await page.route('**/mcq', (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  const release = await holdSaves(page);
  await page.getByLabel('Label of option 1').fill('Two');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Half saved');
  await release();
  await page.keyboard.press('ControlOrMeta+s');
  const banner = page.getByRole('alert').filter({ hasText: 'Saved: the screen. Not saved: questions.' });
  await expect(banner).toBeVisible();
  await expectSaveState(page, /Failed/);
  await expectAccessible(page, 'a screen that was saved in part', { within: '.mantine-Alert-root' });
  expect((await product.client.getScreen({ params })).title).toBe('Half saved');
  await page.unroute('**/mcq');
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(banner).toHaveCount(0);
  await expectSaveState(page, /Saved|Committed|Pushed/);
  expect((await product.client.listQuestions({ params }))[0]?.answer_options[0]?.label).toBe('Two');
});

test('the lesson page saves its switches and packages with everything else', async ({ product, page }) => {
  const lesson = await makeLesson(product, 'Checked');
  await page.goto(`${lesson.address}?tab=review`);
  const review = page.getByRole('button', { name: 'Ready for Review' });
  await expect(review).toBeEnabled();
  await openTab(page, 'Packages and files');
  await page.getByRole('region', { name: 'Answer Checking' }).getByLabel('Custom answer checking').click();
  await expectSaveState(page, 'Unsaved');
  await expect(page.getByRole('tab', { name: 'Packages and files' }).getByRole('img', { name: 'unsaved' })).toBeVisible();
  await openTab(page, 'Review and publish');
  await expect(review).toBeDisabled();
  await page.getByRole('button', { name: /^Save(?! with)/ }).click();
  await expectSaveState(page, /Saved|Committed|Pushed/);
  await expect(review).toBeEnabled();
  expect(await product.client.getLesson({ params: { id: lesson.id } })).toMatchObject({
    custom_check_enabled: true,
    packages: [{ name: 'pycheck' }],
  });

  // Unsaved switches are offered after a reload.
  await openTab(page, 'Packages and files');
  await page.getByLabel('Package name').fill('rich');
  await page.getByLabel('Package name').press('Enter');
  await expect(page.getByLabel('Version of rich')).toBeVisible();
  await expectKept(page, 'rich');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Version of rich')).toBeVisible();
  await openTab(page, 'Settings');
  await page.getByLabel('Description', { exact: true }).click();
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await page.keyboard.type('Add rich');
  await expect(page.getByRole('dialog').getByLabel('Message')).toHaveValue('Add rich');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expectSaveState(page, /Saved|Committed|Pushed/);
  const packages = async () => (await product.client.getLesson({ params: { id: lesson.id } })).packages.map(({ name }) => name);
  await expect.poll(packages).toEqual(['rich', 'pycheck']);
});

test('the preview of a saved text needs no worker', async ({ product, page }) => {
  const lesson = await product.lesson({ title: 'Shown', screens: [{ title: 'All', body_markdown: 'It **rains**.\n\n$$a^2$$' }] });
  // The worker takes a second or two to start, and here for ever.
  await page.route(/render-preview/, () => undefined);
  await page.goto(lesson.screenUrl);
  const preview = page.getByRole('region', { name: 'Preview of Learn' });
  await expect(preview.locator('strong')).toHaveText('rains');
  await expect(preview.locator('math')).toHaveCount(1);
});

test('two tabs of one person keep their unsaved edits apart', async ({ product, context }) => {
  const lesson = await makeLesson(product, 'Shared');
  const first = await context.newPage();
  const second = await context.newPage();
  for (const page of [first, second]) await page.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
  for (const page of [first, second]) await holdSaves(page);
  await typeAtEnd(first, 'Learn', 'By the first tab.');
  await openTab(second, 'Hint');
  await typeAtEnd(second, 'Hint', 'By the second tab.');
  // A draft is stored a moment after the last key.
  for (const typed of ['By the first tab.', 'By the second tab.']) await expect.poll(() => keptDrafts(first)).toContain(typed);
  // What waits for its save is sent when the page is closed; what was refused is not.
  for (const page of [first, second]) await expectSaveState(page, /Failed/);
  // As in a crash: no dialog and no unload event.
  for (const page of [first, second]) await page.close({ runBeforeUnload: false });
  const third = await context.newPage();
  await third.goto(`${lesson.address}/screen/${lesson.screens[0]}`);
  await third.getByRole('button', { name: 'Restore' }).click();
  await expect(editor(third, 'Learn')).toContainText('By the first tab.');
  await openTab(third, 'Hint');
  await expect(editor(third, 'Hint')).toContainText('By the second tab.');
});

test('the lesson page loads the page of its screens ahead', async ({ product, page }) => {
  const lesson = await makeLesson(product, 'Next');
  const script = page.waitForResponse((response) => /\/screen-page-[^/]*\.js$/.test(response.url()));
  await page.goto(lesson.address);
  expect((await script).ok()).toBe(true);
});

/** A screen with an open question. */
async function openQuestion(page: Page, product: Product, title: string) {
  const lesson = await makeLesson(product, title);
  const params = { lessonId: lesson.id, screenId: lesson.screens[0] ?? 0 };
  await product.client.createQuestion({ params, body: { question: 'How many?', answer_options: [{ label: 'One' }] } });
  await page.goto(`${lesson.address}/screen/${params.screenId}?section=questions`);
  return params;
}
