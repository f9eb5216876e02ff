import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { editor, typeAtEnd } from './author.ts';
import { keptDrafts } from './kept-drafts.ts';
import { expect, test } from './product.ts';

const TEXT = `A loop repeats things.

${Array.from({ length: 30 }, (_, line) => `- point ${line + 1}`).join('\n')}

A **loop** ends when its list does.

That is all about it.`;

/** What comments change on a page that is checked without them. */
const MARGIN_AND_TEXT = '[aria-label="Comments beside the text"], [aria-label="Preview of Learn"], .cm-editor';

const margin = (page: Page) => page.getByRole('complementary', { name: 'Comments beside the text' });
const newComment = (page: Page) => page.getByRole('textbox', { name: 'New comment' });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of Learn' });
const commentButton = (page: Page) => page.getByRole('button', { name: 'Comment', exact: true });

/** Selects a word of a text with a double click; again where the page moved at that moment. */
async function selectWord(page: Page, text: Locator, word: string): Promise<void> {
  await expect(async () => {
    const { x, y } = await placeOf(text, word);
    await page.mouse.dblclick(x, y);
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe(word);
  }).toPass();
}

/** The middle of a word, in the window. */
function placeOf(text: Locator, word: string): Promise<{ x: number; y: number }> {
  return text.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const from = node.textContent?.indexOf(wanted) ?? -1;
      if (from < 0) continue;
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + wanted.length);
      node.parentElement?.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
    throw new Error(`There is no "${wanted}".`);
  }, word);
}

/** How far the top of an element is from that of another, in pixels. */
async function distance(one: Locator, other: Locator): Promise<number> {
  const [box, otherBox] = [await one.boundingBox(), await other.boundingBox()];
  return Math.abs((box?.y ?? Number.NaN) - (otherBox?.y ?? Number.NaN));
}

/** Scrolls an element and returns when it has done so. */
async function scrollTo(element: Locator, top: number): Promise<void> {
  await element.evaluate((scroller, wanted) => scroller.scrollTo({ top: wanted }), top);
}

test('a comment is written beside the text, is marked in source and preview, and a colleague replies', async ({ product, open }) => {
  const lesson = await product.lesson({ title: 'Loops', screens: [{ title: 'Repeating', type: 'text', body_markdown: TEXT }] });
  const author = await open();
  await author.goto(lesson.screenUrl);
  const colleague = await open(await product.author('Ben Carver'));
  await colleague.goto(lesson.screenUrl);

  // Two clicks from the selection to the comment: the button, and Add comment.
  const source = editor(author, 'Learn');
  await selectWord(author, source, 'repeats');
  await expect(commentButton(author)).toBeVisible();
  await author.keyboard.press('Escape');
  await expect(commentButton(author)).toHaveCount(0);
  await selectWord(author, source, 'ends');
  // The bar formats as well, and covers no word.
  const bar = author.getByRole('toolbar', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Bold' }).click();
  await expect(source).toContainText('**ends**');
  await bar.getByRole('button', { name: 'Bold' }).click();
  await expect(source).not.toContainText('**ends**');
  await commentButton(author).click();
  await expect(newComment(author)).toBeFocused();
  await author.keyboard.type('Say **why** it ends.');
  await expectAccessible(author, 'a comment that is written in the margin', { within: MARGIN_AND_TEXT });
  await expect.poll(() => keptDrafts(author)).toContain('Say **why**');
  await margin(author).getByRole('button', { name: 'Add comment' }).click();
  const thread = margin(author).getByRole('article');
  await expect(thread).toContainText('Say why it ends.');
  await expect(source.locator('mark')).toHaveText(['ends']);

  // The colleague sees it at once, in source, preview and margin, at the same line.
  const mark = editor(colleague, 'Learn').locator('mark');
  await expect(mark).toHaveText(['ends']);
  const inPreview = preview(colleague).getByRole('button', { name: 'Comment by Ada Quill on “ends”: Say **why** it ends.' });
  await expect(inPreview).toHaveText('ends');
  const summary = margin(colleague).getByRole('button', { name: /Say why it ends/ });
  await mark.scrollIntoViewIfNeeded();
  await expect.poll(() => distance(mark, summary)).toBeLessThan(20);
  await scrollTo(editor(colleague, 'Learn').locator('xpath=..'), 30);
  await expect.poll(() => distance(mark, summary)).toBeLessThan(20);

  // Pointing at one highlights the other. With the keyboard, the mark opens its thread.
  await summary.hover();
  await expect(mark).toHaveClass(/cm-passage-lit/);
  await inPreview.press('Enter');
  const theirs = margin(colleague).getByRole('article');
  await theirs.getByRole('button', { name: 'Reply' }).click();
  await expect(theirs.getByRole('textbox')).toBeFocused();
  await colleague.keyboard.type('Because the list does.');
  await colleague.keyboard.press('ControlOrMeta+Enter');
  await expect(theirs.getByRole('list', { name: 'Replies' })).toContainText('Because the list does.');
  await expect(thread.getByRole('list', { name: 'Replies' })).toContainText('Because the list does.');
  await theirs.getByRole('button', { name: 'Complete' }).click();
  await thread.getByRole('button', { name: 'Approve' }).click();
  await expect(mark).toHaveCount(1);
  await editor(colleague, 'Learn').getByText('That is all about it.').click();
  await expect(mark).toHaveCount(0);
  await expect(margin(colleague)).toHaveCount(0);
});

test('a selection in the preview is commented, and its words are deleted', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: 'Loops',
    screens: [{ title: 'Repeating', type: 'text', body_markdown: 'A **loop** repeats.\n\nAnother loop ends.' }],
  });
  await page.goto(lesson.screenUrl);
  await page.getByRole('radiogroup', { name: 'View of Learn' }).getByText('Preview').click();
  await selectWord(page, preview(page), 'loop');
  await commentButton(page).click();
  await expect(newComment(page)).toBeFocused();
  await page.keyboard.type('Which one?');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(preview(page).getByRole('button', { name: /^Comment by Ada Quill on “\*\*loop\*\*”/ })).toHaveText('loop');
  await expectAccessible(page, 'comments beside the preview', { within: MARGIN_AND_TEXT });
  await page.getByRole('radiogroup', { name: 'View of Learn' }).getByText('Split').click();
  await expect(editor(page, 'Learn').locator('mark')).toHaveText(['**loop**']);

  // The mark follows the edits of its text; once its words are gone, the thread says so.
  await typeAtEnd(page, 'Learn', ' So.');
  await editor(page, 'Learn').press('ControlOrMeta+Home');
  await page.keyboard.type('Well: ');
  await expect(preview(page).getByRole('button', { name: /Which one/ })).toHaveText('loop');
  await editor(page, 'Learn').press('ControlOrMeta+a');
  await page.keyboard.insertText('Recursion is another matter.');
  await expect(margin(page).getByText('The text has changed')).toBeVisible();
  await margin(page)
    .getByRole('button', { name: /Which one/ })
    .click();
  await expect(margin(page).getByText('The passage is no longer in the text.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(margin(page).getByRole('button', { name: /Which one/ })).toBeFocused();
  await editor(page, 'Learn').press('ControlOrMeta+z');
  await expect(editor(page, 'Learn').locator('mark')).toHaveText(['**loop**']);

  await margin(page).getByRole('button', { name: 'Hide comments' }).click();
  await expect(margin(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: '1 comment' }).click();
  await expect(margin(page).getByRole('button', { name: /Which one/ })).toBeVisible();
  await expectAccessibleNarrow(page, 'comments below the text');
});

test('the banner leads to an open mandatory comment, where the answer can be typed at once', async ({ product, open }) => {
  const text = Array.from({ length: 40 }, (_, line) => `Line ${line + 1} of the text.\n`).join('\n');
  const screens = [
    { title: 'Intro', type: 'text', body_markdown: 'Nothing here.' },
    { title: 'Loops', type: 'code', hint_markdown: text },
  ] as const;
  const lesson = await product.lesson({ title: 'Loops', screens });
  await product.client.createComment({
    params: { id: lesson.screenIds[1] ?? 0 },
    body: { comment: 'Which one?', mandatory: true, quote: { field: 'hint_markdown', text: 'Line 30', before: '', after: '' } },
  });
  const page = await open(await product.author('Ben Carver', 'external'));
  await page.goto(lesson.screenUrl);
  await page.getByRole('link', { name: 'Screen 2: 1 open' }).click();
  const reply = margin(page).getByRole('textbox', { name: 'Reply to the comment by Ada Quill' });
  await expect(reply).toBeFocused();
  await expect(editor(page, 'Hint').locator('mark')).toHaveText(['Line 30']);
  await page.keyboard.type('The thirtieth.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(margin(page).getByRole('list', { name: 'Replies' })).toContainText('The thirtieth.');
  await expectAccessible(page, 'comments below a text', { within: MARGIN_AND_TEXT });
});
