import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { expect, test } from './product.ts';

// A phrase is replaced in several lessons, after the checks of their code.

test('a phrase is replaced in three lessons without the one whose check fails, and all is undone', async ({ product, page }) => {
  const word = `wug${product.number()}`;
  const answers = [`${word} = 6 * 7\nprint(${word})`, `${word} = 42\nprint(${word})`, `print(len("${word}x"))`];
  const screens: { lessonId: number; screenId: number }[] = [];
  for (const [index, answer_code] of answers.entries()) {
    const lesson = await product.lesson({ title: `Naming ${index}`, screens: [{ title: 'Print' }] });
    const [screen] = await product.client.listScreens({ params: { id: lesson.id } });
    const params = { lessonId: lesson.id, screenId: screen?.id ?? 0 };
    await product.client.saveScreen({ params, body: { type: 'code', body_markdown: `Call it ${word}.`, answer_code } });
    const stdout = index === 2 ? `${word.length + 1}\n` : '42\n';
    await product.client.saveOutput({ params, body: { stdout, check_output: true } });
    screens.push(params);
  }
  const codes = () => Promise.all(screens.map(async (params) => (await product.client.getScreen({ params })).answer_code.includes(word)));

  const matches = async () => (await product.client.search({ body: { query: { text: word } } })).matches;
  await expect.poll(matches, { timeout: 240_000 }).toBe(8);
  await page.goto(`${product.url}/search?q=${word}`);
  await page.getByLabel('Replace with').fill('blickblick');
  await page.getByRole('button', { name: 'Replace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace' });
  await expect(dialog.getByRole('checkbox', { name: 'All 8 changes' })).toBeVisible();
  await expectAccessible(page, 'choosing what is replaced', { within: DIALOG });
  await expectAccessibleNarrow(page, 'choosing what is replaced', { within: DIALOG });
  await dialog.getByLabel('Message').fill(`Say blickblick instead of ${word}`);
  await dialog.getByRole('button', { name: 'Check and replace' }).click();

  const failing = dialog.getByRole('list', { name: 'Failing screens' });
  await expect(failing.getByRole('listitem')).toHaveCount(1, { timeout: 240_000 });
  await expectAccessible(page, 'screens whose checks would fail', { within: DIALOG });
  expect(await codes()).toEqual([true, true, true]);
  await dialog.getByRole('button', { name: 'Replace in passing screens' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Replaced in 2 lessons.' });
  // It stays for as long as the pointer is on it.
  await toast.hover();
  expect(await codes()).toEqual([false, false, true]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone in 2 lessons.')).toBeVisible();
  expect(await codes()).toEqual([true, true, true]);
});
