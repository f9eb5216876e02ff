import { pngBytes } from '#testing/png-bytes.ts';
import { OWNER } from '#testing/real-server.ts';
import { expect, type Product } from './product.ts';
import { BUILD_MS, makeCodeScreen } from './real-applications.ts';
import type { BrowserPage } from './webdriver/browser-page.ts';
import type { Target } from './webdriver/look.ts';

/** A way through the product, in any browser. The owner is signed in. */
interface Journey {
  /** What a person does. */
  readonly name: string;
  readonly go: (page: BrowserPage, product: Product) => Promise<void>;
  readonly timeLimitMs?: number;
  /** Only in this browser: in the other it has never come to its end. */
  readonly only?: 'Firefox';
}

type Name = string | RegExp;

const button = (name: Name, within?: Target): Target => ({ role: 'button', name, ...(within ? { within } : {}) });
const textbox = (name: Name, within?: Target): Target => ({ role: 'textbox', name, ...(within ? { within } : {}) });
const tab = (name: string): Target => ({ role: 'tab', name: new RegExp(`^${name}`) });
const region = (name: Name): Target => ({ role: 'region', name });
const dialog = (name: Name = /./): Target => ({ role: 'dialog', name });
const heading = (name: Name, within?: Target): Target => ({ role: 'heading', name, ...(within ? { within } : {}) });
const link = (name: Name, within?: Target): Target => ({ role: 'link', name, ...(within ? { within } : {}) });

async function save(page: BrowserPage): Promise<void> {
  await page.press('Control+s');
  await page.see({ role: 'status', name: /Saved|Committed|Pushed/ });
}

/** Waits until the preview has loaded an image. */
async function seeDrawn(page: BrowserPage, width: number): Promise<void> {
  const widths = () => page.run(() => [...document.images].map(({ naturalWidth }) => naturalWidth));
  await expect.poll(widths).toContain(width);
}

async function signInAndOut(page: BrowserPage, product: Product): Promise<void> {
  await page.open(`${product.url}/account`);
  await page.click(button('Sign out'));
  await page.inPopup(
    () => page.click(button('Log in')),
    async () => {
      await page.replace(textbox('Email'), OWNER.email);
      await page.replace(textbox('Password'), OWNER.password);
      await page.click(button('Log in'));
    },
  );
  // My work or the lessons, as others left it.
  await page.see(button('Sign out'));
}

async function write(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await product.lesson({ title: 'Written', screens: [{ title: 'First' }] });
  await page.open(lesson.screenUrl);
  await page.replace(textbox('Learn'), 'It **rains** on $x^2 + 1$ days.\n\nAnd on others.');
  const preview = region('Preview of Learn');
  await page.see({ css: 'strong', text: 'rains', within: preview });
  await page.see({ css: 'math', within: preview });
  await save(page);
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  expect((await product.client.getScreen({ params })).body_markdown).toBe('It **rains** on $x^2 + 1$ days.\n\nAnd on others.');
}

async function restoreDraft(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await product.lesson({ title: 'Unsaved', screens: [{ title: 'First', body_markdown: 'Before.' }] });
  await page.open(lesson.screenUrl);
  await page.click(textbox('Learn'));
  await page.press('Control+End');
  await page.type(' Never saved.');
  await page.click(link('Home'));
  await page.see(heading('Lessons'));
  await page.open(lesson.screenUrl);
  await page.seeText(textbox('Learn'), 'Before. Never saved.');
}

async function showFormulas(page: BrowserPage, product: Product): Promise<void> {
  const body = '$$\n\\begin{aligned} \\bar{x} &= \\frac{1}{n} \\sum_i x_i \\\\ &= \\sqrt{2} \\end{aligned}\n$$';
  const lesson = await product.lesson({ title: 'Formulas', screens: [{ title: 'Mean', body_markdown: body }] });
  await page.open(lesson.screenUrl);
  await page.see({ css: 'math mfrac', within: region('Preview of Learn') });
  const isLaidOut = () =>
    page.run(() => {
      const [above, below] = [...(document.querySelector('math mfrac')?.children ?? [])].map((each) => each.getBoundingClientRect());
      const fonts = [...document.fonts].filter(({ status: state }) => state === 'loaded').map(({ family }) => family);
      return (
        above !== undefined && below !== undefined && above.bottom <= below.top + 1 && fonts.some((font) => font.includes('STIX Two Math'))
      );
    });
  await expect.poll(isLaidOut).toBe(true);
}

async function runAndCheck(page: BrowserPage, product: Product): Promise<void> {
  const code = { type: 'code', answer_code: 'print(42)\n' } as const;
  const lesson = await product.lesson({ title: 'Run', screens: [{ title: 'Sum', ...code }] });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  await product.client.saveOutput({ params, body: { stdout: '42\n', check_output: true } });
  await page.open(lesson.screenUrl);
  await page.click(tab('Initial code'));
  await page.replace(textbox('Initial code'), 'print(40 + 1)');
  await page.press('Control+Enter');
  await page.seeText(region('Output'), '41');
  // Output arrives before the run has ended, and one run at a time is accepted.
  await page.see({ role: 'status', name: /^Initial code · / });
  await page.press('Control+Shift+Enter');
  await page.see({ css: '*', text: 'Wrong answer: 1 check(s) failed.' });
  await page.replace(textbox('Initial code'), 'print(40 + 2)');
  await page.press('Control+Shift+Enter');
  await page.see({ css: '*', text: 'All passed.' });
}

async function makeLearnersLesson(product: Product) {
  const lesson = await product.lesson({
    title: 'Learned',
    screens: [
      { title: 'Print a sum', type: 'code', body_markdown: 'Programs print.', answer_code: 'print(42)\n', initial_code: '# Your turn\n' },
    ],
  });
  await product.client.saveLesson({ params: { id: lesson.id }, body: { language: 'python' } });
  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  await product.client.saveOutput({ params, body: { stdout: '42\n', check_output: true } });
  return lesson;
}

async function previewAsLearner(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await makeLearnersLesson(product);
  await page.open(lesson.screenUrl);
  await page.click(textbox('Learn'));
  await page.press('Alt+p');
  const preview = region('Preview as learner');
  await page.see(heading('Print a sum', preview));
  await page.replace(textbox('Learn'), 'Programs print **unsaved** words.');
  await page.see({ css: 'strong', text: 'unsaved', within: preview });
  await page.replace(textbox('Your code', preview), 'print(42)');
  await page.press('Control+Shift+Enter');
  await page.see({ css: '*', text: 'Correct.', within: preview });
}

async function useLearnersPage(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await makeLearnersLesson(product);
  await page.open(`${lesson.url}?tab=review`);
  await page.seeText(region('Deploy'), 'Not deployed yet.');
  await page.click(button('Deploy', region('Deploy')));
  await page.click(button('Share', region('Deploy')));
  await page.click(button('Create link', dialog()));
  const { value } = await page.see(textbox('Share link', dialog()), (seen) => seen.value !== '');
  await page.open(value ?? '');
  await page.see(heading('Print a sum'));
  await page.replace(textbox('Your code'), 'print(41)');
  await page.click(button(/^Submit/));
  await page.see({ css: '*', text: 'Not correct yet.' });
  await page.replace(textbox('Your code'), 'print(42)');
  await page.press('Control+Shift+Enter');
  await page.see({ css: '*', text: 'Correct.' });
  await page.click(button(/^Finish/));
  await page.see(heading('You’re done'));
}

async function useTerminal(page: BrowserPage, product: Product): Promise<void> {
  const lesson = (await product.client.listLessons()).find(({ title }) => title === 'The Light That Went Out');
  const screens = await product.client.listScreens({ params: { id: lesson?.id ?? 0 } });
  const screen = screens.find(({ title }) => title === 'Keep the Evidence');
  await page.open(`${product.url}/lesson/${lesson?.id}/screen/${screen?.id}`);
  const shown = { css: '.xterm-rows' };
  await page.seeText(shown, 'learner@lesson:~$');
  await page.click({ css: '.xterm-screen' });
  await page.type('echo "answer: $((6 * 7))"\n');
  await page.seeText(shown, 'answer: 42');
}

async function usePalette(page: BrowserPage, product: Product): Promise<void> {
  const word = `Autumnal${product.number()}`;
  const lesson = await product.lesson({ title: 'Seasons', screens: [{ title: `${word} equinox` }] });
  const other = await product.lesson({ title: 'Elsewhere', screens: [{ title: 'Empty so far' }] });
  await page.open(other.screenUrl);
  await page.click(textbox('Learn'));
  const palette = dialog('Search and commands');
  await page.press('Control+k');
  await page.see({ ...textbox(/./, palette) }, ({ isFocused }) => isFocused);
  await page.press('Escape');
  await page.seeGone(palette);
  await page.see(textbox('Learn'), ({ isFocused }) => isFocused);
  await page.press('Control+k');
  await page.see({ ...textbox(/./, palette) }, ({ isFocused }) => isFocused);
  await page.type(`${word} equi`);
  await page.click(button(new RegExp(`${word} equinox`), palette));
  await expect.poll(() => page.run(() => location.href)).toBe(lesson.screenUrl);
}

async function comment(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await product.lesson({ title: 'Commented', screens: [{ title: 'First', body_markdown: 'A loop repeats things.' }] });
  await page.open(lesson.screenUrl);
  await page.click({ css: '.cm-line', text: 'A loop repeats', within: textbox('Learn') });
  await page.press('Home');
  await page.press('Shift+End');
  await page.press('Control+Alt+m');
  await page.see(textbox('New comment'), ({ isFocused }) => isFocused);
  await page.type('Say **why**.');
  await page.press('Control+Enter');
  const card: Target = { role: 'article', text: 'Say why.' };
  await page.seeText(card, 'A loop repeats things.');
  await page.click(button(/^Show the passage in Learn/, card));
  await expect.poll(() => page.run(() => String(getSelection()))).toBe('A loop repeats things.');
}

async function review(page: BrowserPage, product: Product): Promise<void> {
  const release = await product.release('Reviewed');
  const lesson = await product.lesson({ title: 'Reviewed', release, screens: [{ title: 'First', body_markdown: 'We count from one.' }] });
  const state = async () => (await product.client.getLesson({ params: { id: lesson.id } })).commit_status?.state;
  await expect.poll(state, { timeout: 240_000 }).toBe('pushed');
  await page.open(`${lesson.url}?tab=review`);
  await page.click(button('Ready for Review', region('Review')));
  await page.click(button('Send for review', dialog()));
  await page.seeText(region('Review'), 'Review status: In review');
  await page.click(link('Pull request', region('Review')));
  await page.seeText(region(/learn\.md$/), 'We count from one.');
  const own: Target = { role: 'form', name: 'Your review' };
  await page.replace({ role: 'textbox', within: own }, 'Say why.');
  await page.click(button('Request changes', own));
  await page.seeText({ role: 'list', name: 'Reviews' }, 'requested changes');
}

async function dragScreens(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await product.lesson({ title: 'Moved', screens: ['Alpha', 'Beta', 'Gamma'].map((title) => ({ title })) });
  const titles = async () => (await product.client.listScreens({ params: { id: lesson.id } })).map(({ title }) => title);
  await page.open(lesson.url);
  const row = (text: string): Target => ({ role: 'listitem', text, within: region('Screens') });
  await page.drag(button('Move “Gamma”'), row('Alpha'));
  await expect.poll(titles).toEqual(['Gamma', 'Alpha', 'Beta']);
  await page.seeText(row('Gamma'), '1.');
}

async function dropFiles(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await product.lesson({ title: 'Files' });
  await page.open(`${lesson.url}?tab=packages`);
  await page.drop({ role: 'group', name: 'Upload files' }, 'points.csv', Buffer.from('name,points\nAda,3\n'));
  await page.see(button('points.csv'));
}

async function paste(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await product.lesson({ title: 'Pasted', screens: [{ title: 'First', body_markdown: 'Twice. ' }] });
  const learn = textbox('Learn');
  await page.open(lesson.screenUrl);
  await page.click(learn);
  await page.press('Control+a');
  await page.press('Control+c');
  await page.press('Control+End');
  await page.press('Control+v');
  await page.seeText(learn, 'Twice. Twice.');
  await page.pastePicture(learn, pngBytes(12, 10));
  await page.seeText(learn, 'images/pasted-');
  await seeDrawn(page, 12);
  await page.drop(learn, 'dropped.png', pngBytes(13, 10));
  await page.seeText(learn, 'images/dropped.png');
  await seeDrawn(page, 13);
  await page.press('Control+z');
  await page.see(learn, ({ text }) => !text.includes('dropped.png'));
}

async function useJupyterLab(page: BrowserPage, product: Product): Promise<void> {
  const lesson = await makeCodeScreen(product, { fields: { enabled_features: ['JupyterLab'] }, screen: {} });
  await page.open(lesson.screenUrl);
  await page.click(button('Build JupyterLab'));
  // Otherwise its notebook has no room beside its list of files.
  for (const pane of ['content', 'code', 'output']) await page.click(button(`Collapse ${pane}`));
  await page.inFrame('iframe[title="JupyterLab"]', async () => {
    await page.click({ css: '.jp-LauncherCard[data-category="Notebook"]' });
    await page.click({ css: '.jp-Notebook .jp-CodeCell .cm-content' });
    // Before its kernel has started, running a cell does nothing.
    await page.see({ css: '.jp-Notebook-ExecutionIndicator[data-status="idle"]' });
    await page.type('print("the answer is", 6 * 7)');
    await page.press('Control+Enter');
    await page.seeText({ css: '.jp-OutputArea' }, 'the answer is 42');
  });
}

export const JOURNEYS: readonly Journey[] = [
  { name: 'signs out, and in again in the popup', go: signInAndOut },
  { name: 'writes a text with a formula, sees it, and saves it', go: write },
  { name: 'restores what was not saved', go: restoreDraft },
  { name: 'sees formulas laid out in their font', go: showFormulas },
  { name: 'runs and checks code', go: runAndCheck },
  { name: 'tries a screen as its learner does', go: previewAsLearner },
  { name: 'deploys and shares a lesson, and answers it on the page for learners', go: useLearnersPage },
  { name: 'types a command in a terminal', go: useTerminal },
  { name: 'finds a screen in the palette', go: usePalette },
  { name: 'comments on a passage', go: comment },
  { name: 'reviews a release', go: review },
  { name: 'moves a screen by dragging', go: dragScreens },
  { name: 'drops a file on a lesson', go: dropFiles },
  { name: 'pastes text and pictures, and drops a picture', go: paste },
  { name: 'builds JupyterLab and runs a cell', go: useJupyterLab, timeLimitMs: BUILD_MS + 5 * 60_000, only: 'Firefox' },
];
