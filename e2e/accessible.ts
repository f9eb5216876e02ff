import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Part of WCAG 2.2, but off in axe by default. */
const TARGET_SIZE = { 'target-size': { enabled: true } };

/** Rules that depend on the colors of a mode. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

type RunOptions = Parameters<AxeBuilder['options']>[0];

interface AccessibleOptions {
  /** Selects what is checked. Absent: the whole page. */
  within?: string;
  /** A further check for each mode. */
  inEachMode?: (mode: 'light' | 'dark') => Promise<void>;
}

/**
 * Fails on anything that axe finds on the current page, in light and in dark mode; `where` names the page in the message. The
 * page must follow the system's mode, which is the default.
 */
export async function expectAccessible(page: Page, where: string, { within, inEachMode }: AccessibleOptions = {}): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [shown, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  expect(await violations(page, {}, within), `accessibility of ${where}, ${shown}`).toEqual([]);
  await inEachMode?.(shown);
  await page.emulateMedia({ colorScheme: other });
  try {
    // The page follows the system a moment later, then repaints.
    await page.waitForFunction((mode) => {
      const followed = document.documentElement.dataset['mantineColorScheme'];
      return followed === undefined || followed === mode;
    }, other);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await violations(page, { runOnly: OF_COLOURS }, within), `accessibility of ${where}, ${other}`).toEqual([]);
    await inEachMode?.(other);
  } finally {
    await page.emulateMedia({ colorScheme: shown });
  }
}

/** The same at the width of a phone, without color rules, which are the same at every width. */
export async function expectAccessibleNarrow(page: Page, where: string): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 900 });
  const rules = Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }]));
  expect(await violations(page, { rules }), `accessibility of ${where}, narrow`).toEqual([]);
  if (wide) await page.setViewportSize(wide);
}

async function violations(page: Page, options: RunOptions, within?: string): Promise<string[]> {
  const rules = options.runOnly === undefined ? { rules: { ...TARGET_SIZE, ...options.rules } } : {};
  // Fading elements have temporary colors; a cursor blinks forever.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity),
  );
  // Legacy mode assembles the result in the page itself; otherwise axe opens another page, which takes the focus away. Only
  // violations are described.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ ...options, ...rules, resultTypes: ['violations'], preload: false });
  const found = await (within === undefined ? axe : axe.include(within)).analyze();
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
  );
}
