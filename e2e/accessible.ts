import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** For `within`: what opened above a page that is checked without it. */
export const DIALOG = '[role="dialog"]';

/** Part of WCAG 2.2, but off in axe by default. */
const TARGET_SIZE = { 'target-size': { enabled: true } };

/** Rules that depend on the colors of a mode. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

interface AccessibleOptions {
  /** Selects what is checked. Absent: the whole page. */
  within?: string;
  /** A further check for each mode. */
  inEachMode?: (mode: 'light' | 'dark') => Promise<void>;
}

/**
 * Fails on anything that axe finds on the current page, in light and in dark mode; `where` names the page in the message. The
 * page must follow the system's mode, which is the default. It stays in the mode that was looked at last: a change of all colors
 * takes as long as axe.
 */
export async function expectAccessible(page: Page, where: string, { within, inEachMode }: AccessibleOptions = {}): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [shown, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  expect(await violations(page, { rules: TARGET_SIZE }, within), `accessibility of ${where}, ${shown}`).toEqual([]);
  await inEachMode?.(shown);
  await page.emulateMedia({ colorScheme: other });
  // The page follows the system a moment later, then repaints.
  await page.waitForFunction((mode) => {
    const followed = document.documentElement.dataset['mantineColorScheme'];
    return followed === undefined || followed === mode;
  }, other);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await violations(page, { runOnly: OF_COLOURS }, within), `accessibility of ${where}, ${other}`).toEqual([]);
  await inEachMode?.(other);
}

/** The same at the width of a phone, without color rules, which are the same at every width. */
export async function expectAccessibleNarrow(page: Page, where: string, { within }: Pick<AccessibleOptions, 'within'> = {}): Promise<void> {
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 900 });
  const rules = Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }]));
  expect(await violations(page, { rules: { ...TARGET_SIZE, ...rules } }, within), `accessibility of ${where}, narrow`).toEqual([]);
  if (wide) await page.setViewportSize(wide);
}

async function violations(page: Page, rules: Pick<axe.RunOptions, 'rules' | 'runOnly'>, within?: string): Promise<string[]> {
  // A dialog may open a moment later.
  if (within !== undefined) await page.locator(within).filter({ visible: true }).first().waitFor();
  // Fading elements have temporary colors; a cursor blinks forever.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity),
  );
  // A script of half a megabyte: once for each document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Other frames are other documents. Only violations are described.
  const options: axe.RunOptions = { ...rules, resultTypes: ['violations'], iframes: false, preload: false, selectors: false };
  return page.evaluate(runAxe, { within, options });
}

/** Runs in the browser, so it holds everything that it uses. */
async function runAxe({ within, options }: { within: string | undefined; options: axe.RunOptions }): Promise<string[]> {
  const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(within ?? document, options);
  return found.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
  );
}
