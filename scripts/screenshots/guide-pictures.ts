import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import { detectImage } from '#features/lessons/rules/image-size.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import type { Client } from '#platform/contract/client.ts';
import { OWNER, type RealServer } from '#testing/real-server.ts';
import { COLLEAGUE, joinColleague } from './colleague.ts';
import { PictureTaker } from './picture-taker.ts';

const FOLDER = 'app/guide/images';
/** A lesson in Python, of which the owner has a draft. */
const DRAFT_LESSON = 101;
/** A lesson with a data file. */
const FILES_LESSON = 104;
/** A lesson in SQL, which is in a release. */
const RELEASE_LESSON = 105;
const PATIENT = { timeout: 60_000 };

/** A submission with a mistake that learners make. */
const WRONG = 'crossings["late"] = crossings["minutes"] - 20\naverage = crossings["late"].mean()\nprint(average)';
const PYCHECK = { name: 'pycheck', version: null, show_in_editor: false };

/** What the pictures show, made from the sample content. */
interface Scene {
  readonly owner: Client<Api>;
  /** A client signed in as another staff member. */
  readonly colleague: Client<Api>;
  readonly releaseId: number;
  readonly draft: SceneLesson;
  readonly released: SceneLesson;
}

interface SceneLesson {
  readonly id: number;
  readonly screens: readonly Screen[];
}

/** `npm run screenshots -- guide`: every picture of the guide, of the sample content on a fresh server. */
export async function takeGuidePictures(browser: Browser, server: RealServer): Promise<void> {
  const owner = await server.setUpOwner();
  const scene = await setScene(owner, await joinColleague(server, owner));
  const camera = await PictureTaker.open(browser, server, OWNER, { folder: FOLDER, width: 1280, height: 800 });
  const { page } = camera;

  await camera.goto('/');
  await page.getByRole('grid', { name: 'Lessons' }).waitFor();
  await camera.take('lessons-list', { height: 470 });
  await takePalette(camera);
  await takeEditor(camera, scene);
  await takeChecks(camera, scene);
  await takeLessonPage(camera, scene);
  await takeDatasets(camera, scene);
  await takeTests(camera, scene);
  await takeReview(camera, scene);
  await takeDeploy(camera, scene);
  await takePath(camera, scene);
  await takeAdministration(camera, scene);
  await writeSizes();
}

/** What pages of the guide reserve for each picture (app/web/guide.ts). */
async function writeSizes(): Promise<void> {
  const names = (await readdir(FOLDER)).toSorted();
  const sizes = names.map(async (name): Promise<[string, number[]]> => {
    const { width = 0, height = 0 } = detectImage(await readFile(join(FOLDER, name))) ?? {};
    return [name, [width, height]];
  });
  await writeFile('app/web/guide-picture-sizes.json', `${JSON.stringify(Object.fromEntries(await Promise.all(sizes)))}\n`);
}

/** A draft of one sample lesson, and a release with a copy of another. */
async function setScene(owner: Client<Api>, colleague: Client<Api>): Promise<Scene> {
  const published = await owner.getLatestLesson({ params: { sequence: DRAFT_LESSON } });
  const draft = await owner.cloneLesson({ params: { id: published.id } });
  const release = await owner.createRelease({ body: { name: 'Spring update', version_major: 'spring-update', create_new: true } });
  const body = { lessons_list: [RELEASE_LESSON], from_release: published.release_id };
  await owner.updateRelease({ params: { id: release.id }, body });
  const released = (await owner.listLessons()).find((row) => row.sequence === RELEASE_LESSON && row.release_id === release.id);
  if (!released) throw new Error('The lesson was not copied into the release.');
  // What the base environment has is built at once, without a package index.
  await owner.buildPackages({
    params: { id: draft.id },
    body: { packages: [PYCHECK], custom_check_enabled: true, legacy_check_enabled: false },
  });
  await owner.buildPackages({
    params: { id: released.id },
    body: { packages: [], custom_check_enabled: false, legacy_check_enabled: false },
  });
  const lesson = async (id: number): Promise<SceneLesson> => ({ id, screens: await owner.listScreens({ params: { id } }) });
  return { owner, colleague, releaseId: release.id, draft: await lesson(draft.id), released: await lesson(released.id) };
}

/** Opens a screen of a lesson by its title. */
async function openScreen(camera: PictureTaker, lesson: SceneLesson, title: string, search = ''): Promise<void> {
  const screen = lesson.screens.find((each) => each.title === title);
  if (!screen) throw new Error(`The sample lesson has no screen “${title}”.`);
  await camera.goto(`/lesson/${lesson.id}/screen/${screen.id}${search}`);
}

async function takePalette(camera: PictureTaker): Promise<void> {
  const { page } = camera;
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('textbox').fill('ferry');
  await page.getByText('Why Is the Ferry Late?').last().waitFor();
  await camera.take('command-palette');
  await page.keyboard.press('Escape');
}

async function takeEditor(camera: PictureTaker, { draft }: Scene): Promise<void> {
  const { page } = camera;
  await openScreen(camera, draft, 'Everyone Has a Theory');
  await page.getByRole('textbox', { name: 'Learn', exact: true }).waitFor();
  await camera.take('text-screen');

  await openScreen(camera, draft, 'A Chart for the Harbor Master', '?code=answer');
  await run(page, 'Answer code', 'ControlOrMeta+Enter');
  await camera.take('code-screen');
  await page.getByRole('button', { name: 'More actions for this screen' }).click();
  await camera.take('save-menu', [page.locator('header'), page.getByRole('menu')]);
  await page.keyboard.press('Escape');
}

/** Runs the code of a tab and waits for its result. */
async function run(page: Page, tab: string, keys: string): Promise<void> {
  await page.getByRole('textbox', { name: tab, exact: true }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press(keys);
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${tab} · `) })
    .waitFor(PATIENT);
}

async function takeChecks(camera: PictureTaker, { draft }: Scene): Promise<void> {
  const { page } = camera;
  const title = 'How Late Is Late?';
  // What is typed here is not saved.
  page.on('dialog', (dialog) => void dialog.accept());
  await openScreen(camera, draft, title, '?code=answer&result=variables');
  await page.getByRole('button', { name: 'Collapse content' }).click();
  await run(page, 'Answer code', 'ControlOrMeta+Enter');
  await page.getByRole('tab', { name: /^Variables/ }).click();
  await camera.take('check-variables');
  await openScreen(camera, draft, title, '?code=custom');
  await page.getByRole('combobox', { name: 'Checker' }).fill('variable value');
  await page.getByRole('option', { name: /^Variable value/ }).waitFor();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Arguments of variable_value' });
  await form.getByRole('textbox', { name: 'Variable name', exact: true }).fill('average');
  await camera.take('checker-builder');

  await openScreen(camera, draft, title, '?code=initial');
  await page.getByRole('textbox', { name: 'Initial code', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(WRONG);
  await run(page, 'Initial code', 'ControlOrMeta+Shift+Enter');
  await page.getByRole('tab', { name: /^Checks/ }).click();
  await camera.take('check-results');
}

async function takeLessonPage(camera: PictureTaker, { owner, draft }: Scene): Promise<void> {
  const { page } = camera;
  await camera.goto(`/lesson/${draft.id}?tab=settings`);
  await page.getByRole('region', { name: 'Metadata' }).waitFor();
  await camera.take('lesson-page');
  await owner.saveLesson({
    params: { id: draft.id },
    body: {
      packages: [
        { name: 'pandas', version: '2.2.3', show_in_editor: true },
        { name: 'matplotlib', version: null, show_in_editor: true },
        PYCHECK,
      ],
    },
  });
  await camera.goto(`/lesson/${draft.id}?tab=packages`);
  await page.getByLabel('Version of pandas').waitFor();
  await page.getByRole('button', { name: 'Build', exact: true }).scrollIntoViewIfNeeded();
  await camera.take('packages', page.getByRole('region', { name: 'Packages' }));
}

async function takeDatasets(camera: PictureTaker, { owner }: Scene): Promise<void> {
  const { page } = camera;
  await camera.goto('/datasets');
  await page.getByRole('button', { name: 'New Dataset' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'New Dataset' });
  await dialog.getByLabel('Name').fill('city-weather');
  await dialog.getByLabel('Description').fill('Daily temperatures of twelve cities');
  const rows = Array.from({ length: 400 }, (_, day) => `${day},${(day * 7) % 31}\n`).join('');
  await dialog.getByLabel('Files of the dataset').setInputFiles([
    { name: 'temperatures.csv', mimeType: 'text/csv', buffer: Buffer.from(`day,degrees\n${rows}`) },
    { name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from('city,country\nOslo,Norway\n') },
  ]);
  await camera.take('new-dataset', dialog);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('row', { name: /city-weather/ }).waitFor(PATIENT);
  const [dataset] = await owner.listDatasets();
  if (!dataset) throw new Error('The dataset was not made.');
  const published = await owner.getLatestLesson({ params: { sequence: FILES_LESSON } });
  const { id } = await owner.cloneLesson({ params: { id: published.id } });
  await owner.attachDatasets({ params: { id }, body: { datasetVersionIds: [dataset.latest_version_id] } });
  await camera.goto(`/lesson/${id}?tab=packages`);
  await page.getByText('city-weather').first().waitFor();
  await page.getByRole('region', { name: 'Datasets' }).scrollIntoViewIfNeeded();
  await camera.take('files-and-datasets', [page.getByRole('region', { name: 'Files' }), page.getByRole('region', { name: 'Datasets' })]);
}

async function takeTests(camera: PictureTaker, { draft }: Scene): Promise<void> {
  const { page } = camera;
  await camera.goto(`/lesson/${draft.id}/tests`);
  await page.getByRole('button', { name: 'Run Tests' }).click();
  await page.getByText('All tests passed!').waitFor(PATIENT);
  await camera.take('lesson-tests', { height: 450 });
}

async function takeReview(camera: PictureTaker, { owner, colleague, releaseId, released }: Scene): Promise<void> {
  const { page } = camera;
  const [screen] = released.screens;
  if (!screen) throw new Error('The sample lesson has no screens.');
  const text = screen.body_markdown;
  const quote = 'A ticket holds no names.';
  const at = text.indexOf(quote);
  await colleague.createComment({
    params: { id: screen.id },
    body: {
      comment: 'Say **how many tickets** there are, so that learners can check their last count.',
      tags: ['Learn'],
      mandatory: true,
      quote: { field: 'body_markdown', text: quote, before: text.slice(at - 30, at), after: text.slice(at + quote.length).slice(0, 30) },
    },
  });
  await openScreen(camera, released, screen.title);
  const margin = page.getByRole('complementary', { name: 'Comments beside the text' });
  await margin.getByRole('button', { name: /how many tickets/ }).click();
  await margin.getByRole('article').waitFor();
  await camera.take('comments', { height: 610 });

  await owner.saveScreen({
    params: { lessonId: released.id, screenId: screen.id },
    body: {
      saveMessage: 'Say how many tickets there are',
      body_markdown: `${text.trimEnd()}\n\nThe ferry sold **20 tickets** in three days.\n`,
    },
  });
  await waitUntilPushed(owner, released.id);
  const about = { title: 'Spring update', body: 'Says how many tickets the ferry sold.' };
  await owner.openPullRequest({ params: { id: releaseId }, body: about });
  await camera.goto(`/releases/${releaseId}/pull`);
  await page.getByRole('group', { name: 'Added' }).first().waitFor(PATIENT);
  await camera.take('pull-request', { height: 660 });

  await camera.goto('/releases');
  await page.getByRole('button', { name: 'Add Release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Release' });
  await dialog.getByRole('tab', { name: 'Create New' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Summer courses');
  await camera.take('add-release', dialog);
  await page.keyboard.press('Escape');
}

async function takeDeploy(camera: PictureTaker, { released }: Scene): Promise<void> {
  const { page } = camera;
  await camera.goto(`/lesson/${released.id}?tab=review`);
  const section = page.getByRole('region', { name: 'Deploy' });
  await section.getByRole('button', { name: 'Deploy', exact: true }).click();
  // The mandatory comment of another picture is an error.
  await page.getByRole('dialog').getByRole('button', { name: 'Try to deploy' }).click();
  await section.getByText('Last deploy succeeded').waitFor(PATIENT);
  await section.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await camera.take('share-build', dialog);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue();
  await camera.takeAsVisitor('learner-view', `${url}#2`, async (visitor) => {
    await visitor.getByRole('textbox', { name: 'Your code' }).waitFor(PATIENT);
  });
}

/** A pull request shows what is pushed. */
async function waitUntilPushed(owner: Client<Api>, id: number): Promise<void> {
  const end = Date.now() + PATIENT.timeout;
  while ((await owner.getLesson({ params: { id } })).commit_status?.state !== 'pushed') {
    if (Date.now() > end) throw new Error('The lesson was not pushed.');
    await sleep(200);
  }
}

async function takePath(camera: PictureTaker, { owner, releaseId }: Scene): Promise<void> {
  const { page } = camera;
  const [published] = await owner.listPaths();
  if (!published) throw new Error('There is no sample path.');
  const { id } = await owner.copyPath({ params: { id: published.id, releaseId }, body: {} });
  await camera.goto(`/track/${id}`);
  const outline = page.getByRole('heading', { name: 'Path Outline' });
  await outline.evaluate((heading) => {
    // Below the line of the page's title, which stays in sight.
    heading.style.scrollMarginTop = '72px';
    heading.scrollIntoView();
  });
  await page.getByText('First Steps with Data in Python').last().waitFor();
  await camera.take('path', { height: 540 });
}

async function takeAdministration(camera: PictureTaker, { owner, released }: Scene): Promise<void> {
  const { page } = camera;
  await camera.goto('/people');
  const row = page.getByRole('row', { name: new RegExp(COLLEAGUE.email) });
  await row.scrollIntoViewIfNeeded();
  await camera.take('staff', [page.getByRole('heading', { name: 'Owners and staff' }), row]);
  await camera.goto('/debug');
  await page.getByText('All systems operational.').waitFor(PATIENT);
  // Folders and processes of this machine are further down.
  await camera.take('debug', { height: 365 });
  const clone = await owner.cloneLesson({ params: { id: released.id } });
  await owner.deleteLesson({ params: { id: clone.id } });
  await camera.goto('/trash');
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .waitFor();
  await camera.take('trash', { height: 240 });
}
