import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';

const CHECKED = {
  enabled: true,
  pass: false,
  results: [{ name: 'printed', pass: false, expected: null, actual: null, feedback: 'Print four', hints: [] }],
};

test('an author runs the tests of a lesson, sees what differs, accepts it, and deletes one', async ({ product, page }) => {
  const { client } = product;
  const lesson = await product.lesson({ title: 'Tested', screens: [{}] });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };

  await page.goto(`${lesson.url}/test`);
  await expect(page).toHaveURL(`${lesson.url}/tests`);
  await expect(page.getByText("This screen doesn't have tests yet.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run Tests' })).toBeDisabled();

  await client.saveScreen({ params, body: { type: 'code', answer_code: 'print(4)', initial_code: '', check_output: true } });
  await client.saveOutput({ params, body: { stdout: '4\n', check_output: true } });
  // Expected to fail, but passes.
  await client.saveScreenTest({
    params,
    body: { code: 'print(2 + 2)', checkOutput: CHECKED, description: 'A sum', is_boolean_test: true },
  });

  await page.reload();
  await expect(page.getByText("Some tests weren't executed yet")).toBeVisible();
  await page.getByRole('button', { name: 'Run Tests' }).click();
  await expect(page.getByText('Some tests failed')).toBeVisible();
  const sum = page.getByRole('row', { name: /A sum/ });
  await expect(sum).toContainText('Expected to fail, but passed.');
  await expect(sum).toContainText('Done');

  await page.getByLabel('failed only').check();
  await expect(page.getByRole('row', { name: /The answer passes/ })).toBeHidden();
  await sum.dblclick();
  const view = page.getByRole('region', { name: 'Test', exact: true });
  await expect(view.getByText("The run result doesn't match the test result. Here's the new result:")).toBeVisible();
  await expectAccessible(page, 'a test that failed', { within: 'main' });
  const accept = view.getByRole('button', { name: 'Use the new result' });
  await accept.click();
  await expect(accept).toHaveCount(0);
  await view.getByRole('button', { name: 'Run test' }).click();
  await expect(view.getByText('The run result matches the test result!')).toBeVisible();
  await page.getByRole('button', { name: 'Show all tests' }).click();
  await expect(page.getByText('All tests passed!')).toBeVisible();

  await view.getByRole('button', { name: 'Delete test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete test' }).click();
  await expect(view.getByRole('heading', { name: 'The answer passes' })).toBeVisible();
  await expect(view.getByText('1 of 1')).toBeVisible();

  await page.getByRole('link', { name: 'View screen' }).click();
  await expect(page).toHaveURL(new RegExp(`/lesson/${lesson.id}/screen/${params.screenId}`));
});
