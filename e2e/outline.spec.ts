import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { editor, expectSaveState, holdSaves, openPalette, openTab, typeAtEnd } from './author.ts';
import { countClicks } from './clicks.ts';
import { expect, test } from './product.ts';

function outline(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Outline' });
}

function row(page: Page, title: string): Locator {
  return outline(page).getByRole('listitem').filter({ hasText: title });
}

function title(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Title', exact: true });
}

test('the next code screen takes two clicks, the first word none', async ({ product, page }) => {
  const lesson = await product.lesson({ title: 'Weather', screens: [{ title: 'Rain' }, { title: 'Sun' }] });
  const clicks = await countClicks(page);
  await page.goto(lesson.screenUrl);
  await row(page, 'Rain').getByRole('button', { name: 'Add or join after screen 1' }).click();
  await page.getByRole('menuitem', { name: 'Code', exact: true }).click();
  await expect(title(page)).toBeFocused();
  await page.keyboard.type('Hot days');
  await page.keyboard.press('Enter');
  await expect(editor(page, 'Learn')).toBeFocused();
  await page.keyboard.type('Some days are hot.');
  await expect.poll(() => clicks.count).toBe(2);
  await expect(page.getByRole('region', { name: 'Output' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, /Saved|Committed|Pushed/);

  // At the end it is one click. What is unsaved is saved first.
  await typeAtEnd(page, 'Learn', ' Really.');
  await page.getByRole('group', { name: 'Add a screen at the end' }).getByRole('button', { name: 'Add Takeaways at the end' }).click();
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('Takeaways');
  const screens = await product.client.listScreens({ params: { id: lesson.id } });
  expect(screens.map(({ title: name, type, body_markdown }) => [name, type, body_markdown])).toEqual([
    ['Rain', 'text', ''],
    ['Hot days', 'code', 'Some days are hot. Really.'],
    ['Sun', 'text', ''],
    ['', 'takeaways', ''],
  ]);
  await expectAccessible(page, 'a new screen with the outline', { within: 'nav[aria-label="Outline"]' });

  // A template is three screens after the chosen one, of which the first is open.
  await row(page, 'Sun').getByRole('button', { name: 'Add or join after screen 3' }).click();
  await page.getByRole('menuitem', { name: /^Explain, try, check/ }).click();
  await expect(row(page, 'Screen 6').getByRole('img', { name: 'Takeaways' })).toBeVisible();
  await expect(editor(page, 'Learn')).toContainText('TODO: A question that the idea answers');
  await expect(page.getByText('Screen 4 of 7')).toBeVisible();
});

test('the outline shows the state of each screen, moves screens by keys and by dragging, and remembers being closed', async ({
  product,
  page,
}) => {
  const lesson = await product.lesson({ title: 'States', screens: ['Alpha', 'Beta', 'Gamma'].map((name) => ({ title: name })) });
  await product.client.createComment({
    params: { id: lesson.screenIds[1] ?? 0 },
    body: { comment: 'Say more.', tags: [], mandatory: false },
  });
  await page.goto(lesson.screenUrl);
  await expect(row(page, 'Beta').getByRole('img', { name: '1 open comment' })).toBeVisible();
  const letSave = await holdSaves(page);
  await typeAtEnd(page, 'Learn', 'Unsaved.');
  await expect(row(page, 'Alpha').getByRole('img', { name: 'unsaved' })).toBeVisible();
  await letSave();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(row(page, 'Alpha').getByRole('img', { name: 'unsaved' })).toHaveCount(0);

  const titles = async () => (await product.client.listScreens({ params: { id: lesson.id } })).map(({ title: name }) => name);
  await row(page, 'Alpha').getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 'Gamma').getByRole('link')).toBeFocused();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect(outline(page).getByRole('listitem').nth(1)).toContainText('Gamma');
  await expect(row(page, 'Gamma').getByRole('link')).toBeFocused();
  await expect.poll(titles).toEqual(['Alpha', 'Gamma', 'Beta']);
  await row(page, 'Beta').hover();
  await row(page, 'Beta').getByTitle('Drag to another place').hover();
  await page.mouse.down();
  await row(page, 'Alpha').hover();
  await page.mouse.up();
  await expect.poll(titles).toEqual(['Beta', 'Alpha', 'Gamma']);

  await page.getByRole('button', { name: 'Outline' }).click();
  await expect(outline(page)).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toHaveValue('Alpha');
  await expect(outline(page)).toHaveCount(0);
  await page.keyboard.press('Alt+o');
  await expect(outline(page)).toBeVisible();

  // Narrow windows show it over the page, until a screen is chosen.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(outline(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Outline' }).click();
  await expect(row(page, 'Alpha').getByRole('link')).toBeFocused();
  // The hint of the button is outside of the landmarks.
  await page.mouse.move(700, 500);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page, 'the outline over the page', { within: 'nav[aria-label="Outline"]' });
  await page.keyboard.press('Escape');
  await expect(outline(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Outline' })).toBeFocused();
  await page.keyboard.press('Enter');
  await row(page, 'Gamma').click();
  await expect(title(page)).toHaveValue('Gamma');
  await expect(outline(page)).toHaveCount(0);
});

test('a lesson of 60 screens opens at the current one and finds others by their titles', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: 'Long',
    screens: Array.from({ length: 60 }, (_, index) => ({ title: `Part ${index + 1} of it` })),
  });
  await page.goto(`${lesson.url}/screen/${lesson.screenIds[43]}`);
  await expect(row(page, 'Part 44 of it')).toBeInViewport();
  await expect(row(page, 'Part 1 of it')).not.toBeInViewport();
  await outline(page).getByRole('textbox', { name: 'Find a screen' }).fill('part 52');
  await expect(outline(page).getByRole('listitem')).toHaveCount(1);
  await row(page, 'Part 52 of it').click();
  await expect(title(page)).toHaveValue('Part 52 of it');
  // The menu opens at the current screen as well.
  await page.getByRole('navigation', { name: 'Screens' }).locator('[aria-haspopup="menu"]').click();
  await expect(page.getByRole('menuitem', { name: '52. Part 52 of it', exact: true })).toBeInViewport();
});

/** How many rows the elements with a role take inside of a container. */
function rowsOf(container: Locator, selector: string): Promise<number> {
  return container.evaluate(
    (element, wanted) => new Set([...element.querySelectorAll(wanted)].map((each) => Math.round(each.getBoundingClientRect().top))).size,
    selector,
  );
}

test('tabs and tools take one row each, and what does not fit is in a menu', async ({ product, page }) => {
  const code = { type: 'code', initial_code: 'print(1)', answer_code: 'print(2)', check_output: true } as const;
  const lesson = await product.lesson({ title: 'Rows', screens: [{ title: 'All', ...code }] });
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(lesson.screenUrl);
    await expect(editor(page, 'Learn')).toBeVisible();
    for (const name of ['Sections of the screen', 'Code of the screen', 'Results of the run'])
      await expect.poll(() => rowsOf(page.getByRole('tablist', { name }), '[role="tab"]'), `${name} at ${width}`).toBe(1);
    const toolbar = page.getByRole('toolbar', { name: 'Formatting of Learn' });
    await expect.poll(() => rowsOf(toolbar, 'button'), `tools at ${width}`).toBe(1);
    await toolbar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Table' }).click();
    await expect(editor(page, 'Learn')).toContainText('| Column 1 | Column 2 |');
    await expect(editor(page, 'Learn')).toBeFocused();
  }
  // What every code screen has is always in view, and so is the tab that is open, with the caret in its editor.
  const places = page.getByRole('tablist', { name: 'Code of the screen' });
  for (const width of [1280, 1366, 1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 390) await page.getByRole('radiogroup', { name: 'Pane' }).getByText('Code').click();
    for (const name of ['Display code', 'Custom check', 'Answer code']) {
      await openTab(page, name);
      await expect(editor(page, name)).toBeFocused();
      await expect(places.getByRole('tab', { selected: true })).toHaveText(name);
      for (const tab of await places.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 0.99 });
    }
    await expect(places.getByRole('tab')).toHaveText(['Initial code', 'Answer code', 'Custom check', 'Display code']);
  }
  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(editor(page, 'Answer code')).toContainText('print(2)');
  // Without a mouse, too, and no letter is lost while an editor opens.
  await page.keyboard.press('Alt+7');
  await page.keyboard.type('rows', { delay: 20 });
  await expect(editor(page, 'Display code')).toHaveText('rows');
  await (await openPalette(page)).getByRole('textbox').fill('go to hint');
  await page
    .getByRole('option', { name: 'Go to Hint' })
    .or(page.getByRole('button', { name: 'Go to Hint' }))
    .waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Add them.', { delay: 20 });
  await expect(editor(page, 'Hint')).toHaveText('Add them.');
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await page.keyboard.type('At its end.', { delay: 20 });
  await expect(editor(page, 'Learn')).toHaveText(/\| *At its end\.$/);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('All');
  await page.keyboard.press('Alt+2');
  // A verdict on a tab adds no row.
  const results = page.getByRole('tablist', { name: 'Results of the run' });
  const height = (await results.boundingBox())?.height;
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByRole('tab', { name: /^Checks (passed|failed)/ })).toBeVisible({ timeout: 240_000 });
  await expect.poll(() => rowsOf(results, '[role="tab"]')).toBe(1);
  await expect.poll(async () => (await results.boundingBox())?.height).toBe(height);
  // A plain run judges nothing.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('tab', { name: /^Checks (passed|failed)/ })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /Answer code · / })).toBeVisible({ timeout: 240_000 });
  await expect(page.getByText(/All passed\.|Wrong answer/)).toHaveCount(0);
});

test('a screen opens on the first tab with content, and tabs show whether they have any', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: 'Imported',
    screens: [{ title: 'Answer', type: 'code', instructions_markdown: 'Print two.', answer_code: 'print(2)' }],
  });
  await page.goto(lesson.screenUrl);
  await expect(editor(page, 'Answer code')).toBeVisible();
  await expect(editor(page, 'Instructions')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Instructions has content' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Hint', exact: true })).toBeVisible();
  await openTab(page, 'Hint');
  await holdSaves(page);
  await typeAtEnd(page, 'Hint', 'One and one.');
  await expect(page.getByRole('tab', { name: 'Hint has content unsaved' })).toBeVisible();
  // The tests prefer reduced motion: neither the cursor nor anything else goes on moving.
  const moving = () => page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(moving).toBe(0);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('tab', { name: 'Hint', exact: true })).toBeVisible();
});
