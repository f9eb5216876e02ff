import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { openTab, write } from './author.ts';
import { expect, test } from './product.ts';

const PORT = 8000;
const SERVER = `import http.server
from pathlib import Path
Path("index.html").write_text("<title>Shop</title><h1>Hello from the application</h1>")
print("serving")
http.server.ThreadingHTTPServer(("127.0.0.1", ${PORT}), http.server.SimpleHTTPRequestHandler).serve_forever()`;

// Each test continues in the session of the previous one.
test.describe.configure({ mode: 'serial' });
let page: Page;

test.beforeAll(async ({ browser, product }) => {
  const lesson = await product.lesson({ title: 'A shop', screens: [{ type: 'code', title: 'Open the shop', remote_run_code: SERVER }] });
  await product.client.saveLesson({
    params: { id: lesson.id },
    body: { enabled_features: ['Stateful'], app_ports: [PORT], code_run_timeout: 5 },
  });
  page = await product.open(browser);
  await page.goto(lesson.screenUrl);
});
test.afterAll(() => page?.context().close());

async function runCode(code: string): Promise<void> {
  await openTab(page, 'Initial code');
  await write(page, 'Initial code', code);
  await page.keyboard.press('ControlOrMeta+Enter');
}

test('a stateful lesson keeps what a run left', async () => {
  await runCode('goods = ["pen", "ink"]\nprint("filled", len(goods))');
  await expect(page.getByText('filled 2')).toBeVisible({ timeout: 240_000 });
  // Output arrives before the run has ended, and one run at a time is accepted.
  await expect(page.getByRole('status').filter({ hasText: /Initial code · / })).toBeVisible();
  await runCode('print("still", goods[1])');
  await expect(page.getByText('still ink')).toBeVisible({ timeout: 240_000 });
});

test('Run and Deploy shows the application in its panel', async ({ product }) => {
  await openTab(page, 'Remote run code');
  await page.getByRole('button', { name: /^Run and Deploy/ }).click();
  await openTab(page, 'Application');
  const frame = page.frameLocator(`iframe[title="Application on port ${PORT}"]`);
  await expect(frame.getByRole('heading', { name: 'Hello from the application' })).toBeVisible({ timeout: 240_000 });
  await expectAccessible(page, 'an application in its panel', { within: '[role="tabpanel"]' });
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: `Open port ${PORT} in a new tab` }).click(),
  ]);
  await expect(popup.getByRole('heading', { name: 'Hello from the application' })).toBeVisible();
  // Applications run on another origin, without access to the user's session.
  expect(new URL(popup.url()).origin).not.toBe(product.url);
  expect(await popup.evaluate(() => document.cookie)).toBe('');
  await popup.close();
});

test('an application that does not start shows the product’s message and its own output', async () => {
  await openTab(page, 'Remote run code');
  await write(page, 'Remote run code', 'raise SystemExit("no goods")');
  await page.getByRole('button', { name: /^Run and Deploy/ }).click();
  await openTab(page, 'Output');
  await expect(page.getByText('Something went wrong during application launch, please try again.').first()).toBeVisible({
    timeout: 240_000,
  });
  await expect(page.getByText('no goods').first()).toBeVisible();
  // Up to three retries; nothing else runs until then.
  await expect(page.getByText(/try 4 of 4 · /)).toBeVisible({ timeout: 240_000 });
});

test('an ended session starts over', async () => {
  await openTab(page, 'Application');
  await page.getByRole('button', { name: 'End session' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('No session yet.')).toBeVisible();
  await runCode('print("goods" in globals())');
  await openTab(page, 'Output');
  await expect(page.getByText('False', { exact: true })).toBeVisible({ timeout: 240_000 });
});
