import { expect, type Page } from '@playwright/test';

/** The browser's stored drafts, as text. */
export function keptDrafts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Opening a missing database would create it, permanently empty.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'lessonwright')) return '';
    return new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open('lessonwright');
      opening.addEventListener('error', () => reject(opening.error ?? new Error('The drafts could not be opened.')));
      opening.addEventListener('success', () => {
        const reading = opening.result.transaction('drafts').objectStore('drafts').getAll();
        reading.addEventListener('success', () => {
          opening.result.close();
          resolve(JSON.stringify(reading.result));
        });
      });
    });
  });
}

/** Waits until the browser has stored a draft that contains `text`. */
export async function expectKept(page: Page, text: string): Promise<void> {
  await expect.poll(() => keptDrafts(page), { message: 'the draft is written down' }).toContain(text);
}
