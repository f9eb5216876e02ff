import type { Browser } from '@playwright/test';
import { OWNER, type RealServer } from '#testing/real-server.ts';
import { PictureTaker } from './picture-taker.ts';

const SAMPLE_LESSON = 101;
const RUN_LIMIT_MS = 60_000;

/** The picture at the top of the README: a code screen whose answer was run. */
export async function takeReadmePicture(browser: Browser, server: RealServer): Promise<void> {
  const owner = await server.setUpOwner();
  const published = await owner.getLatestLesson({ params: { sequence: SAMPLE_LESSON } });
  const lesson = await owner.cloneLesson({ params: { id: published.id } });
  const screens = await owner.listScreens({ params: { id: lesson.id } });
  // The screen that draws says most.
  const screen =
    screens.find(({ type, answer_code }) => type === 'code' && answer_code.includes('plt.')) ?? screens.find(({ type }) => type === 'code');
  if (!screen) throw new Error(`Sample lesson ${SAMPLE_LESSON} has no code screen.`);

  const camera = await PictureTaker.open(browser, server, OWNER, { folder: 'docs/images', width: 1440, height: 900 });
  const { page } = camera;
  await camera.goto(`/lesson/${lesson.id}/screen/${screen.id}?code=answer`);
  await page.getByRole('textbox', { name: 'Answer code' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page
    .getByRole('status')
    .filter({ hasText: /^Answer code · / })
    .waitFor({ timeout: RUN_LIMIT_MS });
  await camera.take('screen-editor');
}
