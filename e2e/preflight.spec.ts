import { expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { expect, test } from './product.ts';

// What is wrong with the lessons of a release, without running code.

test('findings are filtered, opened at their line, fixed, undone and accepted', async ({ product, page }) => {
  const release = await product.release('Preflight');
  const title = product.unique('Flawed');
  const lesson = await product.lesson({
    title,
    release,
    screens: [
      { title: 'Text', body_markdown: 'Look:\n\n![A cat](../../images/cat.png)\n\n## A\n\n#### B\n\nMore' },
      {
        title: 'Task',
        type: 'code',
        instructions_markdown: 'Do it.',
        answer_code: 'import random\nx = random.random()\n# TODO: round it',
        check_val: '1',
      },
    ],
  });
  const fine = await product.lesson({ title: product.unique('Fine'), release, screens: [{ title: 'Text', body_markdown: 'Fine.' }] });

  await page.goto(`${product.url}/releases`);
  await page.getByRole('button', { name: release.name, exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: title }).getByTitle('1 error')).toBeVisible();
  await page.getByRole('link', { name: `Preflight of ${release.name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Preflight of ${release.name}` })).toBeVisible();
  const group = page.getByRole('region', { name: `${lesson.sequence} ${title}` });
  await expect(group.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText(String(fine.sequence))).toHaveCount(0);
  await expectAccessible(page, 'preflight');
  await expectAccessibleNarrow(page, 'preflight');

  await page.getByRole('button', { name: '1 error' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/severity=error/);
  await page.getByRole('button', { name: '1 error' }).click();
  await page.getByRole('combobox', { name: 'Rule' }).click();
  await page.getByRole('option', { name: 'Leftover (1)' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(1);

  // To the line, and back with the filter.
  await group.getByRole('link', { name: '“TODO” is left over.' }).click();
  const answer = page.getByRole('textbox', { name: 'Answer code', exact: true });
  await expect(answer).toBeFocused();
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toContain('# TODO: round it');
  await page.goBack();
  await expect(group.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Rule' }).click();
  await page.getByRole('option', { name: 'All rules' }).click();

  const bodyOf = async () =>
    (await product.client.listScreens({ params: { id: lesson.id } })).find((screen) => screen.title === 'Text')?.body_markdown;
  await group.getByRole('button', { name: /^Make it level 3/ }).click();
  await expect(group.getByRole('listitem')).toHaveCount(4);
  expect(await bodyOf()).toContain('\n### B\n');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(5);
  expect(await bodyOf()).toContain('\n#### B\n');

  await group.getByRole('button', { name: /^Accept: The result is random/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept finding' });
  await dialog.getByLabel('Why is this fine?').fill('The lesson is about chance.');
  await expectAccessible(page, 'accepting a finding');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toBeHidden();
  await expect(group.getByRole('listitem')).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Show 1 accepted' }).check();
  await expect(group.getByText('The lesson is about chance.')).toBeVisible();
  await group.getByRole('button', { name: /^Show again/ }).click();
  await expect(group.getByText('The lesson is about chance.')).toHaveCount(0);
  await expect(group.getByRole('listitem')).toHaveCount(5);
});

test('a lesson without findings says so, and its page links to them', async ({ product, page }) => {
  const lesson = await product.lesson({ title: product.unique('Fine'), screens: [{ title: 'Text', body_markdown: 'Fine.' }] });
  await page.goto(`${product.url}/lesson/${lesson.id}`);
  await page.getByRole('link', { name: 'Preflight' }).click();
  await expect(page.getByText('No problems found.')).toBeVisible();
  await expectAccessible(page, 'preflight of a lesson without findings');
});
