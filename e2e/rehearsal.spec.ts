import { DIALOG, expectAccessible, expectAccessibleNarrow } from './accessible.ts';
import { expect, test } from './product.ts';

// An upgrade of packages is tried on a whole release before learners get it.

const WORK_MS = 240_000;

test('an upgrade is rehearsed, its breaks are compared, and the green lessons get it', async ({ product, page }) => {
  const release = await product.release('Scales');
  const code = (title: string, answer: string) => ({ type: 'code', title, answer_code: `import scales\n${answer}` }) as const;
  const plot =
    'import matplotlib\nmatplotlib.use("agg")\nimport matplotlib.pyplot as plt\nplt.bar(["a", "b"], [scales.HEIGHT, 4])\nplt.show()';
  const flawed = await product.lesson({
    title: 'Weighing',
    release,
    screens: [code('Weigh flour', 'flour = scales.weigh(3)'), code('Label', 'print(scales.label(7))\nprint("done")'), code('Draw', plot)],
  });
  const green = await product.lesson({ title: 'Steady', release, screens: [code('Double', 'print(scales.steady(4))')] });
  for (const { id } of [flawed, green]) {
    const packages = [{ name: 'scales', version: '1.0.0', show_in_editor: false }];
    await product.client.buildPackages({ params: { id }, body: { packages, custom_check_enabled: false, legacy_check_enabled: false } });
    const stateOf = async () => (await product.client.getBuild({ params: { id }, query: {} })).build.state;
    await expect.poll(stateOf, { timeout: WORK_MS }).toBe('built');
  }

  // Tests before this one may have left many releases, and only rows in view are rendered.
  await page.setViewportSize({ width: 1440, height: 4_000 });
  await test.step('it is chosen and started', async () => {
    await page.goto(`${product.url}/releases`);
    await page.getByRole('link', { name: `Upgrade rehearsal of ${release.name}` }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Upgrade rehearsal of ${release.name}` })).toBeVisible();
    await page.getByRole('radio', { name: 'Chosen packages' }).click();
    await page.getByRole('button', { name: 'Rehearse' }).click();
    await expect(page.getByRole('alert')).toHaveText('Choose at least one package or another version.');
    await page.getByRole('textbox', { name: 'Version of scales' }).fill('2.0.0');
    await expect(page.getByRole('checkbox', { name: 'scales' })).toBeChecked();
    await expectAccessible(page, 'what to rehearse', { within: 'main' });
    await page.getByRole('button', { name: 'Rehearse' }).click();
  });

  await test.step('what differs is grouped by its cause', async () => {
    await expect(page.getByText('3 screens of 4 differ, from 3 causes.')).toBeVisible({ timeout: WORK_MS });
    await expect(page.getByText('Tried: scales 2.0.0', { exact: false })).toBeVisible();
    const weigh = page.getByRole('region', { name: "AttributeError: module 'scales' has no attribute 'weigh'" });
    await expect(weigh.getByRole('link')).toHaveText([/Weigh flour/]);
    await expect(page.getByRole('region', { name: 'Lessons' }).getByRole('listitem').filter({ hasText: 'Steady' })).toContainText(
      'No difference',
    );
  });

  await test.step('both sides are compared', async () => {
    const label = page.getByRole('region', { name: 'The output has “gram” instead of “g”.' });
    await label.getByRole('button', { name: /^Compare/ }).click();
    const output = label.getByRole('group', { name: 'Output' });
    await expect(output.getByLabel('Output, today')).toHaveText('7 g\ndone');
    await expect(output.getByLabel('Output, upgraded')).toHaveText('7 gram\ndone');
    const drawn = page.getByRole('region', { name: 'A plot looks different.' });
    await drawn.getByRole('button', { name: /^Compare/ }).click();
    await expect(drawn.getByRole('img', { name: 'Plot 1, upgraded' })).toBeVisible();
    await expectAccessible(page, 'a rehearsal', { within: 'main' });
    await expectAccessibleNarrow(page, 'a rehearsal', { within: 'main' });
  });

  await test.step('the green lesson gets it in a new release', async () => {
    await page.getByRole('button', { name: 'Upgrade 1 lesson' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upgrade lessons' });
    await dialog.getByLabel('Name', { exact: true }).fill('Scales 2');
    await expect(dialog.getByLabel('Branch name')).toHaveValue('scales-2');
    await expectAccessible(page, 'the upgrade of lessons', { within: DIALOG });
    await dialog.getByRole('button', { name: 'Upgrade 1 lesson' }).click();
    await expect(dialog.getByText('1 lesson upgraded in Scales 2.')).toBeVisible({ timeout: WORK_MS });
    await dialog.getByRole('link', { name: 'Open release' }).click();
    // The page of the rehearsal has such a link, too.
    await page.waitForURL(/\/releases\?/);
    await page.getByRole('grid', { name: 'Releases' }).getByRole('link', { name: 'Steady' }).click();
    await page.getByRole('tab', { name: 'Packages' }).click();
    await expect(page.getByLabel('Version of scales')).toHaveValue('2.0.0');
    await expect(page.getByText('until this lesson’s packages are built')).toHaveCount(0);
  });
});
