import { readFile } from 'node:fs/promises';
import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
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
        // Nothing is judged, so that no run adds a finding.
        dynamic_answer: true,
      },
    ],
  });
  const fine = await product.lesson({ title: product.unique('Fine'), release, screens: [{ title: 'Text', body_markdown: 'Fine.' }] });

  await page.goto(`${product.url}/releases?q=${encodeURIComponent(release.name)}`);
  await page.getByRole('button', { name: release.name, exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: title }).getByTitle('1 error')).toBeVisible();
  await page.getByRole('link', { name: `Preflight of ${release.name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Preflight of ${release.name}` })).toBeVisible();
  const group = page.getByRole('region', { name: `${lesson.sequence} ${title}` });
  await expect(group.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText(String(fine.sequence))).toHaveCount(0);
  await expectAccessible(page, 'preflight', { within: 'main' });
  await expectAccessibleNarrow(page, 'preflight', { within: 'main' });

  await page.getByRole('button', { name: '1 error' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(/severity=error/);
  await page.getByRole('button', { name: '1 error' }).click();
  await page.getByRole('combobox', { name: 'Rule' }).click();
  await page.getByRole('option', { name: 'Leftover (1)' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Author' }).click();
  await page.getByRole('option', { name: / \(1\)$/ }).click();
  await page.getByRole('checkbox', { name: 'Mine' }).check();
  await expect(page).toHaveURL(/author=.+mine=true/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toEqual([
    expect.stringContaining('lesson,title,author'),
    expect.stringContaining(`${lesson.sequence},${title}`),
  ]);

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
  await expect.poll(bodyOf).toContain('\n### B\n');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(group.getByRole('listitem')).toHaveCount(5);
  await expect.poll(bodyOf).toContain('\n#### B\n');

  await group.getByRole('button', { name: /^Accept: The result is random/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept finding' });
  await dialog.getByLabel('Why is this fine?').fill('The lesson is about chance.');
  await expectAccessible(page, 'accepting a finding', { within: DIALOG });
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
  await expectAccessible(page, 'preflight of a lesson without findings', { within: 'main' });
});

test('a screen shows its findings below the editor, with places and fixes', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: product.unique('Headings'),
    screens: [{ title: 'Text', body_markdown: 'Look:\n\n![](https://lessons.example/a.png)\n\n## A\n\n#### B\n\nMore' }],
  });
  const [screen] = await product.client.listScreens({ params: { id: lesson.id } });
  await page.goto(`${product.url}/lesson/${lesson.id}/screen/${screen?.id}`);
  await page.getByRole('button', { name: 'Preflight: 2 warnings' }).click();
  const list = page.getByRole('dialog', { name: /^Preflight:/ });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  // Its text has a heading that axe would find, too.
  await expectAccessible(page, 'the findings of a screen', { within: '[role="dialog"], footer' });
  await list.getByRole('button', { name: /^Make it level 3/ }).click();
  await expect(page.getByRole('button', { name: 'Preflight: 1 warning' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Learn' })).toContainText('### B');
  await list.getByRole('link', { name: /^This image has no alt text/ }).click();
  await expect(list).toBeHidden();
  await expect(page).toHaveURL(/line=3/);
});

test('a misspelled word is corrected everywhere in its screen, and a right one added to the dictionary', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: product.unique('Words'),
    screens: [{ title: 'Text', body_markdown: 'You recieve a filescreeny file.\n\nThen recieve another one.' }],
  });
  const bodyOf = async () => (await product.client.listScreens({ params: { id: lesson.id } }))[0]?.body_markdown;
  await page.goto(`${product.url}/lesson/${lesson.id}/preflight`);
  const findings = page.getByRole('listitem');
  await expect(findings).toHaveCount(2);
  await expectAccessible(page, 'unknown words', { within: 'main' });

  await findings
    .filter({ hasText: '“recieve”' })
    .getByRole('button', { name: /^Write “receive”/ })
    .click();
  await expect(findings).toHaveCount(1);
  await expect.poll(bodyOf).toBe('You receive a filescreeny file.\n\nThen receive another one.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(findings).toHaveCount(2);
  await expect.poll(bodyOf).toBe('You recieve a filescreeny file.\n\nThen recieve another one.');

  await page.getByRole('button', { name: /^Add to dictionary: “filescreeny”/ }).click();
  await expect(page.getByText('All lessons may use “filescreeny” now.')).toBeVisible();
  await expect(findings).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Show 1 accepted' }).check();
  await expect(findings.filter({ hasText: 'It is a word.' })).toBeVisible();
  await expectAccessible(page, 'a word of the dictionary', { within: 'main' });
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('button', { name: /^Add to dictionary: “filescreeny”/ })).toBeVisible();
  await expect(findings).toHaveCount(2);
});

test('links to other sites are checked on request', async ({ product, page }) => {
  const lesson = await product.lesson({
    title: product.unique('Links'),
    // No request leaves this machine.
    screens: [{ title: 'Text', body_markdown: '[Inside](http://10.0.0.1/) and [metadata](http://169.254.169.254/).' }],
  });
  await page.goto(`${product.url}/lesson/${lesson.id}/preflight`);
  await expect(page.getByText('2 links to other sites haven’t been checked yet.')).toBeVisible();
  await expectAccessible(page, 'links to check', { within: 'main' });
  await page.getByRole('button', { name: 'Check links' }).click();
  await expect(page.getByRole('link', { name: /^Couldn’t tell whether “http:\/\/10\.0\.0\.1\/” works/ })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Check links' })).toHaveCount(0);
});

test('a release requires preflight before its merge', async ({ product, page }) => {
  const release = await product.release('Strict');
  await product.lesson({
    title: product.unique('Flawed'),
    release,
    screens: [{ title: 'Text', body_markdown: '![A cat](../../images/cat.png)' }],
  });
  await page.goto(`${product.url}/releases?q=${encodeURIComponent(release.name)}`);
  await page.getByRole('button', { name: `Edit ${release.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${release.name}` });
  await dialog.getByRole('checkbox', { name: 'Preflight must pass before merge' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await product.client.openPullRequest({ params: { id: release.id }, body: {} });
  await page.goto(`${product.url}/releases/${release.id}/pull`);
  await expect(page.getByText('Preflight must pass before the merge, but it found 1 error.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled();
  await expect(page.getByText('Preflight: 1 error').first()).toBeVisible();
  await page.getByRole('link', { name: 'Open preflight' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'The lesson has no image “cat.png”.' })).toBeVisible();
});
