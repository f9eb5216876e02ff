import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';

test('an author examines the checks of a lesson, and sees the mistake that one of them misses', async ({ product, page }) => {
  const { client } = product;
  const lesson = await product.lesson({ title: 'Examined', screens: [{}, {}] });
  await client.saveLesson({ params: { id: lesson.id }, body: { legacy_check_enabled: true } });
  const save = (index: number, answer_code: string, legacy_check_code: string) =>
    client.saveScreen({
      params: { lessonId: lesson.id, screenId: lesson.screenIds[index] ?? 0 },
      body: { type: 'code', answer_code, initial_code: '', legacy_check_code },
    });
  await save(0, 'total = 2 + 3', 'assert total == 5');
  await save(1, 'product = 2 * 3', 'assert product > 0');

  await page.goto(lesson.url);
  await page.getByRole('link', { name: 'Examine checks' }).click();
  await expect(page).toHaveURL(`${lesson.url}/checks`);
  const rows = page.getByRole('grid', { name: 'Checks' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Not examined');
  // Results appear screen by screen, and not only with the reply.
  const reply = Promise.withResolvers<void>();
  await page.route('**/examine-checks', async (route) => {
    const response = await route.fetch({ timeout: 240_000 });
    await reply.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Examine all' }).click();
  await expect(rows.nth(1)).toContainText('Trusted', { timeout: 240_000 });
  reply.resolve();
  await expect(rows.nth(2)).toContainText('Weak', { timeout: 240_000 });

  await rows.nth(2).getByRole('link').click();
  const findings = page.getByRole('region', { name: 'Findings' });
  await expect(findings.getByText('An answer with another operator in line 1 passes.').first()).toBeVisible();
  await expect(findings.getByText('product = 2 + 3')).toBeVisible();
  await expectAccessible(page, 'the findings of an examination', { within: '[aria-label="Findings"]' });

  await save(1, 'product = 2 * 3', 'assert product == 6');
  await page.reload();
  await expect(findings.getByText('The screen has changed since this examination. Examine it again.')).toBeVisible();
  await findings.getByRole('button', { name: 'Examine this screen' }).click();
  await expect(findings.getByText('No problems found.')).toBeVisible({ timeout: 240_000 });

  await findings.getByRole('link', { name: 'Open screen' }).click();
  const footer = page.locator('footer');
  await expect(footer).toContainText('Trusted');
  await expectAccessible(page, 'a screen with examined checks', { within: 'footer' });
  await footer.getByRole('link', { name: 'Checks' }).click();
  await expect(findings).toBeVisible();
});
