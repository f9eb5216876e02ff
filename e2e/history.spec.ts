import { OWNER } from '#testing/real-server.ts';
import { expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { editor, holdSaves, openTab, saveScreen, typeAtEnd } from './author.ts';
import { expect, test } from './product.ts';

// The history of a lesson: restore what a colleague changed, find who wrote a line, and see what is new.

test('a field that a colleague changed is restored while a draft of one’s own is open', async ({ product, page, open }) => {
  const lesson = await product.lesson({
    title: product.unique('Loops'),
    screens: [{ title: 'Loops', body_markdown: 'A loop repeats its body until nothing is left.', hint_markdown: 'Look at the body.' }],
  });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  const colleague = (await product.author('Grace')).client;
  await colleague.saveScreen({
    params,
    body: { body_markdown: 'A loop repeats its body until one item is left.', saveMessage: 'Say when loops end' },
  });

  await page.goto(lesson.screenUrl);
  await openTab(page, 'Hint');
  const letSave = await holdSaves(page);
  await typeAtEnd(page, 'Hint', ' My draft.');
  await expect(editor(page, 'Hint')).toContainText('My draft.');

  const history = await open();
  await history.goto(lesson.screenUrl);
  await history.getByRole('button', { name: 'More actions for this screen' }).click();
  await history.getByRole('menuitem', { name: 'History of this screen' }).click();
  const versions = history.getByRole('navigation', { name: 'Versions' });
  const first = versions.getByRole('button').first();
  await expect(first).toContainText('Grace');
  await expect(first).toContainText('Say when loops end');
  await expect(history.getByText('Saves between two commits are kept for 90 days.')).toBeVisible();
  const chosen = history.getByRole('region', { name: 'The chosen version' });
  await expect(chosen.locator('del')).toHaveText(['nothing']);
  await expectAccessible(history, 'history');
  await expectAccessibleNarrow(history, 'history');
  await history.keyboard.press('j');
  await expect(versions.getByRole('button').nth(1)).toHaveAttribute('aria-current', 'true');
  await expect(history).toHaveURL(/version=\d+/);
  await history.keyboard.press('c');
  await chosen.getByRole('button', { name: 'Restore only Learn' }).click();
  await expect(history.getByText('Restored as a new version.')).toBeVisible();
  await expect(first).toContainText('Restored');
  expect((await product.client.getScreen({ params })).body_markdown).toBe('A loop repeats its body until nothing is left.');

  await letSave();
  await saveScreen(page);
  await expect
    .poll(async () => product.client.getScreen({ params }))
    .toMatchObject({ body_markdown: 'A loop repeats its body until nothing is left.', hint_markdown: 'Look at the body. My draft.' });
});

test('the editor shows who wrote a line', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: product.unique('Loops'),
    screens: [{ title: 'Loops', type: 'code', body_markdown: 'First line.\n\nLast line.', initial_code: 'x = 1\n' }],
  });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  const colleague = (await product.author('Linus')).client;
  await colleague.saveScreen({
    params,
    body: { body_markdown: 'First line.\n\nBy a colleague.\n\nLast line.', saveMessage: 'Say more' },
  });
  await page.goto(lesson.screenUrl);
  await editor(page, 'Learn').getByText('By a colleague.').click();
  await page.keyboard.press('Alt+w');
  const all = page.getByRole('group', { name: 'Who wrote each line' });
  const authors = page
    .locator('.cm-editor')
    .filter({ has: editor(page, 'Learn') })
    .getByRole('group', { name: 'Who wrote each line' });
  await expect(authors.getByRole('link')).toHaveText(
    [OWNER.name, 'Linus', OWNER.name].map((name) => new RegExp(`^${name}(just now|\\d+ min ago)$`)),
  );
  await expect(authors.getByRole('link', { name: /^Linus, .*: Say more\. Show this version$/ })).toBeVisible();
  await expectAccessible(page, 'line-authors', { within: '.cm-editor' });
  await expectAccessibleNarrow(page, 'line-authors');

  // Unsaved lines are marked, and have their author once they are saved.
  await editor(page, 'Learn').getByText('By a colleague.').click();
  await page.keyboard.press('End');
  const letSave = await holdSaves(page);
  await page.keyboard.type('\nBy me.');
  await expect(authors.getByText('Unsaved')).toHaveCount(1);
  await letSave();
  await saveScreen(page);
  await expect(authors.getByText('Unsaved')).toHaveCount(0);

  // It is remembered, for texts and code.
  await page.reload();
  await expect(authors.getByRole('link', { name: /^Linus/ }).first()).toBeVisible();
  await expect(all).toHaveCount(2);

  // The list of all lines.
  await editor(page, 'Learn').getByText('By a colleague.').click();
  await page.keyboard.press('Alt+Shift+w');
  const dialog = page.getByRole('dialog', { name: 'Who wrote each line' });
  await expect(dialog.getByRole('row').filter({ hasText: 'By a colleague.' })).toContainText('3');
  await page.keyboard.press('Escape');

  await authors
    .getByRole('link', { name: /^Linus/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/history\?.*version=\d+/);
  await expect(page.getByRole('region', { name: 'The chosen version' })).toContainText('By a colleague.');

  await page.goBack();
  await expect(authors).toBeVisible();
  await page.getByRole('button', { name: 'More actions for this screen' }).click();
  await page.getByRole('menuitem', { name: 'Hide who wrote each line' }).click();
  await expect(authors).toHaveCount(0);
});

test('what others changed since the last visit is marked until it is read', async ({ product, page }) => {
  const title = product.unique('Loops');
  const lesson = await product.lesson({ title, screens: [{ title: 'Loops', body_markdown: 'Text' }] });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  const visit = () => page.waitForResponse((reply) => reply.url().endsWith(`/api/lesson/${lesson.id}/visit`));
  await Promise.all([visit(), page.goto(`${product.url}/lesson/${lesson.id}`)]);
  const colleague = (await product.author('Ada')).client;
  await colleague.saveScreen({ params, body: { body_markdown: 'Changed text' } });

  await page.goto(`${product.url}/?q=${encodeURIComponent(title)}`);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('Changed', { exact: true })).toBeVisible();
  await page.goto(`${product.url}/lesson/${lesson.id}`);
  await expect(page.getByText('Ada changed this lesson since you were last here, in one save.')).toBeVisible();
  await Promise.all([visit(), page.getByRole('link', { name: 'Show changes' }).click()]);
  await expect(page.getByRole('region', { name: 'The chosen version' })).toContainText('Changed text');
  await page.goto(`${product.url}/?q=${encodeURIComponent(title)}`);
  await expect(row).toBeVisible();
  await expect(row.getByText('Changed', { exact: true })).toHaveCount(0);
});

test('a deleted screen is restored from the history of its lesson', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: product.unique('Loops'),
    screens: [
      { title: 'Kept', body_markdown: 'Kept.' },
      { title: 'Gone', body_markdown: 'Wanted again.' },
    ],
  });
  await product.client.deleteScreen({ params: { lessonId: lesson.id, screenId: lesson.screenIds[1] ?? 0 } });
  await page.goto(lesson.url);
  await page.getByRole('tab', { name: 'History' }).click();
  const chosen = page.getByRole('region', { name: 'The chosen version' });
  await expect(chosen).toContainText('Wanted again.');
  await chosen.getByRole('button', { name: 'Restore what was deleted: Deleted screen: Gone' }).click();
  await expect(page.getByText('Restored as a new version.')).toBeVisible();
  const screens = await product.client.listScreens({ params: { id: lesson.id } });
  expect(screens.map(({ title }) => title)).toEqual(['Kept', 'Gone']);
});
