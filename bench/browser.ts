import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { findBrowser } from '#testing/browser.ts';
import { OWNER, type RealServer } from '#testing/real-server.ts';

type Session = NonNullable<BrowserContextOptions['storageState']>;

export const VIEWPORT = { width: 1440, height: 900 } as const;
/** By address of the server. Signing in is limited per minute, and what is measured begins after it. */
const sessions = new Map<string, Promise<Session>>();

export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(findBrowser());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** A page of the owner, in its own browser profile. Its texts are in this view. */
export async function signedInPage(browser: Browser, server: Pick<RealServer, 'url'>, view: 'live' | 'split' = 'split'): Promise<Page> {
  let session = sessions.get(server.url);
  if (!session) sessions.set(server.url, (session = signIn(browser, server.url)));
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: await session });
  await context.addInitScript((chosen) => {
    // A page without an address has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('lessonwright.markdown-view', JSON.stringify(chosen));
  }, view);
  return context.newPage();
}

async function signIn(browser: Browser, url: string): Promise<Session> {
  const context = await browser.newContext();
  const reply = await context.request.post(`${url}/api/login/password`, { data: { email: OWNER.email, password: OWNER.password } });
  if (!reply.ok()) throw new Error(`The owner could not sign in: ${await reply.text()}`);
  const session = await context.storageState();
  await context.close();
  return session;
}
