import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { Samples } from './measure.ts';
import type { Comparison } from './report.ts';

const SEQUENCE = 720_000;
const OPENINGS = 7;
const LOOK_EVERY_MS = 20;

const TEXT = `Some **text** to read, with $x^2$ in it.

| name | value |
|---|--:|
| first | 1 |

\`\`\`python
print('a listing')
\`\`\`
`.repeat(4);
const SCREENS = [
  { title: 'Text', type: 'text', body_markdown: TEXT },
  { title: 'Code', type: 'code', body_markdown: TEXT, initial_code: 'print(1)\n' },
] as const;

const EDITOR = '[role=textbox][aria-label="Your code"]';

/** When the page showed what was waited for, in milliseconds since the navigation began. */
interface WatchedWindow extends Window {
  shown?: number;
}

/** A build in a browser without a cache: from its address to text that can be read, and to code that can be edited. */
export async function measureLearnerPage(browser: Browser, client: Client<Api>): Promise<Comparison[]> {
  const address = await deployLesson(client);
  const baseline = await measureOpening(browser, `${new URL(address).origin}/preview/none`, 'h1');
  const against = 'the same page saying that there is no such build';
  return [
    { what: 'a build without a cache: time to its text', samples: await measureOpening(browser, `${address}#1`, 'h1'), against, baseline },
    { what: 'a build without a cache: time to code', samples: await measureOpening(browser, `${address}#2`, EDITOR), against, baseline },
  ];
}

/** All gzipped script loaded until the text, or the code, of a build is shown. */
export async function measureLearnerScript(browser: Browser, address: string): Promise<string> {
  const sizes: string[] = [];
  for (const [place, selector] of [
    ['1', 'h1'],
    ['2', EDITOR],
  ] as const) {
    const page = await browser.newPage();
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await page.goto(`${address}#${place}`);
    await page.locator(selector).first().waitFor();
    const bodies = await Promise.all(scripts);
    await page.close();
    sizes.push(
      `${(bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1_000).toFixed(1)} kB in ${bodies.length} files`,
    );
  }
  return `Gzipped script of a build: ${sizes[0]} for text, ${sizes[1]} for code.`;
}

/** Returns the address of a build of a lesson with a screen of text and one of code. */
async function deployLesson(client: Client<Api>): Promise<string> {
  const { id } = await client.createLesson({ body: { sequence: SEQUENCE, title: 'Measured' } });
  for (const [index, fields] of SCREENS.entries()) {
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: index + 1 } });
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: fields });
  }
  const { build_number: buildNumber } = await client.startDeploy({ params: { id }, body: {} });
  for (;;) {
    const { deploy } = await client.getDeploy({ params: { id, buildNumber }, query: {} });
    if (deploy.status === 'failed') throw new Error(deploy.error ?? 'The deploy failed.');
    if (deploy.status === 'succeeded') break;
    await sleep(LOOK_EVERY_MS);
  }
  return (await client.openPreview({ params: { id, buildNumber } })).url;
}

/** From the start of the navigation to the frame that shows an element, each time in a new browser profile. */
async function measureOpening(browser: Browser, address: string, selector: string): Promise<Samples> {
  const samples: number[] = [];
  for (let round = 0; round <= OPENINGS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    // Watch inside the page: from outside it is seen some frames later.
    await page.addInitScript((sought) => {
      const look = (): void => {
        if (!document.querySelector(sought)) return void requestAnimationFrame(look);
        // Timers set in a frame run after it was painted.
        setTimeout(() => ((window as WatchedWindow).shown = performance.now()));
      };
      requestAnimationFrame(look);
    }, selector);
    await page.goto(address, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => (window as WatchedWindow).shown);
    if (round > 0) samples.push((await shown.jsonValue()) ?? Number.NaN);
    await context.close();
  }
  return samples.toSorted((a, b) => a - b);
}
