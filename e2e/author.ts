import { expect, type Locator, type Page } from '@playwright/test';
import { OWNER, type RealServer } from '#testing/real-server.ts';

/** An author's actions on the pages. */

type Popup = (popup: Page) => Promise<void>;

/** Opens the sign-in popup of /login, performs `fill` in it, and waits for the lessons. */
export async function logIn(page: Page, server: RealServer, fill: Popup, address = `${server.url}/login`): Promise<void> {
  await page.goto(address);
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Log in' }).click()]);
  await fill(popup);
  await expect(page.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
}

/** Fills the form that creates the owner with the one-time token, on the page or in the popup. */
export function makeOwner(token: string): Popup {
  return async (page) => {
    await page.getByLabel('Set-up token').fill(token);
    await page.getByLabel('Name').fill(OWNER.name);
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create the owner' }).click();
  };
}

/** Fills the form with email and password. */
export function enterPassword(person: { email: string; password: string }): Popup {
  return async (popup) => {
    await popup.getByLabel('Email').fill(person.email);
    await popup.getByLabel('Password').fill(person.password);
    await popup.getByRole('button', { name: 'Log in' }).click();
  };
}

/** The source of a markdown text or of code, by the name of its tab. */
export function editor(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** Code tabs that are in a menu, as not every screen uses them. */
const UNDER_MORE = new Set(['Custom test', 'Check value', 'Unit tests', 'Display code', 'Setup code', 'Format code', 'Remote run code']);

/** Icons and counts may follow the name of a tab. */
export async function openTab(page: Page, name: string): Promise<void> {
  const named = { name: new RegExp(`^${name}\\b(?! output)`) };
  if (!UNDER_MORE.has(name)) return page.getByRole('tab', named).click();
  await page.getByRole('button', { name: 'More: Code of the screen' }).click();
  await page.getByRole('menuitem', named).click();
}

/** Opens the palette with its keys, ready for typing. */
export async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette.getByRole('textbox')).toBeFocused();
  return palette;
}

/** Replaces the text of an editor as pasting does, without auto-closing brackets or indenting. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await editor(page, name).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Types at the end of an editor, key by key. */
export async function typeAtEnd(page: Page, name: string, text: string): Promise<void> {
  await editor(page, name).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text, { delay: 5 });
}

/** Waits for the state next to the save button, however long that takes. */
export async function expectSaveState(page: Page, state: 'Saved' | 'Unsaved' | 'Pushed' | RegExp): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: state }).first()).toBeVisible({ timeout: 240_000 });
}

/** Saves of screens fail as without a network until the returned function is called. */
export async function holdSaves(page: Page): Promise<() => Promise<void>> {
  const isHeld = (url: URL) => /\/api\/lesson\/\d+\/screen\/\d+(\/mcq)?$/.test(url.pathname);
  await page.route(isHeld, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  return () => page.unroute(isHeld);
}

/**
 * Runs `act` when the next save of the page is on its way, and lets it go on then. What is pushed to the code host in it meets the save:
 * before it, a poll of the server could merge it into the page.
 */
export async function duringSave(page: Page, act: () => Promise<void> | void, methods = /^(PUT|PATCH)$/): Promise<void> {
  let acted: Promise<void> | undefined;
  await page.route('**/api/**', async (route) => {
    if (methods.test(route.request().method())) await (acted ??= Promise.resolve(act()));
    await route.fallback();
  });
}

export async function saveScreen(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, /Saved|Committed|Pushed/);
}

/** Deploys a lesson, and returns a link to its page for learners. */
export async function deployAndShare(page: Page, lesson: { readonly url: string }): Promise<string> {
  await page.goto(`${lesson.url}?tab=review`);
  const section = page.getByRole('region', { name: 'Deploy' });
  await section.getByRole('button', { name: 'Deploy', exact: true }).click();
  await section.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = dialog.getByRole('textbox', { name: 'Share link' });
  await expect(link).toHaveValue(/^http/);
  return link.inputValue();
}
