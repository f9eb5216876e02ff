import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#testing/browser.ts';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { findLost, writeTogether } from '#testing/two-authors.ts';
import { signedInPage } from './browser.ts';

// Two people edit one lesson for the given number of minutes (ten) while two pages show it: `node bench/two-authors.ts [minutes]
// [seed]`. Reports what they did and whether anything was lost; exits with 1 if so.

const [minutes = 10, seed = 1] = process.argv.slice(2).map(Number);
const COLLEAGUE = 'bo@lessons.example';

/** The screens as the lesson's page lists them. */
const shown = (page: Page): Promise<string[]> => page.getByRole('region', { name: 'Screens' }).getByRole('listitem').allInnerTexts();

const server = await RealServer.create({ LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_LOG: 'warn' });
const browser = await chromium.launch(findBrowser());
try {
  const owner = await server.setUpOwner();
  await owner.addStaff({ body: { email: COLLEAGUE } });
  const { token } = await owner.createToken({ body: { name: 'bench', email: COLLEAGUE } });
  const clients = [owner, server.client({ authorization: `Bearer ${token}` })];
  const lesson = await owner.createLesson({ body: { sequence: 900, title: `Written together by ${OWNER.name} and Bo` } });
  for (const sequence of [1, 2, 3, 4]) {
    const { newScreenId } = await owner.createScreen({ params: { id: lesson.id }, body: { sequence } });
    const body = { title: `Screen ${sequence}`, body_markdown: 'one\ntwo\nthree', answer_code: 'a = 1\nb = 2' };
    await owner.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body });
  }
  const pages = [await signedInPage(browser, server), await signedInPage(browser, server)];
  for (const page of pages) await page.goto(`${server.url}/lesson/${lesson.id}`);

  const end = Date.now() + minutes * 60_000;
  let steps = 0;
  const acknowledged = await writeTogether({ lessonId: lesson.id, clients, seed, isOver: () => steps++ >= 0 && Date.now() > end });
  const lost = await findLost(owner, lesson.id, acknowledged);
  const titles = (await owner.listScreens({ params: { id: lesson.id } })).length;
  const deadline = Date.now() + 60_000;
  let lists = await Promise.all(pages.map(shown));
  while (Date.now() < deadline && (lists[0]?.length !== titles || lists[0]?.join() !== lists[1]?.join())) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    lists = await Promise.all(pages.map(shown));
  }
  const isSame = lists[0]?.length === titles && lists[0]?.join() === lists[1]?.join();
  const { written, comments, screens, conflicts } = acknowledged;
  console.log(
    `${minutes} minutes, seed ${seed}: ${steps} steps, ${written.length} edits, ${conflicts} conflicts resolved, ${comments.size} comments, ${screens.size} screens added.`,
  );
  console.log(`Lost: ${lost.length === 0 ? 'nothing' : lost.join('; ')}. Both pages show the same order: ${isSame ? 'yes' : 'no'}.`);
  if (lost.length > 0 || !isSame) process.exitCode = 1;
} finally {
  await browser.close();
  await server.remove();
}
