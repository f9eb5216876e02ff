import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { expect, test } from './product.ts';

// Search over all content.

test('a phrase is found while it is typed, narrowed, and opened at its place', async ({ product, page }) => {
  const word = product.unique('quagga').replaceAll(/\W/g, '');
  const title = product.unique('Zoo');
  const lesson = await product.lesson({
    title,
    screens: [
      { title: 'Animals', body_markdown: `One.\n\nThe ${word} lived here. ${word.toUpperCase()} again.\n\nThree.` },
      { title: 'Count them', type: 'code', answer_code: `x = 1\n${word} = 2\nprint(${word})` },
    ],
  });

  await page.goto(product.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Lessons' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+f');
  const box = page.getByRole('textbox', { name: 'Search for' });
  await expect(box).toBeFocused();
  await box.pressSequentially(word);
  const group = page.getByRole('region', { name: `${lesson.sequence} ${title}` });
  await expect(group.getByRole('link')).toHaveCount(4);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  await expectAccessibleNarrow(page, 'search', { within: 'main' });

  await page.keyboard.press('Alt+c');
  await expect(group.getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Match case' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('region', { name: 'Kind of text' }).getByRole('button', { name: /^Text/ }).click();
  await expect(group.getByRole('link')).toHaveCount(1);
  await page.reload();
  await expect(group.getByRole('link')).toHaveCount(1);
  await page.getByRole('region', { name: 'Kind of text' }).getByRole('button', { name: /^Text/ }).click();
  await expect(group.getByRole('link')).toHaveCount(3);

  // By keyboard to the second match in code, and back to the results.
  await box.focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('textbox', { name: 'Answer code', exact: true });
  await expect(answer).toBeFocused();
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe(word);
  await expect(page).toHaveURL(/line=3&column=7/);
  await page.goBack();
  await expect(group.getByRole('link')).toHaveCount(3);
  await group.getByRole('link').first().click();
  await expect(page.getByRole('textbox', { name: 'Learn', exact: true })).toBeFocused();
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe(word);
});

test('patterns are explained, and searches are saved, renamed and deleted', async ({ product, page }) => {
  await page.goto(`${product.url}/search?q=ab(c&regex=true`);
  await expect(page.getByRole('alert')).toContainText('Missing closing ).');
  const box = page.getByRole('textbox', { name: 'Search for' });
  await box.fill(String.raw`zz\d+qq`);
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  const name = product.unique('Numbers');
  await page.getByRole('button', { name: 'Save search' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = page.getByRole('region', { name: 'Saved searches' });
  await expect(saved.getByRole('link', { name })).toBeVisible();
  await page.goto(`${product.url}/search`);
  await saved.getByRole('link', { name }).click();
  await expect(box).toHaveValue(String.raw`zz\d+qq`);
  await expect(page.getByRole('button', { name: 'Regular expression' })).toHaveAttribute('aria-pressed', 'true');
  await saved.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} again`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved.getByRole('button', { name: `Delete ${name} again` }).click();
  await expect(saved).toHaveCount(0);
});

test('a view of the lessons list is saved, opened by name, and restored after it was deleted', async ({ product, page }) => {
  const name = product.unique('Drafts in Python');
  await page.goto(`${product.url}/?language=python&sort=-updated`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check();
  await expectAccessible(page, 'the dialog Save view', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`${product.url}/datasets`);
  await expect(page.getByRole('heading', { level: 1, name: 'Datasets' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('textbox', { name: /^Search lessons, courses/ }).fill(name);
  await page.getByRole('option', { name }).or(page.getByRole('button', { name })).first().click();
  await expect(page).toHaveURL(/\/\?sort=-updated&language=python$/);
  await expect(page.getByRole('combobox', { name: 'Language of the code' })).toHaveValue('python');

  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await expectAccessible(page, 'the dialog Saved views', { within: DIALOG });
  await views.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(views.getByRole('link', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(views.getByRole('link', { name })).toBeVisible();
});
