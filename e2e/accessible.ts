import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Everything that axe can find wrong on the page as it stands; `where` names the page in the failure. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  // What fades in or out has colours of its own for a moment; a cursor blinks for ever.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
  );
  expect(found, `accessibility of ${where}`).toEqual([]);
}
