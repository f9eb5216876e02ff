import type { Locator, Page } from '@playwright/test';
import { CODE_SCREEN, EVERY_PAGE, setScene, TEXT_SCREEN, type Scene } from '#testing/every-page.ts';
import { expectAccessible } from './accessible.ts';
import { expectFocusInSight, expectReachableControls, expectReflow, expectRoomForSpacing, expectVisibleFields } from './layout.ts';
import { expect, test, type Product } from './product.ts';

// Every page of the product, and what opens on the main ones, for WCAG 2.2 AA: docs/accessibility.md names these tests.

const WIDE = { width: 1440, height: 900 };
/** 200 % zoom of that window. */
const ZOOMED = { width: 720, height: 450 };
const NARROW = { width: 320, height: 640 };

let product: Product;
let scene: Scene;
let page: Page;
let visitor: Page;

test.beforeAll(async ({ browser, product: shared }) => {
  product = shared;
  const { client: colleague } = await product.author('Ben Okafor');
  scene = await setScene({ url: product.url, owner: product.client, colleague, number: product.number() });
  page = await product.open(browser, undefined, { viewport: WIDE });
  visitor = await product.open(browser, null, { viewport: WIDE });
  for (const each of [page, visitor]) {
    each.on('dialog', (dialog) => void dialog.accept());
    await collectViolations(each);
  }
});
test.afterAll(async () => {
  await page?.context().close();
  await visitor?.context().close();
});

/** What pages did against their security policy. */
const violations: string[] = [];

/** Collects them from the pages that are opened afterwards. */
async function collectViolations(shown: Page): Promise<void> {
  await shown.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await shown.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (violation: string) => void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      reportViolation([effectiveDirective, blockedURI, sourceFile].join(' ')),
    );
  });
}

const addressOf = (path: string) => new URL(path, product.url).href;

/** What the app says about itself. */
type AppWindow = Window & {
  readonly __TSR_ROUTER__?: { readonly state: { readonly status: string; readonly resolvedLocation?: { href: string } } };
};

/** Opens a page and waits for its content. Pages of the app are opened as its own links do: it is loaded once. */
async function open(shown: Page, { path, route, shows }: (typeof EVERY_PAGE)[number]): Promise<void> {
  const address = addressOf(path(scene));
  const isInApp = route !== null && (await shown.evaluate(() => '__TSR_ROUTER__' in window));
  if (isInApp) {
    await shown.evaluate((to) => history.pushState({}, '', to), address);
    await shown.waitForFunction(() => {
      const { status, resolvedLocation } = (window as AppWindow).__TSR_ROUTER__?.state ?? {};
      return status === 'idle' && resolvedLocation?.href === location.href.slice(location.origin.length);
    });
  } else await shown.goto(address);
  await shows(shown).waitFor();
  // Tabs of a page keep its scroll position. What is half out of sight is too small for axe.
  await shown.evaluate(() => {
    for (const element of document.querySelectorAll('*')) if (element.scrollTop > 0) element.scrollTop = 0;
  });
}

/** Runs the checks of one page or dialog after another, and returns all that was found: one run says everything. */
async function checkEach<T extends { readonly name: string }>(all: readonly T[], check: (one: T) => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  for (const one of all) {
    await test
      .step(one.name, () => check(one))
      .catch((error: unknown) => {
        found.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`);
      });
  }
  return found;
}

test('no page has a barrier, or does what its security policy forbids', async () => {
  test.slow();
  const found = await checkEach(EVERY_PAGE, async (place) => {
    const { name, route, template, isForVisitors } = place;
    const shown = isForVisitors ? visitor : page;
    await shown.setViewportSize(WIDE);
    await open(shown, place);
    expect(violations.splice(0), `violations of ${name}`).toEqual([]);
    await expect(shown, `title of ${name}`).toHaveTitle(route === null ? /Ferry|Lessonwright/ : /^\S.+ · Lessonwright$/);
    if (template !== null) await expect(shown.locator('[data-template]').first(), name).toHaveAttribute('data-template', template);
    await expectAccessible(shown, name, { inEachMode: (mode) => expectVisibleFields(shown, `${name}, ${mode}`) });
    await expectRoomForSpacing(shown, name);
    await expectReachableControls(shown, name);
    await shown.setViewportSize(ZOOMED);
    await expectFocusInSight(shown, `${name} at 200 % zoom`);
    await expectReflow(shown, name);
  });
  expect(found.join('\n\n')).toBe('');
});

interface Opener {
  /** The page that it is on, by its name in EVERY_PAGE. */
  readonly on: string;
  readonly name: string;
  readonly find: (page: Page) => Locator;
  /** What has the focus afterwards, if not the opener. */
  readonly focusAfter?: (page: Page) => Locator;
}

const button = (name: string | RegExp) => (shown: Page) => shown.getByRole('button', { name }).first();

const OPENED = '[role="dialog"], [role="menu"]';

const OPENERS: readonly Opener[] = [
  { on: 'lessons', name: 'the account menu', find: button(/account and theme$/) },
  { on: 'lessons', name: 'the notifications', find: button(/^Notifications/) },
  { on: 'lessons', name: 'the palette', find: button('Search and commands') },
  { on: 'lessons', name: 'the options of a lesson', find: button(/^Options of/) },
  { on: 'lessons', name: 'the columns', find: button('Columns') },
  { on: 'lessons', name: 'the import of lessons', find: button('Import') },
  { on: 'lesson-review', name: 'the links of a deploy', find: button('Share') },
  { on: 'screen-text', name: 'the actions of a screen', find: button('More actions for this screen') },
  {
    on: 'screen-text',
    name: 'the menu of screens',
    find: (shown) => shown.getByRole('navigation', { name: 'Screens' }).locator('[aria-haspopup="menu"]'),
  },
  { on: 'screen-text', name: 'the proposals', find: button('Show proposal') },
  { on: 'screen-text', name: 'the types of a new screen', find: button('Add or join after screen 1') },
  {
    on: 'screen-text',
    name: 'the images',
    find: button('Image'),
    // Tools give it to the text that they are for, with the caret where it was.
    focusAfter: (shown) => shown.getByRole('textbox', { name: 'Learn', exact: true }),
  },
  { on: 'releases', name: 'Add Release', find: button('Add Release') },
  { on: 'releases', name: 'the editing of a release', find: button(/^Edit Summer/) },
  { on: 'releases', name: 'the import into a release', find: button(/^Import lessons into Summer/) },
  { on: 'courses', name: 'New Course', find: button('New Course') },
  { on: 'courses', name: 'the import of courses', find: button(/^Import$/) },
  { on: 'courses', name: 'the import of a collection', find: button('Import a collection…') },
  { on: 'course', name: 'the picker of lessons', find: button('Add Lessons') },
  { on: 'paths', name: 'New Path', find: button('New Path') },
  { on: 'path', name: 'New Step', find: button('New Step') },
  { on: 'datasets', name: 'New Dataset', find: button('New Dataset') },
  { on: 'datasets', name: 'the options of a dataset', find: button(/^Actions for/) },
];

/** After a resize, a list may re-render its rows for a frame or two. A key that is pressed before that is lost. */
async function resize(shown: Page, size: { width: number; height: number }): Promise<void> {
  await shown.setViewportSize(size);
  await shown.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

test('no menu or dialog has a barrier, and each gives the focus back', async () => {
  test.slow();
  const opened = page.locator(OPENED).filter({ visible: true });
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  };
  const found: string[] = [];
  for (const [on, openers] of Map.groupBy(OPENERS, (opener) => opener.on)) {
    const place = EVERY_PAGE.find((each) => each.name === on);
    if (!place) throw new Error(`There is no page ${on}.`);
    await resize(page, WIDE);
    await open(page, place);
    const checkEachThere = async (check: (opener: Opener) => Promise<void>): Promise<void> => {
      const there = await checkEach(openers, async (opener) => {
        try {
          await check(opener);
        } catch (error) {
          // It may still be open: the next one begins on a new page.
          await page.goto('about:blank');
          await open(page, place);
          throw error;
        }
      });
      found.push(...there);
    };
    await checkEachThere(async ({ name, find, focusAfter = find }) => {
      await find(page).press('Enter');
      await expect(opened.last()).toBeVisible();
      // The first field or the main action has it: a key for the dialog must not close it.
      await expect(opened.last().locator('.mantine-Modal-close:focus')).toHaveCount(0);
      // The page below is checked above.
      await expectAccessible(page, name, { within: OPENED });
      await close();
      await expect(focusAfter(page)).toBeFocused();
    });
    await resize(page, NARROW);
    await checkEachThere(async ({ name, find }) => {
      // Some are elsewhere in a narrow window, such as in a menu.
      if (!(await find(page).isVisible())) return;
      await find(page).press('Enter');
      await expect(opened.last()).toBeVisible();
      await expectReflow(page, name);
      await close();
    });
  }
  expect(found.join('\n\n')).toBe('');
});

test('a hint stays while the pointer is on it, and goes with Escape', async () => {
  await page.setViewportSize(WIDE);
  await page.goto(`${product.url}/lesson/${scene.draft.id}/screen/${scene.draft.screens[TEXT_SCREEN]}`);
  await page.getByRole('link', { name: 'Home' }).hover();
  const hint = page.getByRole('tooltip');
  await expect(hint).toBeVisible();
  const box = await hint.boundingBox();
  if (!box) throw new Error('The hint is not in sight.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 10 });
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toHaveCount(0);
});

test('what is dragged can also be clicked', async () => {
  const { id, screens } = scene.draft;
  const titles = async () => (await product.client.listScreens({ params: { id } })).map(({ title }) => title);
  await page.setViewportSize(WIDE);
  await page.goto(`${product.url}/lesson/${id}`);
  const row = page.getByRole('listitem').filter({ hasText: TEXT_SCREEN });
  await row.hover();
  await row.getByRole('button', { name: `Move “${TEXT_SCREEN}” down` }).click();
  await expect.poll(async () => (await titles()).indexOf(TEXT_SCREEN)).toBe(1);
  await row.getByRole('button', { name: `Move “${TEXT_SCREEN}” up` }).click();
  await expect.poll(async () => (await titles()).indexOf(TEXT_SCREEN)).toBe(0);

  await page.goto(`${product.url}/lesson/${id}/screen/${screens[TEXT_SCREEN]}`);
  await page.getByRole('button', { name: 'More actions for this screen' }).click();
  await page.getByRole('menuitem', { name: 'Move screen down' }).click();
  await expect.poll(async () => (await titles()).indexOf(TEXT_SCREEN)).toBe(1);
  await product.client.moveScreen({ params: { lessonId: id, screenId: screens[TEXT_SCREEN] ?? 0 }, body: { sequence: 1 } });

  // A card of the board.
  const { sequence } = await product.client.getLesson({ params: { id } });
  const stage = async () => (await product.client.getLesson({ params: { id } })).stage;
  await page.goto(`${product.url}/?view=board&q=${sequence}`);
  const column = (name: string) => page.getByRole('region', { name: 'Board' }).getByRole('region', { name, exact: true });
  await column('Writing')
    .getByRole('link', { name: new RegExp(`^${sequence} `) })
    .locator('xpath=..')
    .dragTo(column('Ready'));
  await expect.poll(stage).toBe('ready');
  await column('Ready')
    .getByRole('combobox', { name: `Stage of lesson ${sequence}` })
    .selectOption('Writing');
  await expect.poll(stage).toBe('writing');

  // The width of a pane, of the author's page and of the learner's.
  await page.goto(`${product.url}/lesson/${id}/screen/${screens[CODE_SCREEN]}`);
  await widen(page, page.getByRole('separator').first());
  await visitor.setViewportSize(WIDE);
  await visitor.goto('about:blank');
  await visitor.goto(`${scene.learnerUrl}#4`);
  await widen(visitor, visitor.getByRole('separator').first());
});

/** Clicks a divider and makes the pane before it wider. */
async function widen(shown: Page, divider: Locator): Promise<void> {
  await expect(divider).toBeVisible();
  const at = async () => (await divider.boundingBox())?.x ?? Number.NaN;
  const before = await at();
  await divider.click();
  await expectAccessible(shown, 'the buttons of a divider', { within: '[role="group"]:has(> [aria-label$=": wider"])' });
  await shown.getByRole('button', { name: /^Width of .*: wider$/ }).click();
  await expect.poll(at).toBeGreaterThan(before + 20);
  await shown.getByRole('button', { name: /^Width of .*: narrower$/ }).click();
  await expect.poll(at).toBeCloseTo(before, -1);
  await shown.keyboard.press('Escape');
  await expect(shown.getByRole('button', { name: /^Width of .*: wider$/ })).toHaveCount(0);
}
