import { DIALOG, expectAccessible } from './accessible.ts';
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
