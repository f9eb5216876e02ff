import type { Page } from '@playwright/test';
import { pngBytes } from '#testing/png-bytes.ts';
import { expectAccessible } from './accessible.ts';
import { editor, saveScreen, write } from './author.ts';
import { expect, test } from './product.ts';

/** Everything that the Live view shows in another way. */
const LIVE = [
  '# A *title*',
  '',
  'Some **strong** words, a [page](https://a.example) and $x^2$.',
  '',
  '| a | b |',
  '|---|---|',
  '| c | d |',
  '',
  '::: tip Faster',
  '- [x] done',
  ':::',
  '',
  '> A quote.',
  '',
  '```python',
  'print(1)',
  '```',
  '',
  '![A dot](../../images/live.png)',
  '',
  'The end.',
].join('\n');

/**
 * Records events and changes in the editor: whole runs saw a newline before the last words three times, and no run of this test alone did.
 * Returns what was recorded, for the message of a failure.
 */
async function recordTyping(page: Page): Promise<() => Promise<string>> {
  const record = await page.evaluateHandle(() => {
    const lines: string[] = [];
    const place = () => {
      const { anchorNode, anchorOffset } = document.getSelection() ?? {};
      return `${anchorNode?.nodeName} ${anchorOffset} ${JSON.stringify((anchorNode?.textContent ?? '').slice(-12))}`;
    };
    const add = (event: KeyboardEvent | InputEvent) =>
      lines.push([event.type, 'key' in event ? event.key : event.inputType, place()].join(' '));
    document.addEventListener('keydown', add, true);
    document.addEventListener('beforeinput', add, true);
    const changes = new MutationObserver((all) => {
      for (const { type, target, addedNodes } of all)
        lines.push([type, target.nodeName, target.textContent?.slice(-12), ...[...addedNodes].map((node) => node.nodeName)].join(' '));
    });
    for (const content of document.querySelectorAll('.cm-content'))
      changes.observe(content, { subtree: true, childList: true, characterData: true });
    return lines;
  });
  return async () => (await record.jsonValue()).slice(0, 60).join('\n');
}

test('a text is written as it reads, and stays the Markdown that it is', async ({ product, page }) => {
  const lesson = await product.lesson({ title: 'As it reads', screens: [{}] });
  const place = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  const source = editor(page, 'Learn');
  const view = page.getByRole('radiogroup', { name: 'View of Learn' });
  const file = { name: 'live.png', mimeType: 'image/png', buffer: pngBytes(30, 20) };
  await page.request.post(`${product.url}/api/lesson/${lesson.id}/image`, { multipart: { file } });
  await page.goto(lesson.screenUrl);
  await write(page, 'Learn', LIVE);
  await view.getByText('Live').click();
  await expect(page.getByRole('region', { name: 'Preview of Learn' })).toHaveCount(0);
  await source.press('ControlOrMeta+End');
  await expect(source.getByRole('heading', { name: 'A title', level: 1 })).toBeVisible();
  await expect(source.locator('math')).toBeVisible();
  await expect(source.getByRole('group', { name: 'Table' }).getByRole('cell', { name: 'd' })).toBeVisible();
  const isDrawn = () =>
    source.getByRole('img', { name: 'A dot' }).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth === 30);
  await expect.poll(isDrawn).toBe(true);
  await expectAccessible(page, 'the Live view', { within: '[aria-label="Content"]' });

  // The caret opens the line that it comes to, with the arrows too, and what is in place of several lines.
  await source.press('ControlOrMeta+Home');
  await expect(source).toContainText('# A *title*');
  for (let line = 1; line < 7; line++) await page.keyboard.press('ArrowDown');
  await expect(source).toContainText('|---|---|');
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await page.keyboard.type('e');
  await expect(source).toContainText(/\| c +\| e +\|/);
  // The editor may have put both edits into one step of undo.
  while (!(await source.innerText()).includes('| c | d |')) await page.keyboard.press('ControlOrMeta+z');
  await expect(source).toContainText('| c | d |');
  await expectAccessible(page, 'an open part of the Live view', { within: '[aria-label="Content"]' });

  // What is found is opened.
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('strong');
  await page.keyboard.press('Enter');
  await expect(source).toContainText('**strong**');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+End');
  await expect(source.locator('.cm-activeLine')).toHaveText('The end.');
  const whatHappened = await recordTyping(page);
  await page.keyboard.type(' Or not.');
  await saveScreen(page);
  const saved = (await product.client.getScreen({ params: place })).body_markdown;
  expect(saved, await whatHappened()).toBe(`${LIVE} Or not.`);
});
