import type { FrameLocator, Page } from '@playwright/test';
import type { Product } from './product.ts';

/** Of a build from PyPI. */
export const BUILD_MS = 10 * 60_000;

/** Whether packages can be had from PyPI; without a way there, the tests that need it are skipped, and the list of tests says so. */
export async function hasPyPI(): Promise<boolean> {
  return fetch('https://pypi.org/simple/jupyterlab/', { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** What both a frame and a page can be asked for. */
export type Shown = Page | FrameLocator;

/** A lesson with one screen of code. */
export async function makeCodeScreen(
  product: Product,
  { fields, screen }: { fields: object; screen: object },
): Promise<{ id: number; screenUrl: string }> {
  const lesson = await product.lesson({ title: 'Application', screens: [{ type: 'code', title: 'Open it', ...screen }] });
  await product.client.saveLesson({ params: { id: lesson.id }, body: fields });
  return lesson;
}
