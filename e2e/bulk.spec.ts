import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { countClicks } from './clicks.ts';
import { expect, test } from './product.ts';

// Several lessons at once, on the lessons list.

const box = (page: Page, sequence: number) => page.getByRole('checkbox', { name: new RegExp(`^Select lesson ${sequence} `) });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected lessons' });

async function search(page: Page, url: string, word: string): Promise<void> {
  await page.goto(`${url}/?q=${word}`);
  await expect(page.getByRole('grid', { name: 'Lessons' }).getByRole('link', { name: new RegExp(`^${word}`) })).toHaveCount(2);
}

test('two lessons of drafts are published without the others, with at most seven clicks', async ({ product, page }) => {
  const word = `Bulk${product.number()}`;
  const lessons = [
    await product.lesson({ title: `${word} one`, screens: [{ title: 'A' }] }),
    await product.lesson({ title: `${word} two`, screens: [{ title: 'B' }] }),
  ];
  const other = await product.lesson({ title: `Not ${word}`, screens: [{ title: 'C' }] });
  const [one, two] = lessons.map(({ sequence }) => sequence) as [number, number];
  const colleague = await product.author('Cleo Park');
  const clicks = await countClicks(page);
  await search(page, product.url, word);
  await box(page, one).click();
  await box(page, two).click({ modifiers: ['Shift'] });
  await expect(toolbar(page)).toContainText('2 selected');
  await expectAccessible(page, 'selected lessons');
  await toolbar(page).getByRole('button', { name: 'Send for review' }).click();
  // Right there: only what was selected is ticked.
  const sending = page.getByRole('dialog', { name: /^Send Drafts .* for review$/ });
  const included = sending.getByRole('region', { name: 'Included' });
  const tick = (name: string) => included.getByRole('checkbox', { name });
  for (const title of [`${one} ${word} one`, `${two} ${word} two`]) await expect(tick(title)).toBeChecked({ timeout: 240_000 });
  await expect(tick(`${other.sequence} Not ${word}`)).not.toBeChecked({ timeout: 240_000 });
  await expectAccessible(page, 'sending selected lessons for review', { within: DIALOG });
  await sending.getByRole('button', { name: 'Send for review' }).click();
  const sent = page.getByRole('status').filter({ hasText: `${one} ${word} one and 1 more was sent for review.` });
  await sent.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL('**/releases/*/pull');
  await expect(page.getByRole('button', { name: 'Merge' })).toBeVisible();
  const id = Number(/releases\/(\d+)\//.exec(page.url())?.[1]);
  // A colleague approves.
  await colleague.client.reviewPullRequest({ params: { id }, body: { verdict: 'approve' } });
  await expect(page.getByRole('button', { name: 'Merge' })).toBeEnabled({ timeout: 240_000 });
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  const published = async () =>
    (await product.client.listLessons()).filter((row) => row.is_main && [one, two].includes(row.sequence)).length;
  await expect.poll(published, { timeout: 240_000 }).toBe(2);
  expect(clicks.count).toBeLessThanOrEqual(7);
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByRole('heading', { name: /^Revert / })).toBeVisible({ timeout: 240_000 });
  expect(await product.client.getLesson({ params: { id: other.id } })).toMatchObject({ main_state: 'new', is_own_drafts: true });
});

test('selected lessons are moved back, exported, deleted, restored and copied', async ({ product, page }) => {
  const word = `Many${product.number()}`;
  const lessons = [await product.lesson({ title: `${word} one` }), await product.lesson({ title: `${word} two` })];
  const [one, two] = lessons.map(({ sequence }) => sequence) as [number, number];
  const release = await product.release('Summer');
  await search(page, product.url, word);
  // By keyboard: Space on a row, and Shift with Space up to another one.
  await page.getByLabel('Search lessons').press('ArrowDown');
  await expect(page.getByRole('row').filter({ has: box(page, one) })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(box(page, one)).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(box(page, two)).toBeChecked();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    toolbar(page).getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lessons.zip');
  const zip = (await readFile(await download.path())).toString('latin1');
  for (const number of [one, two]) expect(zip).toContain(`lessons/${number}-many`);

  await toolbar(page).getByRole('button', { name: 'Move to release…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 2 lessons to a release' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog.getByText('You must select one of the releases.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Release' }).click();
  await page.getByRole('option', { name: release.name }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await page.getByRole('status').filter({ hasText: '2 lessons were moved' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 lessons were moved back.')).toBeVisible();

  await toolbar(page).getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 lessons' }).getByRole('button', { name: 'Delete lessons' }).click();
  await expect(page.getByText('No lessons match.')).toBeVisible();
  await page.getByRole('status').filter({ hasText: '2 lessons deleted.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, one)).toBeVisible();
  await expect(box(page, two)).toBeVisible();

  // All that match, by the box in the heading; a phrase in quotes is one word of the search.
  await page.getByRole('checkbox', { name: 'Select all that match: 2 lessons' }).click();
  await expect(toolbar(page)).toContainText('2 selected');
  await toolbar(page).getByRole('button', { name: 'Copy to release…' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy 2 lessons to a release' });
  await expect(copying).toContainText(`Lessons ${one}, ${two} stay where they are`);
  await copying.getByRole('combobox', { name: 'Release' }).click();
  await page.getByRole('option', { name: release.name }).click();
  await copying.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText(`2 lessons were copied to ${release.name}.`)).toBeVisible();
  const copies = (await product.client.listLessons()).filter((row) => row.release_id === release.id);
  expect(new Set(copies.map(({ sequence }) => sequence))).toEqual(new Set([one, two]));
  await page.getByLabel('Search lessons').fill(`"${word} two"`);
  await expect(page.getByRole('checkbox', { name: 'Select all that match: 1 lesson' })).toBeVisible();

  // The trash restores both in one press.
  for (const { id } of copies) await product.client.deleteLesson({ params: { id } });
  await page.goto(`${product.url}/trash?q=${encodeURIComponent(`"${release.name}" ${word}`)}`);
  await page.getByRole('checkbox', { name: 'Select all that match: 2 items' }).click();
  await expectAccessible(page, 'selected items of the trash');
  await page.getByRole('button', { name: 'Restore selected' }).click();
  await expect(page.getByText('2 items restored.')).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Selected items' })).toHaveCount(0);
  expect((await product.client.listLessons()).filter((row) => row.release_id === release.id)).toHaveLength(2);
});

test('the tests of selected lessons run together, and a failure leads to its test', async ({ product, page }) => {
  const word = `Tested${product.number()}`;
  const code = { type: 'code', answer_code: 'print(4)', initial_code: '', check_output: true } as const;
  const lessons = [
    await product.lesson({ title: `${word} one`, screens: [code] }),
    await product.lesson({ title: `${word} two`, screens: [{ title: 'Text' }] }),
  ];
  const [tested, empty] = lessons.map(({ sequence }) => sequence) as [number, number];
  const params = { lessonId: lessons[0]?.id ?? 0, screenId: lessons[0]?.screenIds[0] ?? 0 };
  await product.client.saveOutput({ params, body: { stdout: '4\n', check_output: true } });
  const checkOutput = { enabled: true, pass: false, results: [] };
  const body = { code: 'print(2 + 2)', checkOutput, description: 'A sum', is_boolean_test: true };
  await product.client.saveScreenTest({ params, body });
  await search(page, product.url, word);
  await box(page, tested).click();
  await box(page, empty).click();
  await expect(toolbar(page).getByText('2 selected')).toBeVisible();
  await toolbar(page).getByRole('button', { name: 'Test', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Test 2 lessons' });
  await expect(dialog.getByText('1 of 2 tests failed.')).toBeVisible({ timeout: 240_000 });
  await expect(dialog.getByText(`Lesson ${empty} has no tests.`)).toBeVisible();
  await expect(dialog.getByText('Expected to fail, but passed.')).toBeVisible();
  await expectAccessible(page, 'the tests of selected lessons', { within: DIALOG });
  await dialog.getByRole('link', { name: 'Screen 1: A sum' }).click();
  await expect(page).toHaveURL(new RegExp(`/lesson/${lessons[0]?.id}/tests\\?`));
  await expect(page.getByRole('region', { name: 'Test', exact: true }).getByRole('heading', { name: 'A sum' })).toBeVisible();
});

test('a draft and its published version are one row, which unfolds; the next lesson begins on either page', async ({ product, page }) => {
  // A sample, and a draft of it that is ahead.
  const published = (await product.client.listLessons()).find((row) => row.is_main);
  const { sequence = 0, id = 0 } = published ?? {};
  const author = await product.author('Fay Folder');
  const draft = await author.client.cloneLesson({ params: { id } });
  await author.client.saveLesson({ params: { id: draft.id }, body: { title: 'Changed in a draft' } });
  await page.goto(`${product.url}/?q=${sequence}`);
  const drafts = page
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Select lesson ${sequence} (${draft.release_name})` }) });
  await expect(drafts).toBeVisible();
  const unfold = drafts.getByRole('button', { name: new RegExp(`other versions? of lesson ${sequence}$`) });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await unfold.press('Enter');
  await expect(page).toHaveURL(new RegExp(`open=${sequence}`));
  await expect(page.getByRole('checkbox', { name: `Select lesson ${sequence} (${published?.release_name})` })).toBeVisible();
  await expectAccessible(page, 'a lesson with its versions unfolded');
  await page.reload();
  await expect(unfold).toHaveAttribute('aria-expanded', 'true');
  await unfold.press('Enter');
  await expect(page).not.toHaveURL(/open=/);
  await drafts.getByRole('link', { name: `Published version of lesson ${sequence}` }).click();
  await expect(page).toHaveURL(`${product.url}/lesson/${id}`);

  // The next lesson begins here, too.
  await expect(page.getByRole('button', { name: 'New lesson' })).toBeVisible();
  await page.keyboard.press('Alt+n');
  const dialog = page.getByRole('dialog', { name: 'New lesson' });
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Begun from a lesson');
  await dialog.getByLabel('Begins with').selectOption('Worked example');
  await dialog.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(page).toHaveURL(/\/lesson\/\d+\/screen\/\d+/);
  await expect(page.getByText('Screen 1 of 3')).toBeVisible();

  // A lesson of the team can be a beginning, too.
  const template = await product.lesson({ title: 'House style', screens: [{ title: 'Why it matters' }] });
  await page.goto(`${template.url}?tab=settings`);
  const toggle = page.getByRole('switch', { name: 'Team template' });
  // It is off until the templates are known.
  await expect(toggle).toBeEnabled();
  // It is on with the next frame: `check` may look before that.
  await toggle.click({ force: true });
  await expect(toggle).toBeChecked();
  await expect.poll(async () => (await product.client.listLessonTemplates()).map(({ id: marked }) => marked)).toContain(template.id);
  await expectAccessible(page, 'the switch of a template', { within: 'section[aria-label="Reuse"]' });
  await page.goto(product.url);
  const form = page.getByRole('form', { name: 'New lesson' });
  await form.getByLabel('Begins with').selectOption(`${template.sequence} House style`);
  await expect(form.getByLabel('Language')).toBeDisabled();
  await form.getByRole('textbox', { name: 'Title' }).fill('In house style');
  await form.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /In house style/ })).toBeVisible();
  await expect(page.getByText('Why it matters')).toBeVisible();
});

test('the list is filtered by status, release, language and owner, finds what is late, and leads back to the last screens', async ({
  product,
  page,
}) => {
  const word = `Filtered${product.number()}`;
  const release = await product.release('Autumn');
  const lesson = await product.lesson({ title: `${word} one`, release, screens: [{ title: `${word} screen` }] });
  const { id: ownerId, email } = await product.client.getUser();
  await product.client.saveLesson({ params: { id: lesson.id }, body: { owner: email, due: '2026-01-01' } });
  const group = product.unique('Data team');
  await product.client.createGroup({ body: { name: group, members: [ownerId] } });
  const grid = page.getByRole('grid', { name: 'Lessons' });
  const listed = grid.getByRole('link', { name: `${word} one` });
  // What is late is one click away.
  const clicks = await countClicks(page);
  await page.goto(`${product.url}/work`);
  await page.getByRole('link', { name: 'All late lessons' }).click();
  await expect(listed).toBeVisible();
  expect(clicks.count).toBeLessThanOrEqual(1);
  await page.getByLabel('Owner', { exact: true }).selectOption(group);
  await expect(page).toHaveURL(/owner=group/);
  await expect(listed).toBeVisible();
  await page.goto(product.url);
  await page.getByLabel('Release', { exact: true }).selectOption(release.name);
  await page.getByLabel('Status', { exact: true }).selectOption('New');
  await page.getByLabel('Language of the code').selectOption('Python');
  await expect(page).toHaveURL(({ searchParams }) => {
    const filters = { status: 'New', release: String(release.id), language: 'python' };
    return Object.entries(filters).every(([name, value]) => searchParams.get(name) === value);
  });
  await expect(listed).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expectAccessibleNarrow(page, 'the filtered lessons');
  await page.getByLabel('Status', { exact: true }).selectOption('Same as main');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  const recent = page.getByRole('navigation', { name: 'Continue where you left off' });
  await recent.getByRole('link', { name: `${lesson.sequence} · 1. ${word} screen` }).click();
  await expect(page).toHaveURL(lesson.screenUrl);
});

test('the timeout of three lessons is set and undone', async ({ product, page }) => {
  const word = `Slow${product.number()}`;
  const lessons = [
    await product.lesson({ title: `${word} one` }),
    await product.lesson({ title: `${word} two` }),
    await product.lesson({ title: `${word} three` }),
  ];
  const timeouts = async () =>
    (await Promise.all(lessons.map(({ id }) => product.client.getLesson({ params: { id } })))).map((lesson) => lesson.code_run_timeout);
  const [first, second, third] = lessons;
  if (!first || !second || !third) throw new Error('No lesson was made.');
  await product.client.saveLesson({ params: { id: third.id }, body: { code_run_timeout: 40 } });
  await page.goto(`${product.url}/?q=${word}`);
  await box(page, first.sequence).click();
  await box(page, third.sequence).click({ modifiers: ['Shift'] });
  await expect(toolbar(page)).toContainText('3 selected');
  await toolbar(page).getByRole('button', { name: 'Edit settings…' }).click();

  const dialog = page.getByRole('dialog', { name: 'Edit settings of 3 lessons' });
  await dialog.getByLabel('Setting').selectOption('Timeout');
  await dialog.getByLabel('Seconds').fill('40');
  await expect(dialog.getByRole('heading', { name: '2 lessons will change' })).toBeVisible();
  await expect(dialog.getByRole('heading', { name: '1 lesson won’t change' })).toBeVisible();
  await expectAccessible(page, 'editing settings of several lessons', { within: DIALOG });
  await expectAccessibleNarrow(page, 'editing settings of several lessons', { within: DIALOG });
  await dialog.getByLabel('Message').fill(`More time for ${word}`);
  await dialog.getByRole('button', { name: 'Change 2 lessons' }).click();
  const toast = page.getByRole('status').filter({ hasText: '2 lessons changed.' });
  // It stays for as long as the pointer is on it.
  await toast.hover();
  expect(await timeouts()).toEqual([40, 40, 40]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone in 2 lessons.')).toBeVisible();
  expect(await timeouts()).toEqual([null, null, 40]);

  // The undo is listed and can be undone; a lesson that has changed since stays as it is.
  await page.goto(`${product.url}/bulk-edits`);
  await page.getByRole('button', { name: `Undo “Undo: More time for ${word}”` }).click();
  await expect.poll(timeouts).toEqual([40, 40, 40]);
  await product.client.saveLesson({ params: { id: first.id }, body: { code_run_timeout: 50 } });
  const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Undo “More time for ${word}”` }) });
  await row.getByRole('button', { name: 'Undo “' }).click();
  const asking = page.getByRole('dialog', { name: `Undo “More time for ${word}”` });
  await expect(asking.getByRole('link', { name: new RegExp(`${word} one: code run timeout`) })).toBeVisible();
  await expectAccessible(page, 'undoing the rest of a bulk edit', { within: DIALOG });
  await asking.getByRole('button', { name: 'Undo the rest' }).click();
  await expect(page.getByText('Undone in 1 lesson.')).toBeVisible();
  expect(await timeouts()).toEqual([50, null, 40]);
  await expect(row).toContainText('Partly undone');
});

test('settings are exported as CSV, changed in a file, imported and undone', async ({ product, page }) => {
  const word = `Sheet${product.number()}`;
  const lessons = [await product.lesson({ title: `${word} one` }), await product.lesson({ title: `${word} two` })];
  const [one, two] = lessons.map(({ sequence }) => sequence) as [number, number];
  const settings = async () => {
    const all = await Promise.all(lessons.map(({ id }) => product.client.getLesson({ params: { id } })));
    return all.map(({ stage, code_run_timeout }) => [stage, code_run_timeout]);
  };
  await search(page, product.url, word);
  await page.getByRole('checkbox', { name: 'Select all that match: 2 lessons' }).click();
  const exporting = page.waitForEvent('download');
  await toolbar(page).getByRole('button', { name: 'Export CSV' }).click();
  const download = await exporting;
  expect(download.suggestedFilename()).toBe('lessons.csv');
  const exported = await readFile(await download.path(), 'utf8');
  expect(exported).toMatch(new RegExp(`^\uFEFFNumber,Release,Title,Owner,.*\r\n${one},.*\r\n${two},`));

  await page.getByRole('button', { name: 'Import CSV…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import settings' });
  const choose = (csv: string) =>
    dialog.locator('input[type="file"]').setInputFiles({ name: 'lessons.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await choose(exported);
  await expect(dialog.getByRole('heading', { name: '2 lessons won’t change' })).toBeVisible();
  await choose(`Number;Stage;Timeout;Color\r\n${one};Writing;40;red\r\n${two};Ready;;\r\n999999999;;;\r\n`);
  await expect(dialog.getByRole('heading', { name: '2 lessons will change' })).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: `${one} ${word} one` })).toContainText('Stage: none → Writing');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Row 4: 999999999' })).toContainText('There is no lesson with this number.');
  await expect(dialog.getByText('This column isn’t a setting and is not imported: Color.')).toBeVisible();
  await expectAccessible(page, 'importing settings', { within: DIALOG });
  await expectAccessibleNarrow(page, 'importing settings', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Change 2 lessons' }).click();
  const toast = page.getByRole('status').filter({ hasText: '2 lessons changed.' });
  await expect(toast).toBeVisible();
  expect(await settings()).toEqual([
    ['writing', 40],
    ['ready', null],
  ]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone in 2 lessons.')).toBeVisible();
  expect(await settings()).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('missing outputs of selected lessons are recorded with at most four clicks, and undone', async ({ product, page }) => {
  const word = `Output${product.number()}`;
  const code = (answer_code: string) => ({ title: answer_code, type: 'code', answer_code, check_output: true }) as const;
  const lessons = [
    await product.lesson({ title: `${word} one`, screens: [code('print(2 + 2)'), code('print(missing)')] }),
    await product.lesson({ title: `${word} two`, screens: [code('print(5)')] }),
  ];
  const screens = lessons.flatMap(({ id, screenIds }) => screenIds.map((screenId) => ({ lessonId: id, screenId })));
  const outputs = async () => {
    const all = await Promise.all(screens.map((params) => product.client.getScreen({ params })));
    return all.map(({ answer_output }) => answer_output?.stdout ?? null);
  };
  const clicks = await countClicks(page);
  await search(page, product.url, word);
  await page.getByRole('checkbox', { name: 'Select all that match: 2 lessons' }).click();
  await toolbar(page).getByRole('button', { name: 'Record outputs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record outputs of 2 lessons' });
  await dialog.getByRole('button', { name: 'Record outputs' }).click();
  await expect(dialog.getByText('2 outputs recorded.')).toBeVisible({ timeout: 240_000 });
  expect(clicks.count).toBeLessThanOrEqual(4);
  expect(await outputs()).toEqual(['4\n', null, '5\n']);
  const failed = dialog.getByRole('listitem').filter({ hasText: 'NameError' });
  await expect(failed.getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(`/lesson/${screens[1]?.lessonId}/screen/${screens[1]?.screenId}$`),
  );
  await expectAccessible(page, 'outputs that were recorded and one that couldn’t be', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone in 2 lessons.')).toBeVisible();
  expect(await outputs()).toEqual([null, null, null]);
});
