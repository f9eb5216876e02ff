import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Client } from '#platform/contract/client.ts';
import type { RealServer } from '#testing/real-server.ts';
import { measurePlainInput, signedInPage } from './lessons-page.ts';
import type { Samples } from './measure.ts';
import type { Comparison } from './report.ts';

const SCREENS = 60;
const MARKDOWN_LINES = 2_000;
const CODE_LINES = 10_000;
/** Comments on passages of the long markdown. */
const THREADS = 50;
const OPENINGS = 7;
/** Keys that are typed at either end of a document. */
const KEYS = 40;
/** Milliseconds between two keys: a fast typist. Work for one key may delay the next. */
const KEY_PAUSE_MS = 60;

/** Opening the editor of a long lesson, and typing in long documents. */
export async function measureAuthoring(browser: Browser, server: RealServer, client: Client<Api>): Promise<Comparison[]> {
  const [short, long] = [await makeLesson(client, 900_010, 1), await makeLesson(client, 900_011, SCREENS)];
  const markdown = await makeLesson(client, 900_012, 1, { body_markdown: longMarkdown() });
  const code = await makeLesson(client, 900_013, 1, { type: 'code', answer_code: longCode() });
  const commented = await makeLesson(client, 900_014, 1, { body_markdown: longMarkdown() });
  await addComments(client, commented);
  const baseline = await measurePlainInput(browser);
  const withoutComments = await measureTyping(browser, server, markdown, 'Learn');
  const withComments = await measureTyping(browser, server, commented, 'Learn', THREADS);
  const key = { against: 'a keystroke in a bare input', baseline };
  return [
    {
      what: `a lesson of ${SCREENS} screens, its address loaded with warm caches: time to its editor`,
      samples: await measureOpening(browser, server, long),
      against: 'a lesson of one screen',
      baseline: await measureOpening(browser, server, short),
    },
    {
      what: `the same lesson: time to the preview of its screen`,
      samples: await measureOpening(browser, server, long, '[role=region][aria-label="Preview of Learn"] p'),
      against: 'time to its editor',
      baseline: await measureOpening(browser, server, long),
    },
    {
      what: `a screen of the same lesson, opened from its page`,
      samples: await measureClicks(browser, server, long),
      against: 'from one of one screen',
      baseline: await measureClicks(browser, server, short),
    },
    {
      what: `${MARKDOWN_LINES.toLocaleString('en')} lines of markdown with their preview: keystroke to paint`,
      samples: withoutComments,
      ...key,
    },
    {
      what: `the same with ${THREADS} comments beside it: keystroke to paint`,
      samples: withComments,
      against: 'the same without comments',
      baseline: withoutComments,
    },
    {
      what: `${CODE_LINES.toLocaleString('en')} lines of code: keystroke to paint`,
      samples: await measureTyping(browser, server, `${code}?code=answer`, 'Answer code'),
      ...key,
    },
  ];
}

/** The first page: all gzipped script loaded before the rows of the lessons list appear. Later prefetches don't count. */
export async function measureFirstLoad(browser: Browser, server: RealServer): Promise<string> {
  const page = await signedInPage(browser, server);
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await page.goto(server.url);
  await page.getByRole('row').getByRole('link').first().waitFor();
  const bodies = await Promise.all(scripts.values());
  await page.context().close();
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  return `First load of the lessons list: ${(bytes / 1_000).toFixed(1)} kB of gzipped script in ${bodies.length} files.`;
}

/** Returns the address of its first screen, from the root. */
async function makeLesson(client: Client<Api>, sequence: number, count: number, fields: Partial<ScreenFields> = {}): Promise<string> {
  const lesson = await client.createLesson({ body: { sequence, title: 'Measured' } });
  const params = { id: lesson.id };
  let first: number | null = null;
  for (let place = 1; place <= count; place += 1) {
    const { newScreenId } = await client.createScreen({ params, body: { sequence: place } });
    const body = { title: `Screen number ${place}`, body_markdown: 'A line of text.\n'.repeat(40), ...fields };
    await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body });
    first ??= newScreenId;
  }
  return `/lesson/${lesson.id}/screen/${first}`;
}

/** Adds comments on passages that are spread over the text of a screen. */
async function addComments(client: Client<Api>, address: string): Promise<void> {
  const id = Number(address.split('/').at(-1));
  const parts = longMarkdown().match(/^## .*$/gm)?.length ?? 0;
  for (let index = 0; index < THREADS; index += 1) {
    const part = Math.floor((index * parts) / THREADS);
    const quote = { field: 'body_markdown', text: `heading ${part}`, before: '## A ', after: '\nA line of *text*' };
    await client.createComment({ params: { id }, body: { comment: `Comment **${index + 1}** on this line.`, quote } });
  }
}

const EDITOR = '[role=textbox][aria-label="Learn"]';

/** From the start of the navigation to the frame that shows an element of the screen, with warm caches. */
async function measureOpening(browser: Browser, server: RealServer, address: string, wanted = EDITOR): Promise<Samples> {
  const page = await signedInPage(browser, server);
  // Watch inside the page: from outside it is seen some frames later.
  await page.addInitScript((selector) => {
    const look = (): void => {
      if (!document.querySelector(selector)) return void requestAnimationFrame(look);
      // Timers set in a frame run after it was painted.
      setTimeout(() => ((window as WatchedWindow).opened = performance.now()));
    };
    requestAnimationFrame(look);
  }, wanted);
  const samples: number[] = [];
  for (let round = 0; round <= OPENINGS; round += 1) {
    await page.goto(server.url + address, { waitUntil: 'commit' });
    await editor(page, 'Learn').waitFor();
    const opened = await page.waitForFunction(() => (window as WatchedWindow).opened);
    if (round > 0) samples.push((await opened.jsonValue()) ?? Number.NaN);
  }
  await page.context().close();
  return samples.toSorted((a, b) => a - b);
}

/** From a click on the first screen on the lesson's page until one can type. */
async function measureClicks(browser: Browser, server: RealServer, address: string): Promise<Samples> {
  const page = await signedInPage(browser, server);
  const samples: number[] = [];
  for (let round = 0; round <= OPENINGS; round += 1) {
    await page.goto(server.url + address.replace(/\/screen\/.*/, ''));
    const link = page.locator(`a[href="${address}"]`).first();
    await link.waitFor();
    await page.evaluate(() => {
      const note = ({ timeStamp }: Event): number => ((window as WatchedWindow).pressed = timeStamp);
      addEventListener('pointerdown', note, { capture: true });
    });
    await link.click();
    await editor(page, 'Learn').waitFor();
    if (round > 0) samples.push(await page.evaluate(() => performance.now() - ((window as WatchedWindow).pressed ?? Number.NaN)));
  }
  await page.context().close();
  return samples.toSorted((a, b) => a - b);
}

/**
 * Values that the page records: milliseconds from each key to the frame that shows it, when the pointer was pressed, and when the
 * editor was shown.
 */
interface WatchedWindow extends Window {
  keys?: number[];
  pressed?: number;
  opened?: number;
}

/** @param threads How many threads the margin has: typing begins once they are there. */
async function measureTyping(browser: Browser, server: RealServer, address: string, label: string, threads = 0): Promise<Samples> {
  const page = await signedInPage(browser, server);
  await page.goto(server.url + address);
  await editor(page, label).click();
  await page.waitForFunction((count) => document.querySelectorAll('[data-thread]').length === count, threads);
  await page.evaluate(() => {
    const durations: number[] = ((window as WatchedWindow).keys = []);
    const watch = ({ timeStamp }: KeyboardEvent): void => {
      // Timers set in a frame run after it was painted.
      requestAnimationFrame(() => setTimeout(() => durations.push(performance.now() - timeStamp)));
    };
    addEventListener('keydown', watch, { capture: true });
  });
  const take = () => page.evaluate(() => (window as WatchedWindow).keys?.splice(0) ?? []);
  const samples: number[] = [];
  for (const place of ['Home', 'End']) {
    await page.keyboard.press(`ControlOrMeta+${place}`);
    await page.keyboard.type('warm up ', { delay: KEY_PAUSE_MS });
    await take();
    await page.keyboard.type('a few more words to type '.repeat(4).slice(0, KEYS), { delay: KEY_PAUSE_MS });
    samples.push(...(await take()));
  }
  await page.context().close();
  return samples.toSorted((a, b) => a - b);
}

function editor(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: true });
}

function longMarkdown(): string {
  const part = (index: number) => [
    `## A heading ${index}`,
    'A line of *text* with `code`, a [link](https://example.org) and **strong** words in it.',
    '- a point of a list',
    '',
    '```python',
    'total = sum(row.points for row in rows)  # a comment',
    '```',
    '',
    'And $x^2$ in its own line.',
    '',
  ];
  return Array.from({ length: MARKDOWN_LINES / part(0).length }, (_, index) => part(index).join('\n')).join('\n');
}

function longCode(): string {
  const part = [
    'def total(rows, factor=1.5):',
    '    """Adds up the points."""',
    '    return sum(row["points"] * factor for row in rows)',
    '',
    '',
  ];
  return Array.from({ length: CODE_LINES / part.length }, () => part.join('\n')).join('\n');
}
