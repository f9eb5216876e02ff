import type { Page } from '@playwright/test';

/** What the browser keeps of unsaved edits, as text. */
export function keptDrafts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Asked for while it is not there, it would be made, and be empty for ever.
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
