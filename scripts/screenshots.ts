import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { findBrowser } from '#testing/browser.ts';

/** `npm run screenshots`: takes the documentation's screenshots of the sample content on a new server. */
const FOLDER = 'docs/images';
const SAMPLE_LESSON = 101;
const RUN_LIMIT_MS = 60_000;

async function takeScreenEditor(page: Page, address: string): Promise<void> {
  await page.goto(`${address}?code=answer`);
  await page.getByRole('textbox', { name: 'Answer code' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page
    .getByRole('status')
    .filter({ hasText: /^Answer code · / })
    .waitFor({ timeout: RUN_LIMIT_MS });
  await page.mouse.move(0, 0);
  await page.screenshot({ path: `${FOLDER}/screen-editor.png` });
}

const browser = await chromium.launch(findBrowser());
const server = await RealServer.create();
try {
  await mkdir(FOLDER, { recursive: true });
  const owner = await server.setUpOwner();
  const published = await owner.getLatestLesson({ params: { sequence: SAMPLE_LESSON } });
  const lesson = await owner.cloneLesson({ params: { id: published.id } });
  const screens = await owner.listScreens({ params: { id: lesson.id } });
  // A screen with a plot shows the most.
  const screen =
    screens.find(({ type, answer_code }) => type === 'code' && answer_code.includes('plt.')) ?? screens.find(({ type }) => type === 'code');
  if (!screen) throw new Error(`Sample lesson ${SAMPLE_LESSON} has no code screen.`);

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  await context.request.post(`${server.url}/api/login/password`, { data: { email: OWNER.email, password: OWNER.password } });
  const page = await context.newPage();
  await takeScreenEditor(page, `${server.url}/lesson/${lesson.id}/screen/${screen.id}`);
} finally {
  await browser.close();
  await server.remove();
}
