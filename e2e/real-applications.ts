import type { FrameLocator, Page } from '@playwright/test';
import type { Product } from './product.ts';

/** Time limit of a build from PyPI. */
export const BUILD_MS = 10 * 60_000;

/** Whether PyPI is reachable; otherwise the tests that need it are skipped and reported as such. */
export async function hasPyPI(): Promise<boolean> {
  return fetch('https://pypi.org/simple/jupyterlab/', { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** The common interface of a frame and a page. */
export type Shown = Page | FrameLocator;

/** Creates a lesson with one code screen. */
export async function makeCodeScreen(
  product: Product,
  { fields, screen }: { fields: object; screen: object },
): Promise<{ id: number; screenUrl: string }> {
  const lesson = await product.lesson({ title: 'Application', screens: [{ type: 'code', title: 'Open it', ...screen }] });
  await product.client.saveLesson({ params: { id: lesson.id }, body: fields });
  return lesson;
}
