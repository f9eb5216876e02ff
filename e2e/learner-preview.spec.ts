import type { Locator, Page } from '@playwright/test';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { holdSaves, saveScreen } from './author.ts';
import { expect, test, type Product } from './product.ts';

// An author sees a screen as its learner does, with edits that are not saved.

async function makeLesson(product: Product) {
  const lesson = await product.lesson({
    title: 'Seen by learners',
    screens: [
      {
        title: 'Print a sum',
        type: 'code',
        body_markdown: 'A program can print what it adds up.',
        instructions_markdown: 'Print the sum of 20 and 22.',
        initial_code: '# Your turn\n',
        answer_code: 'print(20 + 22)\n',
      },
      { title: 'What a product is', type: 'text', body_markdown: 'A product is a sum of equal numbers.' },
    ],
  });
  await product.client.saveLesson({ params: { id: lesson.id }, body: { language: 'python', language_version: '3.11' } });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  await product.client.saveOutput({ params, body: { stdout: '42\n', check_output: true } });
  await product.client.createQuestion({
    params,
    body: {
      question: 'What is 2 + 2?',
      select_type: 'single',
      answer_options: [
        { label: 'Four', feedback_message: 'Two and two are four.', valid: true },
        { label: 'Five', feedback_message: 'That is one too many.', valid: false },
      ],
    },
  });
  return lesson;
}

test('one key shows a screen as its learner sees it, with unsaved edits that can be tried', async ({ product, page }) => {
  const lesson = await makeLesson(product);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(lesson.screenUrl);
  const learn = page.getByRole('textbox', { name: 'Learn', exact: true });
  await learn.click();
  await page.keyboard.press('Alt+p');
  const preview = page.getByRole('region', { name: 'Preview as learner' });
  await expect(preview.getByRole('heading', { name: 'Print a sum' })).toBeVisible();
  await expect(preview.getByText('A program can print what it adds up.')).toBeVisible();

  // Beside the editor, it follows what is typed.
  const letSaves = await holdSaves(page);
  await learn.fill('A program prints **unsaved** words.');
  await expect(preview.getByText('A program prints unsaved words.')).toBeVisible();

  await preview.getByRole('radio', { name: 'Five' }).check();
  await preview.getByRole('button', { name: 'Submit answer' }).click();
  await expect(preview.getByText('That is one too many.')).toBeVisible();

  const code = preview.getByRole('textbox', { name: 'Your code' });
  await expect(code).toHaveText('# Your turn');
  await code.fill('print(41)');
  await code.press('Control+Shift+Enter');
  await expect(preview.getByText('Line 1 of your output isn’t right yet: it is "41".')).toBeVisible();
  await code.fill('print(42)');
  await code.press('Control+Shift+Enter');
  await expect(preview.getByText('Correct.', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the preview as learner beside the editor', { within: '[aria-label="Preview as learner"]' });
  expect((await product.client.listScreens({ params: { id: lesson.id } }))[0]?.body_markdown).toBe('A program can print what it adds up.');

  await letSaves();
  await saveScreen(page);
  // It stays open on another screen, and shows the whole lesson there.
  await page
    .getByRole('navigation', { name: 'Outline' })
    .getByRole('link', { name: /What a product is/ })
    .click();
  await expect(preview.getByText('A product is a sum of equal numbers.')).toBeVisible();
  await page.keyboard.press('Alt+Shift+p');
  await expect(preview.getByText('0 of 2 done')).toBeVisible();
  await preview.getByRole('button', { name: '← Previous' }).click();
  await expect(preview.getByText('A program prints unsaved words.')).toBeVisible();
  // What was tried is still there.
  await expect(preview.getByRole('textbox', { name: 'Your code' })).toHaveText('print(42)');
  await preview.getByRole('button', { name: 'Phone width' }).click();
  await expect.poll(async () => (await preview.getByRole('heading', { name: 'Print a sum' }).boundingBox())?.width).toBeLessThan(390);
  await expectAccessible(page, 'the preview of a whole lesson', { within: '[aria-label="Preview as learner"]' });
  await preview.getByRole('button', { name: 'Edit this screen' }).click();
  await expect(page.getByRole('heading', { name: /Screen 1/ })).toBeVisible();
  await expect(preview.getByText('0 of 2 done')).toBeVisible();

  // Running the author's own code brings its output back.
  await page.getByRole('region', { name: 'Code' }).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(preview).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Output' })).toBeVisible();
});

test('in narrow windows the preview is in front of the editor, and Esc closes it', async ({ product, page }) => {
  const lesson = await makeLesson(product);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(lesson.screenUrl);
  await page.getByRole('button', { name: 'Preview as learner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview as learner' });
  await expect(dialog.getByRole('heading', { name: 'Print a sum' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Your code' })).toBeVisible();
  await expectAccessible(page, 'the preview as learner', { within: DIALOG });
  await dialog.getByRole('heading', { name: 'Print a sum' }).press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Preview as learner' })).toBeFocused();
});

const feedback = [{ answer: '25', message: 'Multiply the *speed* by the time.' }];
const TASKS: readonly QuestionTask[] = [
  { kind: 'number', value: '100', tolerance: '1', tolerance_type: 'absolute', unit: 'km', allows_formula: true, feedback },
  { kind: 'text', answers: [{ text: 'len', match: 'exact' }], feedback: [] },
  {
    kind: 'blanks',
    text: 'for [[x]] in numbers:\n    total [[>+=|-=]] [[x]]',
    is_code: true,
    match_case: true,
    feedback: [],
  },
  {
    kind: 'order',
    lines: ['total = 0', 'for x in numbers:', '    total += x', 'print(total)'].map((text) => ({ text, group: null })),
    distractors: ['numbers = 0'],
    checks_indentation: true,
    is_code: true,
    accepts_other_orders: false,
    feedback: [],
  },
  {
    kind: 'match',
    pairs: [
      { left: '`3`', right: 'int' },
      { left: '`"3"`', right: 'str' },
    ],
    spares: ['float'],
    feedback: [],
  },
  { kind: 'predict', code: 'for x in range(2):\n    print(x)', output: '0\n1\n', feedback: [] },
];

/** Returns the address of a build of a lesson whose screen has a question of each kind. */
async function shareEveryKind(product: Product): Promise<string> {
  const { client } = product;
  const { id, screenIds } = await product.lesson({
    title: 'Asked in every way',
    screens: [{ title: 'Every kind', type: 'text', body_markdown: 'Try.' }],
  });
  const params = { lessonId: id, screenId: screenIds[0] ?? 0 };
  for (const task of TASKS) await client.createQuestion({ params, body: { question: `Answer with a ${task.kind}.`, task } });
  const { build_number: buildNumber } = await client.startDeploy({ params: { id }, body: {} });
  await expect
    .poll(async () => (await client.getDeploy({ params: { id, buildNumber }, query: {} })).deploy.status, { intervals: [100] })
    .toBe('succeeded');
  return (await client.createShareLink({ params: { id }, body: { build_number: buildNumber } })).url;
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab doesn't reach ${target.toString()}.`);
}

test('every kind of question is answered with the keyboard alone, and lines are dragged', async ({ product, open }) => {
  const learner = await open(null);
  const { keyboard } = learner;
  await learner.goto(await shareEveryKind(product));
  const asked = (number: number) => learner.getByRole('group', { name: `Question ${number} of 6`, exact: true });
  const isCorrect = (number: number) => expect(asked(number).getByText('Correct.', { exact: true })).toBeVisible();

  await tabTo(learner, asked(1).getByRole('textbox', { name: 'Your answer' }));
  await keyboard.type('25 km');
  await keyboard.press('Enter');
  await expect(asked(1).getByText('Multiply the speed by the time.')).toBeVisible();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('50 * 2 km');
  await keyboard.press('Enter');
  await isCorrect(1);

  await tabTo(learner, asked(2).getByRole('textbox', { name: 'Your answer' }));
  await keyboard.type('len');
  await keyboard.press('Enter');
  await isCorrect(2);

  // Enter goes to the next gap, and from the last one it submits.
  const gap = (number: number) => asked(3).getByLabel(`Gap ${number} of 3`);
  await tabTo(learner, gap(1));
  await keyboard.type('x');
  await keyboard.press('Enter');
  await expect(gap(2)).toBeFocused();
  await keyboard.type('-');
  await keyboard.press('Tab');
  await keyboard.type('x');
  await keyboard.press('Enter');
  await expect(asked(3).getByText('2 of 3 are right.')).toBeVisible();
  await expect(asked(3).getByRole('img', { name: 'Wrong' })).toHaveCount(1);
  await keyboard.press('Shift+Tab');
  await keyboard.type('+');
  await tabTo(learner, asked(3).getByRole('button', { name: 'Submit answer' }));
  await keyboard.press('Enter');
  await isCorrect(3);

  const line = (text: string) => asked(4).getByRole('button', { name: text });
  const answer = asked(4).getByRole('list', { name: 'Your answer' });
  await tabTo(learner, asked(4).getByRole('list', { name: 'Lines' }).getByRole('button').first());
  for (let lines = 1; lines <= 5; lines++) {
    await keyboard.press('Enter');
    await expect(answer.getByRole('listitem')).toHaveCount(lines);
  }
  await tabTo(learner, line('numbers = 0, not indented'));
  await keyboard.press('Delete');
  for (const text of ['print(total)', 'total += x', 'for x in numbers:', 'total = 0']) {
    await tabTo(learner, line(`${text}, not indented`));
    for (let steps = 1; steps < 4; steps++) await keyboard.press('ArrowUp');
  }
  await expect(asked(4).getByRole('status').filter({ hasText: 'Line 1 of 4, not indented.' })).toBeAttached();
  await tabTo(learner, asked(4).getByRole('button', { name: 'Submit answer' }));
  await keyboard.press('Enter');
  await expect(asked(4).getByText('The order is right. Check the indentation.')).toBeVisible();
  await tabTo(learner, line('total += x, not indented'));
  await keyboard.press('ArrowRight');
  await expect(line('total += x, indented once')).toBeFocused();
  await tabTo(learner, asked(4).getByRole('button', { name: 'Submit answer' }));
  await keyboard.press('Enter');
  await isCorrect(4);

  await tabTo(learner, asked(5).getByRole('combobox', { name: '3', exact: true }));
  await keyboard.type('int');
  await tabTo(learner, asked(5).getByRole('combobox', { name: '"3"' }));
  await keyboard.type('str');
  await tabTo(learner, asked(5).getByRole('button', { name: 'Submit answer' }));
  await keyboard.press('Enter');
  await isCorrect(5);

  await tabTo(learner, asked(6).getByRole('textbox', { name: 'What does it print?' }));
  await keyboard.type('1\n2');
  await keyboard.press('Control+Enter');
  await expect(asked(6).getByLabel('Output')).toHaveText('0\n1\n');
  await expectAccessible(learner, 'questions of every kind');
  await expectAccessibleNarrow(learner, 'questions of every kind');
  await expect(learner.getByText('0 of 1 done')).toBeVisible();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('0\n1');
  await keyboard.press('Control+Enter');
  await expect(learner.getByText('1 of 1 done')).toBeVisible();

  // What was given survives a reload, as what was picked does.
  await learner.reload();
  await expect(answer.getByRole('listitem')).toHaveCount(4);
  await expect(asked(1).getByRole('textbox', { name: 'Your answer' })).toHaveValue('50 * 2 km');

  // The mouse does the same.
  await line('print(total)').dragTo(asked(4).getByRole('list', { name: 'Lines' }));
  await expect(answer.getByRole('listitem')).toHaveCount(3);
  await line('print(total)').dragTo(answer, { targetPosition: { x: 60, y: 8 } });
  await expect(answer.getByRole('listitem').first()).toContainText('print(total)');
});
