import type { Page } from '@playwright/test';

/** Counts what a person clicks on a page and in its later documents. Call it before the page is opened. */
export async function countClicks(page: Page): Promise<{ count: number }> {
  const clicks = { count: 0 };
  await page.exposeFunction('lessonwrightClicked', () => {
    clicks.count += 1;
  });
  await page.addInitScript(() => {
    const { lessonwrightClicked } = window as unknown as { lessonwrightClicked: () => void };
    // Pointers, because keys and labels send clicks as well. On the document: where an element moves away before it is pressed,
    // Playwright stops the event at the window and presses again.
    document.addEventListener('pointerdown', (event) => event.isTrusted && lessonwrightClicked(), { capture: true });
  });
  return clicks;
}
