import { expectAccessible } from './accessible.ts';
import { deployAndShare, editor, expectSaveState, openTab, saveScreen, write } from './author.ts';
import { contentGit } from './content-git.ts';
import { expect, test } from './product.ts';

// An author makes a lesson whose learners edit a file, and tries it as its learner.

const START = 'def double(x):\n    return x\n\nprint(double(4))\n';
const ANSWER = 'def double(x):\n    return 2 * x\n\nprint(double(4))\n';

test('learners edit a file of the lesson, and it is checked', async ({ product, page, open }) => {
  const release = await product.release('Filescreen');
  const screens = [{ title: 'Double', type: 'code' as const, instructions_markdown: 'Make `double` double its number.' }];
  const lesson = await product.lesson({ title: 'Mending', release, screens });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };

  await test.step('the mode is a setting of the lesson', async () => {
    await page.goto(`${lesson.url}?tab=packages`);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Upload files' }).click()]);
    await chooser.setFiles({ name: 'double.py', mimeType: 'text/x-python', buffer: Buffer.from(START) });
    await expect(page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('tab', { name: 'Settings' }).click();
    const mode = page.getByRole('combobox', { name: 'Mode' });
    await expect(mode).toHaveValue('Default: learners write code');
    await mode.click();
    await page.getByRole('option', { name: 'Filescreen: learners edit a file' }).click();
    await expect(mode).toHaveAccessibleDescription('Learners edit the only file of a screen, or the one with Display first.');
    await page.keyboard.press('ControlOrMeta+s');
    await expectSaveState(page, /Saved|Committed|Pushed/);
    const path = `${release.version_major}:lessons/${lesson.sequence}-mending/lesson.yaml`;
    await expect.poll(() => contentGit(product.server, 'show', path)).toContain('mode: filescreen');
  });

  await test.step('the editor has the answer code and the file', async () => {
    await page.goto(lesson.screenUrl);
    const tabs = page.getByRole('tablist', { name: 'Code of the screen' });
    await expect(tabs.getByRole('tab').nth(0)).toHaveAccessibleName(/^Answer code/);
    await expect(tabs.getByRole('tab').nth(1)).toHaveAccessibleName(/^double\.py/);
    await expect(tabs.getByRole('tab', { name: 'Initial code' })).toHaveCount(0);
    await write(page, 'Answer code', ANSWER);
    await saveScreen(page);
    await product.client.saveOutput({ params, body: { stdout: '8\n', check_output: true } });
    await openTab(page, 'double.py');
    await expect(editor(page, 'double.py')).toContainText('return x');
    await expectAccessible(page, 'the file that learners edit');
  });

  await test.step('the preview as learner begins with the file, and checks what it becomes', async () => {
    await page.reload();
    await expect(editor(page, 'double.py')).toContainText('return x');
    await page.keyboard.press('Alt+p');
    const preview = page.getByRole('region', { name: 'Preview as learner' });
    const file = preview.getByRole('textbox', { name: 'Your file double.py' });
    await expect(file).toContainText('return x');
    await preview.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(preview.getByText('Not correct yet.')).toBeVisible();
    await file.fill(ANSWER);
    await preview.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(preview.getByText('Correct.', { exact: true })).toBeVisible();
    await preview.getByRole('button', { name: 'Start over' }).click();
    await expect(file).toContainText('return x');
    await expectAccessible(page, 'the preview of a file');
  });

  await test.step('so does the page of learners', async () => {
    const link = await deployAndShare(page, lesson);
    const learner = await open(null);
    await learner.goto(link);
    const file = learner.getByRole('textbox', { name: 'Your file double.py' });
    await expect(file).toContainText('return x');
    // It is not shown a second time.
    await expect(learner.getByText('double.py')).toHaveCount(1);
    await file.fill(ANSWER);
    await learner.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(learner.getByText('Correct.', { exact: true })).toBeVisible();
    await expectAccessible(learner, 'a file that a learner edits');
  });
});
