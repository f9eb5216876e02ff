import { expectAccessible } from './accessible.ts';
import { expectWholeInPrint } from './layout.ts';
import { expect, test, type Product } from './product.ts';

// A lesson is deployed, and used through a link by someone without an account.

async function makeLesson(product: Product) {
  const lesson = await product.lesson({
    title: 'Adding up',
    screens: [
      {
        title: 'What a sum is',
        type: 'text',
        body_markdown:
          'The sum of $a$ and $b$ is\n\n$$a + b$$\n\n| a | b | sum |\n|--:|--:|--:|\n| 1 | 2 | 3 |\n\n```python\nprint(1 + 2)\n```\n',
        multipleChoiceQuestions: [
          {
            question: 'What is 2 + 2?',
            select_type: 'single',
            answer_options: [
              { label: 'Four', feedback_message: 'Two and two are four.', valid: true },
              { label: 'Five', feedback_message: 'That is one too many.', valid: false },
            ],
          },
        ],
      },
      {
        title: 'Print a sum',
        type: 'code',
        body_markdown: 'A program can print what it adds up.',
        instructions_markdown: 'Print the sum of 20 and 22.',
        hint_markdown: 'Use `print`.',
        success_markdown: 'You can add with `+`.',
        initial_code: '# Print the sum of 20 and 22\n',
        answer_code: 'print(20 + 22)\n',
      },
    ],
  });
  await product.client.saveLesson({
    params: { id: lesson.id },
    body: { language: 'python', language_version: '3.11', objectives: ['Add numbers'] },
  });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[1] ?? 0 };
  await product.client.saveScreen({ params, body: { solution_after: 1 } });
  await product.client.saveOutput({ params, body: { stdout: '42\n', check_output: true } });
  return lesson;
}

test('a lesson is deployed, shared, and answered wrongly and correctly without an account', async ({ product, page, open }) => {
  const lesson = await makeLesson(product);
  await page.goto(`${lesson.url}?tab=review`);
  const section = page.getByRole('region', { name: 'Deploy' });
  await expect(section.getByText('Not deployed yet.')).toBeVisible();
  await section.getByRole('button', { name: 'Deploy', exact: true }).click();
  await expect(section.getByText('Last deploy succeeded')).toBeVisible();
  await section.getByRole('link', { name: 'Log of deploy 1' }).click();
  await expect(page.getByRole('log')).toContainText('Screen 2 of 2: Print a sum');
  await expect(page.getByRole('log')).toContainText('Deployed.');
  await page.goBack();

  await section.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Only this computer can open the link')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shareLink = dialog.getByRole('textbox', { name: 'Share link' });
  await expect(shareLink).toHaveValue(/^http/);
  const url = await shareLink.inputValue();
  expect(new URL(url).origin).not.toBe(product.url);
  await expect(dialog.getByText('expires in 14 days · not opened yet')).toBeVisible();

  // A page of a person without an account.
  const learner = await open(null);
  await learner.goto(url);
  await expect(learner.getByRole('heading', { name: 'What a sum is' })).toBeVisible();
  await expect(learner).toHaveTitle('What a sum is · Adding up');
  await learner.getByRole('radio', { name: 'Five' }).check();
  await learner.getByRole('button', { name: 'Submit answer' }).click();
  await expect(learner.getByText('That is one too many.')).toBeVisible();
  await expect(learner.getByText('Not correct yet.')).toBeVisible();
  await expect(learner.getByText('Two and two are four.')).toHaveCount(0);
  await learner.getByRole('radio', { name: 'Four' }).check();
  await learner.getByRole('button', { name: 'Submit answer' }).click();
  await expect(learner.getByText('Correct.', { exact: true })).toBeVisible();
  await expect(learner.getByRole('button', { name: 'Submit answer' })).toBeFocused();

  await learner.getByRole('heading', { name: 'What a sum is' }).click();
  await learner.keyboard.press('ArrowRight');
  const code = learner.getByRole('textbox', { name: 'Your code' });
  await code.fill('print(41)');
  await learner.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(learner.getByText('Not correct yet.')).toBeVisible();
  // What is wrong is said without the answer.
  await expect(learner.getByText('Line 1 of your output isn’t right yet: it is "41".')).toBeVisible();

  await learner.getByRole('button', { name: 'Finish' }).click();
  await expect(learner.getByRole('heading', { name: '1 of 2 done' })).toBeVisible();
  await expectAccessible(learner, 'the end of a lesson');
  await learner.getByRole('link', { name: '2. Print a sum' }).click();
  await code.fill('open("sums.csv")');
  await code.press('Control+Enter');
  await expect(learner.getByLabel('Error')).toHaveText("FileNotFoundError: No such file or directory: 'sums.csv'");
  await expect(learner.getByRole('heading', { name: 'Error in line 1' })).toBeVisible();
  await code.fill('print(20 + 22)');
  await code.press('Control+Shift+Enter');
  await expect(learner.getByText('Correct.', { exact: true })).toBeVisible();
  await expect(learner.getByText('You can add with +.')).toBeVisible();
  await expect(code).toBeFocused();
  await expect(learner.getByLabel('Output')).toHaveText(/42/);
  await expect(learner.getByText('2 of 2 done')).toBeVisible();
  await expectAccessible(learner, 'a code screen of a lesson');
  await learner.getByRole('button', { name: 'Finish' }).click();
  await expect(learner.getByRole('heading', { name: 'You’re done' })).toBeVisible();
  await expect(learner.getByText('Add numbers')).toBeVisible();
  await learner.goBack();
  // Input survives a reload.
  await learner.reload();
  await expect(code).toHaveText(/20 \+ 22/);
  await code.fill(`print(42) # ${'a long line '.repeat(30)}`);
  await expectWholeInPrint(learner, 'a code screen of a lesson');
  expect(await learner.evaluate(() => document.cookie)).toBe('');

  const phone = await open(null, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
  await phone.goto(`${url}#2`);
  await expect(phone.getByRole('heading', { name: 'Print a sum' })).toBeVisible();
  await expect(phone.getByRole('textbox', { name: 'Your code' })).toBeVisible();
  await expect.poll(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.getByRole('textbox', { name: 'Your code' }).click();
  await phone.keyboard.type('print');
  for (const sign of ['opening parenthesis', 'closing parenthesis']) await phone.getByRole('button', { name: `Insert ${sign}` }).click();
  await expect(phone.getByRole('textbox', { name: 'Your code' })).toContainText('print()');
  await phone.getByRole('button', { name: 'Submit', exact: true }).click();
  const result = phone.getByRole('region', { name: 'Run result' });
  await expect(result).toBeFocused();
  await expect(result.getByText('Not correct yet.')).toBeInViewport({ ratio: 1 });
  await result.getByRole('button', { name: 'Show solution' }).click();
  await expect(result.getByLabel('The solution')).toContainText('print(20 + 22)');
  await phone.evaluate(() => scrollTo(0, 0));
  await phone.getByRole('button', { name: '✗ Not correct yet' }).click();
  await expect(result.getByText('Not correct yet.')).toBeInViewport({ ratio: 1 });
  await expectAccessible(phone, 'a lesson on a phone');

  await dialog.getByRole('button', { name: 'Revoke the link to deploy 1' }).click();
  await dialog.getByRole('button', { name: 'Revoke now' }).click();
  await expect(dialog.getByText('This lesson has no active links.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByRole('alert')).toHaveText(/revoked/);
});

test('a failed deploy reports why, and where', async ({ product, page }) => {
  const body_markdown = '![A cat](images/cat.png) and [more](../other.md)';
  const lesson = await product.lesson({ title: 'Broken', screens: [{ title: 'Torn', body_markdown }] });
  await page.goto(`${lesson.url}?tab=review`);
  const section = page.getByRole('region', { name: 'Deploy' });
  await section.getByRole('button', { name: 'Deploy', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Deploy with errors?' });
  await expect(question.getByText('Preflight found 2 errors in this lesson.')).toBeVisible();
  await question.getByRole('button', { name: 'Try to deploy' }).click();
  await expect(section.getByText('Last deploy failed')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await section.getByRole('link', { name: 'Log of deploy 1' }).click();
  const log = page.getByRole('log');
  await expect(log).toContainText('Error: Learn shows the image “cat.png”, which the lesson does not have.');
  await expect(log).toContainText('Error: Learn has a link to “../other.md”, which learners cannot open.');
  await log.getByRole('link', { name: 'Open screen' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/lesson/${lesson.id}/screen/${lesson.screenIds[0]}`));
});

test('the terminal of a command-line lesson works for a learner', async ({ product, open }) => {
  const { client } = product;
  const id = (await client.listLessons()).find(({ sequence }) => sequence === 107)?.id ?? 0;
  const { build_number } = await client.startDeploy({ params: { id }, body: {} });
  const params = { id, buildNumber: build_number };
  await expect
    .poll(async () => (await client.getDeploy({ params, query: {} })).deploy.status, { timeout: 240_000, intervals: [100] })
    .toBe('succeeded');
  const screens = await client.listScreens({ params: { id } });
  const place = screens.findIndex(({ type }) => type === 'code') + 1;
  const { url } = await client.createShareLink({ params: { id }, body: { build_number } });
  const learner = await open(null);
  await learner.goto(`${url}#${place}`);
  await expect(learner.locator('.xterm-rows')).toContainText('learner@lesson');
  await learner.getByRole('button', { name: 'Check' }).click();
  await expect(learner.getByText('Not correct yet.')).toBeVisible();
  await learner.locator('.xterm-helper-textarea').focus();
  for (const line of (screens[place - 1]?.answer_code ?? '').trim().split('\n')) {
    await learner.keyboard.type(line);
    await learner.keyboard.press('Enter');
  }
  // The shell handles input some time after it was typed.
  await expect(async () => {
    await learner.getByRole('button', { name: 'Check' }).click();
    await expect(learner.getByText('Correct.', { exact: true })).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 240_000 });
  await expectAccessible(learner, 'a terminal of a lesson');
  await learner.locator('.xterm-helper-textarea').focus();
  await learner.keyboard.press('Control+Shift+ArrowDown');
  await expect(learner.getByRole('button', { name: 'Check' })).toBeFocused();
});
