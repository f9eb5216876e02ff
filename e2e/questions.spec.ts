import type { Locator, Page } from '@playwright/test';
import { DIALOG, expectAccessible } from './accessible.ts';
import { editor, holdSaves, openTab, write } from './author.ts';
import { countClicks } from './clicks.ts';
import { contentGit } from './content-git.ts';
import { keptDrafts } from './kept-drafts.ts';
import { expect, test, type Product } from './product.ts';

let product: Product;
let page: Page;

test.beforeEach(({ product: shared, page: ofTest }) => {
  product = shared;
  page = ofTest;
});

async function makeScreen(type: 'assessment' | 'mission') {
  const release = await product.release('Asking');
  const lesson = await product.lesson({ title: 'Asking', release, screens: [{}] });
  if (type !== 'mission') await product.client.saveLesson({ params: { id: lesson.id }, body: { type, related_lesson: 1 } });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  return { params, branch: release.version_major, url: lesson.screenUrl, number: lesson.sequence };
}

/** git at the code host. */
const git = (...args: string[]) => contentGit(product.server, ...args);

const question = (number: number): Locator => page.getByRole('region', { name: `Question ${number}`, exact: true });
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });
/** The two views of a question are a switch whose inputs are hidden behind their labels. */
const view = (of: Locator, name: 'Edit' | 'Preview') => of.getByLabel('View of question').getByText(name, { exact: true });

async function fillOption(of: Locator, number: number, given: { feedback?: string; skill: string; isValid?: boolean }) {
  if (given.feedback) await of.getByLabel(`Feedback of option ${number}`).fill(given.feedback);
  await of.getByLabel(`Skill of option ${number}`).selectOption(given.skill);
  if (given.isValid) await of.getByLabel(`Option ${number} is valid`).check();
}

/** The second option as it is edited last: drafts are written a moment after each edit. */
const KEPT_OPTION = /\{(?=[^{}]*Nothing makes it false)(?=[^{}]*"valid":false)/;

test('an assessment gets skills and a question in three clicks, which save themselves and are committed with their message', async () => {
  const { params, branch, url, number } = await makeScreen('assessment');
  const clicks = await countClicks(page);
  await page.goto(url);
  await openTab(page, 'Skills');
  await expect(page.getByText('This screen has no assessment skills yet.')).toBeVisible();
  await page.getByLabel('Name of new skill').fill('Loops');
  await page.getByRole('button', { name: 'Add skill' }).click();
  await expect(page.getByLabel('Name of Loops')).toHaveValue('Loops');
  await expect(page.getByLabel('Name of new skill')).toBeFocused();
  // The points first: with its name, the skill saves itself after a pause, and there is another new one.
  await page.getByLabel('Points of new skill').selectOption('3');
  await page.getByLabel('Name of new skill').fill('Lists');
  await page.getByLabel('Points of Loops').selectOption('2');
  await expect
    .poll(() => product.client.listSkills({ params }))
    .toMatchObject([
      { name: 'Loops', point_value: 2 },
      { name: 'Lists', point_value: 3 },
    ]);
  await page.getByLabel('Name of new skill').fill('loops');
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('tabpanel').getByRole('alert');
  await expect(refusal).toContainText('A problem occurred while saving the assessment skills.');
  await expect(refusal).toContainText('This screen already has a skill named “loops”.');
  await page.getByLabel('Name of new skill').fill('');
  await expectAccessible(page, 'the skills of a screen', { within: '[role="tabpanel"]' });

  await openTab(page, 'Questions');
  const before = clicks.count;
  await page.getByRole('button', { name: 'Add question' }).click();
  const first = question(1);
  await expect(editor(page, 'Text of question 1')).toBeFocused();
  await page.keyboard.type('Which of these **end**?');
  await first.getByLabel('Label of option 1').click();
  await page.keyboard.type('for x in items');
  await page.keyboard.press('Enter');
  await page.keyboard.type('while True');
  await page.keyboard.press('Enter');
  await page.keyboard.type('range(3)');
  await first.getByLabel('Option 1 is valid').check();
  await expect.poll(() => clicks.count - before).toBe(3);

  // Enter adds a row, and Backspace in it goes back. What is blank is not part of the question.
  const label = (option: number) => first.getByLabel(`Label of option ${option}`);
  await label(3).press('Enter');
  await expect(label(4)).toBeFocused();
  await expect
    .poll(async () => (await product.client.listQuestions({ params }))[0]?.answer_options.map((option) => option.label))
    .toEqual(['for x in items', 'while True', 'range(3)']);
  await expect(label(4)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(label(4)).toHaveCount(0);
  await expect(label(3)).toBeFocused();
  await page.keyboard.press('Shift+Enter');
  await expect(label(3)).toHaveValue('range(3)\n');
  await page.keyboard.press('Backspace');

  const release = await holdSaves(page);
  await first.getByText('Multiple', { exact: true }).click();
  await fillOption(first, 1, { feedback: 'Items *run out*.', skill: 'Loops' });
  await fillOption(first, 2, { feedback: 'Nothing makes it false.', skill: 'Loops', isValid: true });
  await fillOption(first, 3, { skill: 'Lists', isValid: true });
  await first.getByText('Single', { exact: true }).click();
  await expect(first.getByText('3 options are valid')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Title', exact: true }).focus();
  await expect(first.getByText('3 options are valid')).toBeVisible();
  await first.getByText('Multiple', { exact: true }).click();
  await first.getByLabel('Option 2 is valid').uncheck();
  await expect(first.getByText('3 options are valid')).toHaveCount(0);
  await expectAccessible(page, 'a question while it is edited', { within: '[aria-label="Question 1"]' });

  // A reload loses nothing: what the last save didn't bring to the server is kept in the browser.
  await expect.poll(() => keptDrafts(page)).toMatch(KEPT_OPTION);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await openTab(page, 'Questions');
  await expect(editor(page, 'Text of question 1')).toContainText('Which of these **end**?');
  await expect(first.getByLabel('Feedback of option 2')).toHaveValue('Nothing makes it false.');
  await release();

  await view(first, 'Preview').click();
  await first.getByRole('checkbox', { name: 'for x in items' }).check();
  await first.getByRole('checkbox', { name: 'while True' }).check();
  await first.getByRole('button', { name: 'Submit' }).click();
  await expect(first.getByText('Not correct yet.')).toBeVisible();
  await expect(first.getByText('Items run out.')).toBeVisible();
  await expect(first.getByText('Nothing makes it false.')).toBeVisible();
  await expectAccessible(page, 'a question that was answered wrong', { within: '[aria-label="Question 1"]' });
  await first.getByRole('checkbox', { name: 'while True' }).uncheck();
  await first.getByRole('checkbox', { name: 'range(3)' }).check();
  await expect(first.getByText('Items run out.')).toHaveCount(0);
  await first.getByRole('button', { name: 'Submit' }).click();
  await expect(first.getByText('Correct.', { exact: true })).toBeVisible();

  await view(first, 'Edit').click();
  await first.getByLabel('Feedback of option 3').fill('Three times.');
  await page.keyboard.press('ControlOrMeta+Shift+s');
  await page.getByRole('dialog').getByLabel('Message').fill('Ask which loops end');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => git('log', '--format=%s', branch), { timeout: 240_000 }).toContain('Ask which loops end');
  const [path] = (await git('ls-tree', '-r', '--name-only', branch))
    .split('\n')
    .filter((each) => new RegExp(`/${number}-.*questions\\.yaml$`).test(each));
  expect(await git('show', `${branch}:${path}`)).toMatch(/Which of these \*\*end\*\*\?[^]*skill: Loops[^]*skill: Lists/);

  await page.reload();
  await openTab(page, 'Questions');
  await expect(first.getByLabel('Label of option 3')).toHaveValue('range(3)');
  await expect(first.getByLabel('Skill of option 3').locator('option:checked')).toHaveText('Lists');
});

test('options are moved and removed, a question is deleted, and Undo restores both', async () => {
  const { params, url } = await makeScreen('assessment');
  const options = ['One', 'Two', 'Three'].map((label, index) => ({ label, valid: index === 0 }));
  await product.client.createQuestion({ params, body: { question: 'How many?', answer_options: options } });
  await product.client.createQuestion({ params, body: { question: 'And now?', answer_options: options } });
  await page.goto(`${url}?section=questions`);
  const first = question(1);
  const labels = () =>
    first.getByLabel(/^Label of option/).evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value));
  await first.getByRole('button', { name: 'How many?' }).click();
  await first.getByRole('button', { name: 'Move option 1 down' }).click();
  await expect.poll(labels).toEqual(['Two', 'One', 'Three']);
  // The focus moves along, so that the next key moves it further.
  await expect(first.getByRole('button', { name: 'Move option 2 down' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(labels).toEqual(['Two', 'Three', 'One']);
  await first.getByRole('button', { name: 'Remove option 2' }).click();
  await expect.poll(labels).toEqual(['Two', 'One']);
  await toast('The option “Three” was removed.').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(labels).toEqual(['Two', 'Three', 'One']);
  await first.getByLabel('Option 2 is valid').check();
  await expect(first.getByLabel('Option 3 is valid')).not.toBeChecked();

  // The shortcut saves everything on the page.
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Asking and telling');
  await first.getByLabel('Label of option 1').press('ControlOrMeta+s');
  await expect
    .poll(async () => (await product.client.listQuestions({ params }))[0]?.answer_options.map(({ label, valid }) => `${label} ${valid}`))
    .toEqual(['Two false', 'Three true', 'One false']);
  await expect(first.getByText('Unsaved')).toHaveCount(0);
  await expect.poll(async () => (await product.client.getScreen({ params })).title).toBe('Asking and telling');
  await expect(page.getByText('You see the new version.')).toHaveCount(0);

  // Another user's question appears automatically.
  const [saved] = await product.client.listQuestions({ params });
  await product.client.saveQuestion({ params, body: { questionId: saved?.id ?? 0, question: 'How many of them?' } });
  await expect(first.getByRole('button', { name: 'How many of them?' })).toBeVisible();

  await first.getByRole('button', { name: 'Delete question' }).click();
  await expect(question(2)).toHaveCount(0);
  await toast('The question “How many of them?” was deleted.').getByRole('button', { name: 'Undo' }).click();
  await expect(toast('The question is restored.')).toBeVisible();
  await expect(question(1).getByRole('button', { name: 'How many of them?' })).toBeVisible();
  expect((await product.client.listQuestions({ params })).map((each) => each.question)).toEqual(['How many of them?', 'And now?']);
});

test('a question of another kind is added, written and previewed by keyboard, its code is run, and it becomes another kind', async () => {
  const { params, url } = await makeScreen('assessment');
  await product.client.saveLesson({ params: { id: params.lessonId }, body: { language: 'python' } });
  const { id: skill } = await product.client.createSkill({ params, body: { name: 'Loops', point_value: 2 } });
  const stored = async () => (await product.client.listQuestions({ params }))[0];
  await page.goto(`${url}?section=questions`);
  const first = question(1);
  await page.getByRole('button', { name: 'Add a question of another kind' }).press('Enter');
  await page.getByRole('menuitem', { name: /^Put in order/ }).press('Enter');
  await expect(editor(page, 'Text of question 1')).toBeFocused();
  await page.keyboard.type('Count to three.');
  await first.getByLabel('Skill').selectOption('Loops');
  await first.getByLabel('Line 1', { exact: true }).fill('for i in range(3):');
  await page.keyboard.press('Enter');
  await page.keyboard.type('    print(i)');
  await page.keyboard.press('Enter');
  await expect(first.getByLabel('Line 3', { exact: true })).toHaveValue('    ');
  await first.getByText('Learners also indent them').click();
  await expect.poll(stored).toMatchObject({
    skill_id: skill,
    task: { kind: 'order', checks_indentation: true, lines: [{ text: 'for i in range(3):' }, { text: '    print(i)' }] },
  });
  await expectAccessible(page, 'an order while it is edited', { within: '[aria-label="Question 1"]' });
  await view(first, 'Preview').click();
  await expect(first.getByRole('group', { name: 'Preview of question 1' })).toContainText('print(i)');
  await view(first, 'Edit').click();

  await first.getByLabel('Kind').selectOption('Predict the output');
  await expect(toast('Put in order became Predict the output.')).toBeVisible();
  await write(page, 'Code of question 1', 'print(2 ** 5)');
  await first.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(stored).toMatchObject({ skill_id: skill, question: 'Count to three.', task: { kind: 'predict', output: '32\n' } });
  await expectAccessible(page, 'predicted output while it is edited', { within: '[aria-label="Question 1"]' });
  await toast('Put in order became Predict the output.').getByRole('button', { name: 'Undo' }).click();
  await expect(first.getByLabel('Line 2', { exact: true })).toHaveValue('    print(i)');
  await expect.poll(stored).toMatchObject({ task: { kind: 'order' } });
});

test('conflicting saves show both sides, and leaving asks where a save is refused', async () => {
  const { params, url } = await makeScreen('mission');
  const { id: questionId } = await product.client.createQuestion({
    params,
    body: { question: 'How many?', answer_options: [{ label: 'One' }] },
  });
  await page.goto(`${url}?section=questions`);
  await expect(page.getByRole('tab', { name: /^Learn/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Skills/ })).toHaveCount(0);
  const first = question(1);
  await expect(first.getByLabel('Label of option 1')).toHaveValue('One');
  await expect(first.getByLabel('Skill of option 1')).toHaveCount(0);
  // Otherwise it saves itself before the other save.
  const release = await holdSaves(page);
  await first.getByLabel('Label of option 1').fill('Mine');
  await product.client.saveQuestion({ params, body: { questionId, answer_options: [{ label: 'Theirs' }] } });
  await release();
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Options');
  await expectAccessible(page, 'a question in conflict', { within: DIALOG });
  await dialog.getByRole('button', { name: /mine/i }).first().click();
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await expect.poll(async () => (await product.client.listQuestions({ params }))[0]?.answer_options[0]?.label).toBe('Mine');

  await holdSaves(page);
  await first.getByLabel('Label of option 1').fill('Not saved');
  await page
    .getByRole('link', { name: /home|lessons/i })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('Not everything is saved');
  await page.getByRole('button', { name: 'Stay' }).click();
  await first.getByRole('button', { name: 'Discard changes' }).click();
  await expect(first.getByLabel('Label of option 1')).toHaveValue('Mine');
});

test('a published lesson shows its questions read-only', async () => {
  const lesson = (await product.client.listLessons()).find((row) => row.is_main && row.release_status === 'Published');
  const screens = await product.client.listScreens({ params: { id: lesson?.id ?? 0 } });
  const asked = screens.find((screen) => screen.multipleChoiceQuestions.length > 0) ?? screens[0];
  await page.goto(`${product.url}/lesson/${lesson?.id}/screen/${asked?.id}?section=questions`);
  await expect(page.getByRole('tab', { name: /^Questions/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add question' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete question' })).toHaveCount(0);
  await expectAccessible(page, 'the questions of a published lesson', { within: '[role="tabpanel"]' });
});

test('questions are reordered together with their unsaved edits', async () => {
  const { params, url } = await makeScreen('mission');
  for (const text of ['First', 'Second', 'Third']) {
    await product.client.createQuestion({ params, body: { question: text, select_type: 'single', answer_options: [] } });
  }
  const order = async () => (await product.client.getScreen({ params })).multipleChoiceQuestions.map((each) => each.question);
  await page.goto(url);
  await openTab(page, 'Questions');
  await expect(question(1).getByRole('button', { name: 'Move question 1 up' })).toHaveAttribute('aria-disabled', 'true');
  await question(3).getByRole('button', { name: '3. Third' }).click();
  await write(page, 'Text of question 3', 'Third, and more');
  await question(3).getByRole('button', { name: 'Move question 3 up' }).click();
  await expect(toast('Question 3 is now question 2.')).toBeVisible();
  // It may have saved itself since.
  expect(await order()).toEqual(['First', expect.stringMatching(/^Third/), 'Second']);
  await expect(question(2).getByRole('button', { name: '2. Third, and more' })).toBeVisible();
  await expect(question(2).getByRole('button', { name: 'Move question 2 up' })).toBeFocused();
  await expectAccessible(page, 'the questions after a move', { within: '[role="tabpanel"]' });
});
