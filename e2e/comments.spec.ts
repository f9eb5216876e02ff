import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { editor, openTab, saveScreen, write } from './author.ts';
import { expectKept } from './kept-drafts.ts';
import { expect, test, type Product } from './product.ts';

const TEXT = 'A loop repeats things.\n\nA loop ends when its list does.\n\nThat is all about it.';

/** A lesson with a code screen and a text screen. */
async function makeLesson(product: Product) {
  const texts = { body_markdown: TEXT, initial_code: 'for item in items:\n    print(item)\n' };
  const screens = [{ title: 'Repeating', type: 'code', ...texts } as const, { title: 'Summary', type: 'text', ...texts } as const];
  const { id, url, screenIds } = await product.lesson({ title: 'Loops', screens });
  await product.client.saveLesson({ params: { id }, body: { language: 'python' } });
  const [first = 0, second = 0] = screenIds;
  return { id, first, second, url };
}

/** Selects the line of an editor that contains `text`. */
async function selectLine(page: Page, name: string, text: string): Promise<void> {
  await editor(page, name).getByText(text).click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
}

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'mandatory comments that are not approved yet' });
const newComment = (page: Page) => page.getByRole('textbox', { name: 'New comment' });

test('a mandatory comment on a passage goes from its author to an external author and back, live for both', async ({ product, open }) => {
  const lesson = await makeLesson(product);
  const author = await open();
  await author.goto(`${lesson.url}/screen/${lesson.first}`);
  const external = await open(await product.author('Ben Carver', 'external'));
  await external.goto(lesson.url);
  await expect(external.getByRole('link', { name: 'View Comments' })).toHaveCount(1);

  await selectLine(author, 'Learn', 'A loop ends');
  await openTab(author, 'Comments');
  await expect(author.getByText('No comments on this screen yet.')).toBeVisible();
  await author.getByRole('button', { name: 'Comment on selection in Learn: “A loop ends when its list does.”' }).click();
  await expect(newComment(author)).toBeFocused();
  const add = author.getByRole('button', { name: 'Add comment' });
  await newComment(author).fill('  \n ');
  await expect(add).toBeDisabled();
  await newComment(author).fill('Say **why** it ends.');
  const tags = author.getByRole('group', { name: 'Tags of the comment' });
  for (const tag of ['Instructions', 'Learn']) await tags.getByText(tag).click();
  await author.getByRole('checkbox', { name: 'Mandatory' }).check();
  await author.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = author.getByRole('region', { name: 'Preview of the comment' });
  await expect(preview.locator('strong')).toHaveText('why');
  await expect(preview.getByText('Mandatory')).toBeVisible();
  await expectAccessible(author, 'the preview of a comment', { within: '[role="tabpanel"]' });
  await add.click();

  const made = card(author, 'Say why it ends.');
  await expect(made).toContainText('Ada Quill');
  await expect(made.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Mandatory', 'Learn', 'Instructions']);
  await expect(made).toContainText('A loop ends when its list does.');
  await expect(made.getByRole('button', { name: 'Complete' })).toHaveCount(0);
  await expect(newComment(author)).toHaveValue('');
  await expect(author.getByRole('tab', { name: /^Comments\s*1$/ })).toBeVisible();
  await expect(banner(author)).toBeVisible();
  await expectAccessible(author, 'the comments of a screen', { within: '[role="tabpanel"]' });

  // The other author is notified, and follows the banner.
  await expect(banner(external)).toBeVisible();
  await banner(external).getByRole('link', { name: 'View Comments' }).click();
  await expect(external.getByRole('heading', { name: 'Lesson Comments' })).toBeVisible();
  await external.getByRole('link', { name: '1. Repeating' }).click();
  await expect(external).toHaveURL(/section=comments/);
  await expect(newComment(external)).toHaveCount(0);
  const given = card(external, 'Say why it ends.');
  await given.getByRole('button', { name: /^Show the passage in Learn/ }).click();
  await expect(editor(external, 'Learn')).toBeFocused();
  await expect.poll(() => external.evaluate(() => String(getSelection()))).toBe('A loop ends when its list does.');

  await openTab(external, 'Comments');
  await given.getByRole('button', { name: 'Reply' }).click();
  const reply = external.getByRole('textbox', { name: 'Reply to the comment by Ada Quill' });
  await expect(external.getByRole('button', { name: 'Send reply' })).toBeDisabled();
  await reply.fill('Done, see `for`.');
  await expectKept(external, 'Done, see');
  await external.reload();
  await expect(reply).toHaveValue('Done, see `for`.');
  await reply.press('ControlOrMeta+Enter');
  await expect(given.getByRole('list', { name: 'Replies' }).getByText('Ben Carver')).toBeVisible();
  await expect(given.locator('code')).toHaveText('for');
  await given.getByRole('button', { name: 'Complete' }).click();
  await expect(given.getByText('Completed', { exact: true })).toBeVisible();
  for (const name of ['Complete', 'Approve', 'Archive']) await expect(given.getByRole('button', { name })).toHaveCount(0);

  await expect(made.getByText('Completed', { exact: true })).toBeVisible();
  await expect(made).toContainText('Done, see for.');
  await expect(banner(author)).toBeVisible();
  await made.getByRole('button', { name: 'Approve' }).click();
  await expect(made.getByText('Approved', { exact: true })).toBeVisible();
  for (const page of [author, external]) await expect(banner(page)).toHaveCount(0);
  await expect(given.getByText('Approved', { exact: true })).toBeVisible();

  // The quoted words are deleted: the comment stays, and both authors see that.
  await openTab(author, 'Learn');
  await write(author, 'Learn', 'Recursion is another matter.');
  await saveScreen(author);
  await openTab(author, 'Comments');
  for (const each of [made, given]) await expect(each.getByText('The passage is no longer in the text.')).toBeVisible();

  await made.getByRole('button', { name: 'Archive' }).click();
  const question = author.getByRole('dialog', { name: 'Archive the comment' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await made.getByRole('button', { name: 'Archive' }).click();
  await question.getByRole('button', { name: 'Archive' }).click();
  for (const each of [made, given]) await expect(each).toHaveCount(0);
  await expect(external.getByText('No comments on this screen yet.')).toBeVisible();
});

test('the comments of a lesson are grouped by screen, and filtered by the address', async ({ product, page, open }) => {
  const lesson = await makeLesson(product);
  const add = (id: number, comment: string, tags: ('Hint' | 'Answer')[]) =>
    product.client.createComment({ params: { id }, body: { comment, tags } });
  await add(lesson.second, 'About the summary', ['Hint']);
  await add(lesson.first, 'About the loop', ['Answer']);
  const done = await add(lesson.first, 'About the end', ['Hint']);

  const external = await open(await product.author('Ben Carver', 'external'));
  await external.goto(`${lesson.url}/comments`);
  await expect(external.getByRole('heading', { level: 2 })).toHaveText(['1. Repeating', '2. Summary']);
  await expect(external.getByRole('region', { name: 'Comments of screen 1' }).getByRole('article')).toHaveCount(2);
  await card(external, 'About the end').getByRole('button', { name: 'Complete' }).click();
  await expect(card(external, 'About the end').getByText('Completed', { exact: true })).toBeVisible();

  await page.goto(`${lesson.url}/comments`);
  const filter = page.getByPlaceholder('Filter comments');
  await filter.click();
  await expectAccessible(page, 'the open filters of comments');
  await page.getByRole('option', { name: 'Waiting for approval' }).click();
  await page.getByRole('option', { name: 'Hint' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page).toHaveURL(/only=waiting&tags=hint/);
  await page.reload();
  await expect(card(page, 'About the end')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await card(page, 'About the end').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('No comment matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page).toHaveURL(`${lesson.url}/comments`);
  const isApproved = async () =>
    (await product.client.listLessonComments({ params: { id: lesson.id } })).find(({ id }) => id === done.id)?.approved;
  await expect.poll(isApproved).toBe(true);

  await page.goto(lesson.url);
  await expect(page.getByRole('link', { name: /View Comments\s*2/ })).toBeVisible();
});

test('a comment on code is written with the keyboard only, and an unfinished one survives a reload', async ({ product, page }) => {
  const lesson = await makeLesson(product);
  await page.goto(`${lesson.url}/screen/${lesson.first}`);
  await selectLine(page, 'Initial code', 'for item');
  await page.keyboard.press('ControlOrMeta+Alt+m');
  await expect(newComment(page)).toBeFocused();
  await page.keyboard.type('Name the **items**.');
  const quoted = page.getByRole('button', { name: 'Show the passage in Initial code: for item in items:' });
  await expect(quoted).toBeVisible();
  await expectKept(page, 'Name the **items**.');
  await page.reload();
  await expect(newComment(page)).toHaveValue('Name the **items**.');
  await expect(quoted).toBeVisible();
  await newComment(page).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(card(page, 'Name the items.')).toBeVisible();

  await openTab(page, 'Comments');
  // Unsaved edits count: the passage is searched in the current text of the page.
  await write(page, 'Initial code', 'while True:\n    pass\n');
  await quoted.click();
  await expect(page.getByText('The passage is no longer in the text.')).toBeVisible();
  await write(page, 'Initial code', 'items = [1]\nfor item in items:\n    print(item)\n');
  await quoted.click();
  await expect(editor(page, 'Initial code')).toBeFocused();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('for item in items:');
});
