import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { editor, expectSaveState, openTab, saveScreen, typeAtEnd, write } from './author.ts';
import { countClicks } from './clicks.ts';
import { expect, test } from './product.ts';

const RUN_LIMIT_MS = 240_000;

/** A tab by its full name, because names of code and result tabs start alike. Icons may follow. */
function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}( has content| unsaved| passed| failed| \\d+)*$`) });
}

function panel(page: Page, name: string): Locator {
  return page.getByRole('tabpanel', { name: new RegExp(`^${name}( has content| unsaved| passed| failed| \\d+)*$`) });
}

async function runAndCheck(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
}

test('a custom check, from the builder to the verdict', async ({ product, page }) => {
  const code = { initial_code: 'total = 0\n', answer_code: 'total = 3 + 5\nprint("total:", total)\n' };
  const lesson = await product.lesson({ title: 'Sums', screens: [{ type: 'code', title: 'Add up', ...code }] });
  await page.goto(lesson.screenUrl);
  await tab(page, 'Custom check').click();
  // The builder opens on its own while there is no check.
  await expect(page.getByRole('button', { name: 'Checker builder' })).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('combobox', { name: 'Checker' }).fill('variable value');
  await expect(page.getByRole('option', { name: /^Variable value/ })).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Arguments of variable_value' });
  await form.getByRole('button', { name: 'Insert' }).click();
  await expect(form.getByText('This argument is required.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Variable name', exact: true })).toBeFocused();
  await page.keyboard.type('total');
  await form.getByRole('textbox', { name: 'Expected value' }).fill('8');
  await form.getByRole('button', { name: 'Show what learners read' }).click();
  await expect(form.getByText('total isn’t right yet: it is 9.')).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(form.getByText('total isn’t right yet: it is 0.')).toBeVisible();
  await form.getByRole('button', { name: 'More options' }).click();
  await form.getByRole('textbox', { name: 'Feedback' }).fill('Three and "five" make eight.');
  const call = String.raw`variable_value("total", expected=8, feedback="Three and \"five\" make eight.")`;
  await expect(form.getByRole('group', { name: 'The call in Python' })).toHaveText(call);
  await form.getByRole('button', { name: 'Insert' }).click();
  await expect(form.getByText('Inserted in line 1.')).toBeVisible();
  await expect(editor(page, 'Custom check')).toHaveText(call);
  await expectAccessible(page, 'the checker builder', { within: '[role="tabpanel"]' });

  // The unsaved check judges the answer.
  await runAndCheck(page);
  const output = panel(page, 'Custom check output');
  await expect(page.getByText('All passed.').first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(output.getByRole('row', { name: /variable_value: total passed/ })).toBeVisible();
  await saveScreen(page);
  await expect(page.getByText('Custom checking is now on for this lesson.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Custom checking is off for this lesson, so custom checks don’t run.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Custom checking is now on for this lesson.')).toBeVisible();

  await tab(page, 'Initial code').click();
  await runAndCheck(page);
  await expect(page.getByText('Wrong answer: 1 check(s) failed.').first()).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(panel(page, 'Checks').getByText('Three and "five" make eight.')).toBeVisible();

  // A custom submission, checked the same way.
  await openTab(page, 'Custom test');
  await write(page, 'Custom test', 'total = 8.0\n');
  await runAndCheck(page);
  await expect(output.getByText('total')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /Custom test · / })).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(page.getByRole('button', { name: 'Save Test' })).toHaveAttribute('aria-disabled', 'false');
  await expectAccessible(page, 'the output of the custom check', { within: '[role="tabpanel"]' });

  // An error in the check itself is shown to its author, and marked in its code.
  await tab(page, 'Custom check').click();
  await typeAtEnd(page, 'Custom check', '\nno_such_thing()');
  await runAndCheck(page);
  await expect(output.getByRole('group', { name: 'Error in the check' })).toContainText('no_such_thing', { timeout: RUN_LIMIT_MS });
  await expect(page.locator('.cm-error-line').filter({ hasText: 'no_such_thing' })).toBeVisible();

  // Formatting keeps the caret at its sign; one Undo takes it back; what can't be read stays.
  const check = editor(page, 'Custom check');
  await write(page, 'Custom check', call.replace(', expected=8', ',expected = 8'));
  await page.keyboard.press('ControlOrMeta+Alt+f');
  await expect(check).toHaveText(call);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(check).toHaveText(call.replace(', expected=8', ',expected = 8'));
  await page.keyboard.press('ControlOrMeta+y');
  await typeAtEnd(page, 'Custom check', ' =');
  await page.getByRole('button', { name: 'More: Code of the screen' }).click();
  await page.getByRole('menuitem', { name: 'Reformat code' }).click();
  await expect(page.getByText('Couldn’t format the code. Line 1: ')).toBeVisible();
  await expect(check).toHaveText(`${call} =`);
  await write(page, 'Custom check', call);
  await saveScreen(page);

  await openTab(page, 'Check value');
  await page.getByRole('textbox', { name: 'Check value' }).fill('/total: (/');
  await expect(page.getByText('Invalid regular expression')).toBeVisible();
  await page.getByRole('textbox', { name: 'Check value' }).fill('/total:\\s+8/');
  await page.getByRole('radio', { name: 'Output' }).check();
  await runAndCheck(page);
  await expect(page.getByText('Found in the last run.')).toBeVisible({ timeout: RUN_LIMIT_MS });
  await expect(panel(page, 'Checks').getByRole('group', { name: 'Value', exact: true })).toBeVisible();
  await expectAccessible(page, 'the check value', { within: '[role="tabpanel"]' });
  await saveScreen(page);
  await expectSaveState(page, 'Pushed');

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Check value' })).toHaveValue('/total:\\s+8/');
  await expect(page.getByRole('radio', { name: 'Output' })).toBeChecked();
  await tab(page, 'Custom check').click();
  await expect(editor(page, 'Custom check')).toHaveText(call);
  await openTab(page, 'Custom test');
  await expect(editor(page, 'Custom test')).toContainText('total = 8.0');
});

test('a passing custom check takes three clicks, and no build', async ({ product, page }) => {
  const code = { initial_code: 'rows = [4, 5]\n', answer_code: 'rows = [4, 5]\nmean = sum(rows) / len(rows)\n' };
  const lesson = await product.lesson({ title: 'Means', screens: [{ type: 'code', title: 'Find the mean', ...code }] });
  const clicks = await countClicks(page);
  await page.goto(lesson.screenUrl);
  await tab(page, 'Custom check').click();
  await page.getByRole('button', { name: 'Run answer to list its variables' }).click();
  await page.getByRole('button', { name: 'Add a check of mean' }).click({ timeout: RUN_LIMIT_MS });
  await expect(page.getByText('Added in line 1.')).toBeVisible();
  await expect(editor(page, 'Custom check')).toHaveText('variable_value("mean", 4.5)');
  await runAndCheck(page);
  await expect(panel(page, 'Custom check output').getByRole('row', { name: /variable_value: mean passed/ })).toBeVisible({
    timeout: RUN_LIMIT_MS,
  });
  await expect.poll(() => clicks.count).toBe(3);
  await expectAccessible(page, 'the variables of the checker builder', { within: '[role="tabpanel"]' });

  // Several in a row, and the call stays in view.
  await page.getByRole('button', { name: 'Add a check of rows' }).click();
  await expect(page.getByText('Added in line 2.')).toBeVisible();
  await saveScreen(page);
  await expect(page.getByText('Custom checking is now on for this lesson.')).toBeVisible();
  const { build } = await product.client.getBuild({ params: { id: lesson.id }, query: { log_from: 0 } });
  expect(build).toMatchObject({ id: null, state: 'built' });
});
