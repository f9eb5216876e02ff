import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { RealServer } from '#testing/real-server.ts';

/** Small enough for a repository, and letters stay clean. */
const WEBP_QUALITY = 82;
const SETTLE_LIMIT_MS = 30_000;

/** Takes pictures of a product's pages, in the light theme and without what moves, as WebP files in a folder. */
export class PictureTaker {
  readonly #server: RealServer;
  readonly #context: BrowserContext;
  readonly #folder: string;
  readonly page: Page;

  private constructor(server: RealServer, context: BrowserContext, page: Page, folder: string) {
    this.#server = server;
    this.#context = context;
    this.page = page;
    this.#folder = folder;
  }

  /** Signs in and opens a page of this size. */
  static async open(
    browser: Browser,
    server: RealServer,
    person: { email: string; password: string },
    { folder, width, height }: { folder: string; width: number; height: number },
  ): Promise<PictureTaker> {
    await mkdir(folder, { recursive: true });
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    const { email, password } = person;
    const reply = await context.request.post(`${server.url}/api/login/password`, { data: { email, password } });
    if (!reply.ok()) throw new Error(`Signing in failed: ${await reply.text()}`);
    return new PictureTaker(server, context, await context.newPage(), folder);
  }

  /** Opens a page of the product by its path. */
  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.#server.url}${path}`);
  }

  /** Writes `name.webp`: the window, its upper part, or what is named with some air around it. */
  async take(name: string, what?: Part): Promise<void> {
    await this.#takeOf(this.page, name, what);
  }

  /** The same of a page that opens without an account. */
  async takeAsVisitor(name: string, url: string, prepare: (page: Page) => Promise<void>): Promise<void> {
    const page = await this.#context.newPage();
    await page.goto(url);
    await prepare(page);
    await this.#takeOf(page, name);
    await page.close();
  }

  async #takeOf(page: Page, name: string, what?: Part): Promise<void> {
    // Nothing is pointed at, nothing loads and nothing fades.
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle', { timeout: SETTLE_LIMIT_MS });
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
    );
    const clip = await clipOf(page, what);
    const session = await this.#context.newCDPSession(page);
    // Playwright itself takes PNG and JPEG; WebP is half as large.
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: WEBP_QUALITY,
      ...(clip && { clip: { ...clip, scale: 1 } }),
    });
    await session.detach();
    await writeFile(join(this.#folder, `${name}.webp`), Buffer.from(data, 'base64'));
    console.log(`${name}.webp  ${Math.round((data.length * 3) / 4 / 1024)} kB`);
  }
}

/** What of the window is shown. */
type Part = Locator | readonly Locator[] | { height: number };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const AIR = 12;

/** The smallest part of the window that holds all of it; null: the window. */
async function clipOf(page: Page, part: Part | undefined): Promise<Box | null> {
  const window = page.viewportSize();
  if (!part || !window) return null;
  if ('height' in part) return { x: 0, y: 0, width: window.width, height: part.height };
  const boxes = (await Promise.all([part].flat().map((each) => each.boundingBox()))).filter((box) => box !== null);
  if (boxes.length === 0) throw new Error('What was to be shown is not on the page.');
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - AIR);
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - AIR);
  const right = Math.min(window.width, Math.max(...boxes.map(({ x, width }) => x + width)) + AIR);
  const bottom = Math.min(window.height, Math.max(...boxes.map(({ y, height }) => y + height)) + AIR);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
