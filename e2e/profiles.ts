import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { countStart } from '#testing/count-start.ts';

/** A browser profile whose loaded pages are counted (testing/count-starts.mjs), and whose texts have their preview beside them. */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // Most tests read the preview beside the source. A test of another view chooses it.
  await context.addInitScript((key) => {
    try {
      localStorage.setItem(key, localStorage.getItem(key) ?? '"split"');
    } catch {
      // Frames of other origins have no storage.
    }
  }, 'lessonwright.markdown-view');
  context.on('page', (page) => page.on('domcontentloaded', () => countStart('pages')));
  return context;
}

export type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/**
 * Browser profiles that later tests use again, emptied of everything but downloaded scripts. A new profile starts a process for its
 * pages, downloads every script and compiles it, which takes longer than most tests.
 */
const FREE = new WeakMap<Browser, Profile[]>();
/** What a test leaves in a profile, besides cookies. */
const STORED = 'local_storage,indexeddb,cache_storage,file_systems,service_workers,websql';

export class Profile {
  readonly context: BrowserContext;
  /** Its process is that of all pages of the product in this profile, and lives as long as one of them. */
  readonly #keeper: Page;

  private constructor(context: BrowserContext, keeper: Page) {
    this.context = context;
    this.#keeper = keeper;
  }

  /** Takes an empty profile with the cookies of a person. `url` is that of the product. */
  static async take(browser: Browser, url: string, session: Session): Promise<Profile> {
    const free = FREE.get(browser)?.pop();
    if (free) {
      await free.context.addCookies(session.cookies);
      return free;
    }
    const context = await newContext(browser, { storageState: session });
    const keeper = await context.newPage();
    await keeper.goto(`${url}/icon.svg`);
    return new Profile(context, keeper);
  }

  /** The open pages of the test. */
  pages(): Page[] {
    return this.context.pages().filter((page) => page !== this.#keeper);
  }

  /** Empties it for the next test. */
  async giveBack(): Promise<void> {
    const { context } = this;
    const pages = this.pages();
    const origins = new Set([...pages, this.#keeper].map((page) => new URL(page.url()).origin));
    await Promise.all(pages.map((page) => page.close()));
    await Promise.all([context.unrouteAll(), context.setOffline(false), context.clearCookies(), context.clearPermissions()]);
    const devtools = await context.newCDPSession(this.#keeper);
    for (const origin of origins) {
      if (origin !== 'null') await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    }
    await devtools.detach();
    const browser = context.browser();
    if (browser) FREE.set(browser, [...(FREE.get(browser) ?? []), this]);
  }
}
