import type { Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { editor, expectSaveState, holdSaves, openTab, saveScreen, typeAtEnd } from './author.ts';
import { keptDrafts } from './kept-drafts.ts';
import { expect, test, type Product } from './product.ts';

const TEXT = ['First line.', 'Second line.', 'Third line.', 'Fourth line.', 'Fifth line.'].join('\n\n');

interface SharedScreen {
  readonly address: string;
  /** The current state on the server. */
  read(): ReturnType<Client<Api>['getScreen']>;
}

async function makeScreen(product: Product): Promise<SharedScreen> {
  const lesson = await product.lesson({ title: 'Shared', screens: [{ title: 'Shared', body_markdown: TEXT }] });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  return { address: lesson.screenUrl, read: () => product.client.getScreen({ params }) };
}

/** Opens the address on pages of the same person. */
async function openOn(pages: readonly Page[], address: string): Promise<void> {
  for (const page of pages) {
    await page.goto(address);
    await expect(editor(page, 'Learn')).toContainText('First line.');
  }
}

/** Types at the end of the line that contains `text`. */
async function typeInLine(page: Page, text: string, addition: string): Promise<void> {
  await editor(page, 'Learn').getByText(text).click();
  await page.keyboard.press('End');
  await page.keyboard.type(addition, { delay: 5 });
}

test('edits of different fields and lines in two browsers are merged', async ({ product, open }) => {
  const screen = await makeScreen(product);
  const [first, second] = [await open(), await open()];
  await openOn([first, second], screen.address);
  // Otherwise the first page saves itself, and the second gets its text while someone types there.
  const release = await holdSaves(first);
  await typeInLine(first, 'First line.', ' By the first.');
  await openTab(second, 'Hint');
  await typeAtEnd(second, 'Hint', 'A hint by the second.');
  await openTab(second, 'Learn');
  await typeInLine(second, 'Fifth line.', ' By the second.');
  await release();
  await saveScreen(first);
  await saveScreen(second);
  await expect(editor(second, 'Learn')).toContainText('By the first.');

  const saved = await screen.read();
  expect(saved.body_markdown).toBe(
    TEXT.replace('First line.', 'First line. By the first.').replace('Fifth line.', 'Fifth line. By the second.'),
  );
  expect(saved.hint_markdown).toBe('A hint by the second.');
});

test('edits of the same line in two browsers are resolved with both sides visible', async ({ product, open }) => {
  const screen = await makeScreen(product);
  const [first, second] = [await open(), await open()];
  await openOn([first, second], screen.address);
  // Both edit before either saves: a page without edits loads what others save.
  const releases = [await holdSaves(first), await holdSaves(second)];
  await typeInLine(first, 'Third line.', ' Mine it is.');
  await typeInLine(second, 'Third line.', ' No, mine.');
  for (const release of releases) await release();
  await saveScreen(first);
  await second.keyboard.press('ControlOrMeta+s');
  const resolver = second.getByRole('dialog', { name: 'Conflicting changes' });
  await expect(resolver).toBeVisible();
  await expect(resolver.getByText('Third line. Mine it is.')).toBeVisible();
  await expect(resolver.getByText('Third line. No, mine.')).toBeVisible();
  await expectAccessible(second, 'the conflict resolver', { within: DIALOG });
  expect((await screen.read()).body_markdown).toContain('Mine it is.');

  await resolver.getByRole('button', { name: 'Use both' }).click();
  await resolver.getByRole('button', { name: 'Save the result' }).click();
  await expect(resolver).toBeHidden();
  await expectSaveState(second, /Saved|Committed|Pushed/);
  const { body_markdown: text } = await screen.read();
  expect(text).toContain('Third line. Mine it is.');
  expect(text).toContain('Third line. No, mine.');
});

test('no keystroke is lost during saves', async ({ product, page }) => {
  const screen = await makeScreen(product);
  await page.goto(screen.address);
  await expect(editor(page, 'Learn')).toContainText('First line.');
  const typed = Array.from({ length: 40 }, (_, index) => ` word${index}`);
  await editor(page, 'Learn').getByText('Fifth line.').click();
  await page.keyboard.press('End');
  for (const [index, word] of typed.entries()) {
    await page.keyboard.type(word);
    if (index % 5 === 4) await page.keyboard.press('ControlOrMeta+s');
  }
  await expectSaveState(page, /Unsaved|Saved|Committed|Pushed/);
  await saveScreen(page);
  await expect.poll(async () => (await screen.read()).body_markdown).toBe(TEXT + typed.join(''));
});

test('unsaved edits are offered after a crash of the page', async ({ product, page, context }) => {
  const screen = await makeScreen(product);
  await page.goto(screen.address);
  await holdSaves(page);
  await typeInLine(page, 'Second line.', ' Never saved.');
  await expect.poll(() => keptDrafts(page)).toContain('Never saved.');
  // What waits for its save is sent when the page is closed; what was refused is not.
  await expectSaveState(page, /Failed/);
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto(screen.address);
  await expect(again.getByText('You have unsaved changes to this screen, kept in this browser.')).toBeVisible();
  await expect(editor(again, 'Learn')).not.toContainText('Never saved.');
  await expectAccessible(again, 'a screen with a kept draft', { within: '.mantine-Alert-root' });
  await again.getByRole('button', { name: 'Restore' }).click();
  await expect(editor(again, 'Learn')).toContainText('Second line. Never saved.');
  await saveScreen(again);
  expect((await screen.read()).body_markdown).toContain('Second line. Never saved.');
  await again.reload();
  await expect(editor(again, 'Learn')).toContainText('Never saved.');
  await expect(again.getByText('You have unsaved changes to this screen')).toHaveCount(0);
});

test('work is saved by itself and when one leaves, which asks only where a save is refused', async ({ product, page }) => {
  const screen = await makeScreen(product);
  const learn = async () => (await screen.read()).body_markdown;
  await page.goto(screen.address);
  await typeInLine(page, 'First line.', ' By itself.');
  await expect.poll(learn).toContain('First line. By itself.');
  // The caret stays where it was, and the next key belongs to the text.
  await page.keyboard.type(' On leaving.');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
  expect(await learn()).toContain('First line. By itself. On leaving.');

  await page.goto(screen.address);
  const release = await holdSaves(page);
  await typeInLine(page, 'Second line.', ' Refused.');
  await page.getByRole('link', { name: 'Home' }).click();
  const refused = page.getByRole('dialog', { name: 'Not everything is saved' });
  await expectAccessible(page, 'leaving when a save is refused', { within: DIALOG });
  await refused.getByRole('button', { name: 'Stay' }).click();
  await expect(editor(page, 'Learn')).toContainText('Second line. Refused.');
  await page.getByRole('link', { name: 'Home' }).click();
  await release();
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
  expect(await learn()).toContain('Second line. Refused.');
});
