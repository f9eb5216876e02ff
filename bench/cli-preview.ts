import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { showPreview } from '#app/cli/preview/show-preview.ts';
import { SAMPLE_FOLDER } from '#testing/sample-product.ts';
import { withBrowser } from './browser.ts';
import { measureInTurn, type TimedWork } from './measure.ts';
import { PlainServer } from './plain-server.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const SAVES = 60;
const LESSON = 'lessons/101-why-is-the-ferry-late';
const PLAIN = 'page.html';

/** From a save in an editor to the text in the browser. */
export async function measureCliPreview(sizes: Sizes): Promise<readonly Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-bench-'));
  const stop = new AbortController();
  try {
    await cp(SAMPLE_FOLDER, folder, { recursive: true });
    await writeFile(join(folder, PLAIN), '<p></p>');
    await using plain = await PlainServer.start(folder);
    const { promise: printed, resolve } = Promise.withResolvers<string>();
    const output = { print: resolve, note: () => undefined, isTerminal: false };
    const ended = showPreview({ args: [LESSON], options: { port: '0' }, folder, environment: {}, output, signal: stop.signal });
    const address = await printed;
    const samples = await withBrowser(async (browser) => {
      const [preview, bare] = [await browser.newPage(), await browser.newPage()];
      await preview.goto(address);
      await preview.locator('h1').first().waitFor();
      await bare.goto(`${plain.url}/${PLAIN}`);
      const save = (path: string, text: string) => writeFile(join(folder, path), text);
      return measureInTurn(
        {
          preview: untilPainted(preview, (text) => save(`${LESSON}/screens/everyone-has-a-theory/learn.md`, `${text}\n`)),
          bare: untilPainted(bare, async (text) => {
            await save(PLAIN, `<p>${text}</p>`);
            await bare.reload();
          }),
        },
        { rounds: sizes.times(SAVES) },
      );
    });
    stop.abort();
    await ended;
    const against = 'a page of one sentence from a bare server of files, reloaded by the test';
    return [
      { what: 'lessonwright preview: from a save to the text in Chromium', samples: samples.preview, against, baseline: samples.bare },
    ];
  } finally {
    stop.abort();
    await rm(folder, { recursive: true, force: true });
  }
}

let count = 0;

function untilPainted(page: Page, save: (text: string) => Promise<void>): TimedWork {
  return async () => {
    await page.bringToFront();
    const text = `Save number ${(count += 1)}.`;
    const start = performance.now();
    await save(text);
    await page.waitForFunction((wanted) => document.body.textContent.includes(wanted), text, { polling: 'raf' });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return performance.now() - start;
  };
}
