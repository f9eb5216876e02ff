import { expectAccessible } from './accessible.ts';
import { openTab, saveScreen, write } from './author.ts';
import { expect, test } from './product.ts';

const RUN_LIMIT_MS = 240_000;
const TESTS = `import unittest
from two_fer import two_fer


class TwoFerTest(unittest.TestCase):
    def test_no_name(self):
        self.assertEqual(two_fer(), "One for you.")

    def test_name(self):
        self.assertEqual(two_fer("Ann"), "One for Ann.")
`;
const ANSWER = 'def two_fer(name="you"):\n    return f"One for {name}."\n';

test('an author pastes a test file, and a learner sees which tests fail and why', async ({ product, page }) => {
  const code = { initial_code: 'def two_fer(name="you"):\n    return "One for you."\n', answer_code: ANSWER };
  const lesson = await product.lesson({ title: 'Two fer', screens: [{ type: 'code', title: 'One for you', ...code }] });
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(lesson.screenUrl);
  await openTab(page, 'Unit tests');
  await write(page, 'Unit tests', TESTS);
  const settings = page.getByRole('region', { name: 'Settings of the unit tests' });
  await expect(settings.getByRole('combobox', { name: 'Framework' })).toContainText('Automatic: unittest');
  await expect(settings.getByRole('textbox', { name: 'File of the submission' })).toHaveAttribute('placeholder', 'Automatic: two_fer.py');
  await expectAccessible(page, 'the unit tests of a screen', { within: '[aria-label="Settings of the unit tests"]' });

  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const checks = page.getByRole('tabpanel', { name: /^Checks/ }).getByRole('group', { name: 'Unit tests' });
  await expect(checks.getByText('2 passed')).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(checks.getByRole('listitem').filter({ hasText: 'test_no_name' }).getByRole('img', { name: 'passed' })).toBeVisible();
  await saveScreen(page);

  await page.getByRole('tab', { name: /^Initial code/ }).click();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(checks.getByText('1 passed, 1 failed')).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(checks.getByText("'One for you.' != 'One for Ann.'").first()).toBeVisible();
  await checks.getByText('Traceback', { exact: true }).click();
  await expect(checks.getByText('test_two_fer.py", line 10')).toBeVisible();
  await expectAccessible(page, 'the results of unit tests', { within: '[role="tabpanel"]' });

  await page.keyboard.press('Alt+p');
  const preview = page.getByRole('region', { name: 'Preview as learner' });
  const learner = preview.getByRole('textbox', { name: 'Your code' });
  await learner.press('Control+Shift+Enter');
  const tests = preview.getByRole('list', { name: 'Tests' });
  await expect(tests.getByRole('listitem').filter({ hasText: 'test_name' })).toContainText("'One for you.' != 'One for Ann.'", {
    timeout: RUN_LIMIT_MS,
  });
  await expect(tests.getByRole('listitem').filter({ hasText: 'test_no_name' }).getByRole('img', { name: 'Passed' })).toBeVisible();
  await expect(tests.getByText('Traceback')).toHaveCount(0);
  await expectAccessible(page, 'unit tests as a learner sees them', { within: '[aria-label="Preview as learner"]' });

  await learner.fill(ANSWER);
  await learner.press('Control+Shift+Enter');
  await expect(preview.getByText('Correct.', { exact: true })).toBeVisible({ timeout: RUN_LIMIT_MS });

  // What learners see is chosen by the author.
  await page.keyboard.press('Alt+p');
  await openTab(page, 'Unit tests');
  await settings.getByRole('combobox', { name: 'When a test fails, learners see' }).selectOption('Its name');
  await saveScreen(page);
  const [saved] = await product.client.listScreens({ params: { id: lesson.id } });
  expect(saved).toMatchObject({ unit_test_code: TESTS, unit_test_shows: 'name' });
});
