import type { FrameLocator, Page } from '@playwright/test';
import type { Api } from '#contract/api.ts';
import type { Client } from '#contract/client.ts';

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

/** A lesson with one screen; answers the address of its editor. */
export async function makeCodeScreen(
  client: Client<Api>,
  { sequence, fields, screen }: { sequence: number; fields: object; screen: object },
): Promise<{ lessonId: number; address: string }> {
  const { id } = await client.createLesson({ body: { sequence, title: `Application ${sequence}` } });
  await client.saveLesson({ params: { id }, body: fields });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  await client.saveScreen({
    params: { lessonId: id, screenId: newScreenId },
    body: { revision: 1, type: 'code', title: 'Open it', ...screen },
  });
  return { lessonId: id, address: `/lesson/${id}/screen/${newScreenId}` };
}
