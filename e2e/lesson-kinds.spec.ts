import { readFile, truncate, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { editor, openTab, typeAtEnd, write } from './author.ts';
import { choice, choices, list, number, numbers, slider, suggested, text, tick, type FormField } from './lesson-form.ts';
import { expect, test, type Product } from './product.ts';

/** The fields of each kind of lesson: filled, saved and read back. Their export is covered by export-lesson.test.ts. */
interface Kind {
  /** The type as displayed. */
  type: string;
  /** Language, type and what depends on them, in an order in which they appear. */
  settings: readonly FormField[];
  /** What the kind doesn't have. */
  absent: readonly string[];
  extra?: (page: Page) => Promise<void>;
}

const METADATA: readonly FormField[] = [
  text('Meta title', 'Tables at first sight'),
  text('Author', 'Ben Carver'),
  text('Meta description', 'What a search engine shows.'),
  text('Description', 'What the lesson is about.\n\nIn two paragraphs.'),
  text('Overview', 'What one will have done.'),
  text('Preview', 'A look ahead.'),
  tick('Beta'),
  list('Objectives', 'objective', ['Read a table', 'Name its columns']),
  choices('Allowed plans', ['Free', 'Legacy free', 'Premium']),
  choice('Skill level', 'Intermediate'),
];

const PROJECT = (tools: readonly string[]): FormField[] => [
  choices('Project tools', tools),
  list('Project prerequisites', 'prerequisite', ['Loops', 'Functions']),
];

const KINDS: readonly Kind[] = [
  {
    type: 'Lesson',
    settings: [
      choices('Features', ['High CPU', 'GPU', 'PySpark']),
      choice('Version', '3.9'),
      number('Timeout', 45, ' s'),
      tick('Show the value of the last expression'),
    ],
    absent: ['Related lesson number', 'Related lessons', 'Practice skill topics', 'Project tools', 'Max rows', 'Application ports'],
    extra: dataFiles,
  },
  {
    type: 'Guided project',
    settings: [
      choice('Type', 'Guided project'),
      ...PROJECT(['Excel', 'Tableau']),
      suggested('Solution notebook', 'files/Solution.ipynb'),
      choices('Features', ['JupyterLab']),
      choice('Version', '3.11'),
    ],
    absent: ['Related lesson number', 'Practice skill topics', 'Max rows', 'Application ports'],
    extra: solutionNotebook,
  },
  {
    type: 'Portfolio project',
    settings: [
      choice('Type', 'Portfolio project'),
      ...PROJECT(['PowerBI', 'File viewer']),
      suggested('Solution notebook', 'https://lessons.example/solution.ipynb'),
      choice('Language', 'R'),
      choices('Features', ['File viewer']),
    ],
    // The File viewer removes the timeout, and R always shows values.
    absent: ['Related lesson number', 'Version', 'Timeout', 'Max rows', 'Show the value of the last expression'],
  },
  {
    type: 'Practice problem',
    settings: [
      choice('Type', 'Practice problem'),
      numbers('Related lessons', [101, 102]),
      list('Practice skill topics', 'skill topic', ['Joins', 'Groups']),
      choice('Language', 'SQL'),
      choices('Features', ['Postgres']),
      number('Timeout', 20, ' s'),
      slider('Max rows', 100),
    ],
    absent: ['Related lesson number', 'Project tools', 'Solution notebook', 'Version', 'Application ports'],
  },
  {
    type: 'Assessment',
    settings: [
      choice('Type', 'Assessment'),
      number('Related lesson number', 101),
      choices('Features', ['Stateful', 'High Memory']),
      choice('Version', '3.8'),
      number('Timeout', 1, ' s'),
      numbers('Application ports', [8000, 8501]),
    ],
    absent: ['Related lessons', 'Practice skill topics', 'Project tools', 'Max rows'],
    extra: relatedLessonIsAsked,
  },
  {
    type: 'Installation project',
    settings: [
      choice('Type', 'Installation project'),
      ...PROJECT(['Excel Online']),
      suggested('Solution notebook', 'files/solution.sh'),
      choice('Language', 'Command line'),
    ],
    absent: ['Features', 'Version', 'Timeout', 'Max rows', 'Application ports', 'Related lesson number'],
    extra: setupFile,
  },
];

let product: Product;
let owner: Client<Api>;
let page: Page;

test.beforeEach(({ product: shared, page: ofTest }) => {
  product = shared;
  owner = product.client;
  page = ofTest;
});

for (const kind of KINDS) {
  test(`${kind.type}: its fields are filled, saved and read back`, async () => {
    const { url } = await product.lesson({ title: `A lesson of the kind ${kind.type}`, screens: SCREENS });
    await page.goto(`${url}?tab=settings`);
    await kind.extra?.(page);
    await openTab(page, 'Settings');
    for (const field of kind.settings) await field.fill(page);
    if (kind.settings.length > 3) await expectAccessible(page, `the page of the kind ${kind.type}`, { within: '[role="tabpanel"]' });
    await saveLesson();
    await page.reload();
    for (const field of kind.settings) await field.expect(page);
    await expect(page.getByRole('combobox', { name: 'Type', exact: true })).toHaveValue(kind.type);
    for (const label of kind.absent) await expect(page.getByRole('main').getByLabel(label, { exact: true })).toHaveCount(0);
  });
}

test('a lesson with all its metadata is saved, exported, and imported into another release unchanged', async () => {
  const { id, sequence, url } = await product.lesson({ title: 'A whole lesson', screens: SCREENS });
  await page.goto(`${url}?tab=settings`);
  for (const field of METADATA) await field.fill(page);
  await saveLesson();

  const zip = await exportLesson(sequence);
  const copy = await importElsewhere(zip, sequence);
  expect(await contentOf(copy)).toEqual(await contentOf(id));

  await page.goto(`${product.url}/lesson/${copy}?tab=settings`);
  for (const field of METADATA) await field.expect(page);
});

/** One of each type; other tests cover their contents. */
const SCREENS = [
  { type: 'text', title: 'Why', body_markdown: '# Why\n\nBecause $x^2$.' },
  { type: 'code', title: 'How', instructions_markdown: 'Print it.', answer_code: 'print(1)', initial_code: 'print(0)' },
  { type: 'takeaways', title: '', body_markdown: '- This.' },
] as const;

async function saveLesson(): Promise<void> {
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && /\/api\/lesson\/\d+$/.test(reply.url()));
  await page.keyboard.press('ControlOrMeta+s');
  expect((await saved).status()).toBe(200);
  await expect(page.getByRole('status').filter({ hasText: /^(Saved|Committed|Pushed)/ })).toBeVisible();
}

async function exportLesson(sequence: number): Promise<Buffer> {
  await openTab(page, 'Review and publish');
  const section = page.getByRole('region', { name: 'Export' });
  const [download] = await Promise.all([page.waitForEvent('download'), section.getByRole('button', { name: /^Export/ }).click()]);
  expect(download.suggestedFilename()).toBe(`${sequence}.zip`);
  return readFile(await download.path());
}

/** Creates a release from the zip, and returns the lesson there. */
async function importElsewhere(zip: Buffer, sequence: number): Promise<number> {
  const name = product.unique('Elsewhere');
  await page.goto(`${product.url}/releases`);
  await page.getByRole('button', { name: 'Add Release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Release' });
  await dialog.getByRole('tab', { name: 'Create from Zip' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.locator('input[type=file]').setInputFiles({ name: `${sequence}.zip`, mimeType: 'application/zip', buffer: zip });
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 240_000 });
  const lessons = await owner.listLessons();
  const copy = lessons.find((lesson) => lesson.sequence === sequence && lesson.release_name === name);
  if (!copy) throw new Error(`Lesson ${sequence} is not in the release ${name}.`);
  return copy.id;
}

/** Everything an author has written, without ids, dates and states of one copy. */
async function contentOf(id: number): Promise<unknown> {
  const lesson = await owner.getLesson({ params: { id } });
  const screens = await owner.listScreens({ params: { id } });
  const files = await owner.listDataFiles({ params: { id } });
  const names = new Map(screens.map((screen) => [screen.id, screen.uuid]));
  return {
    lesson: without(lesson, LESSON_PLACE),
    screens: screens.map((screen) => without(screen, SCREEN_PLACE)),
    files: files.map((file) => ({ ...without(file, ['id']), screens: file.screens.map((screen) => names.get(screen)) })),
  };
}

const LESSON_PLACE = [
  'id',
  'release_id',
  'release_name',
  'release_status',
  'main_state',
  'review_status',
  'is_latest',
  'is_own_drafts',
  'last_updated',
  'last_build',
  'revision',
  'release_commit_status',
  'release_commit_error',
  'release_deletion_date',
  'release_detached_at',
  'commit_status',
  // Refers to ids, so it is compared separately.
  'data_files',
  'display_first',
  'screens',
] as const;
const SCREEN_PLACE = ['id', 'lesson_id', 'revision', 'last_updated', 'updated_by', 'commit_status'] as const;

function without(whole: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)));
}

function files(): Locator {
  return page.getByRole('region', { name: 'Files', exact: true });
}

async function upload(name: string, contents: string): Promise<void> {
  await openTab(page, 'Packages and files');
  await files()
    .getByLabel('Files to upload')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(contents) });
}

/** Files: upload, rejection, overwriting, settings, contents, Undo; and a save during an upload. */
async function dataFiles(): Promise<void> {
  const tooLarge = test.info().outputPath('too-large.db');
  await writeFile(tooLarge, '');
  await openTab(page, 'Packages and files');
  await truncate(tooLarge, LIMITS.dataFileBytes + 1);
  await files().getByLabel('Files to upload').setInputFiles(tooLarge);
  await expect(files().getByText('File exceeded maximum size of 50 MB')).toBeVisible();
  await files().getByRole('button', { name: 'Dismiss too-large.db' }).click();
  await upload('sales.csv', 'a,b\r\n1,2\r\n');
  const settings = files().getByRole('button', { name: 'Settings of sales.csv' });
  await settings.click();
  await upload('sales.csv', 'a,b\r\n3,4\r\n');
  await files().getByRole('button', { name: 'Overwrite' }).click();
  await expect(files().getByRole('list', { name: 'Uploads' })).toHaveCount(0);

  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.url().includes('/api/datafile/'));
  await files().getByLabel('Alias').fill('rows.csv');
  expect((await saved).request().postDataJSON()).toEqual({ alias: 'rows.csv' });
  await files().getByLabel('Display first').check();
  await files().getByLabel('Show in editor').check();
  await files().getByLabel('Preview').check();
  await files().getByLabel('Lines').fill('5');
  await choice('Mode', 'Markdown').fill(page);
  await choices('Screens', ['2. How']).fill(page);
  await expect(files().getByText(/as rows\.csv · first · in editor · preview of 5 lines · screen 2$/)).toBeVisible();
  await expectAccessible(page, 'the settings of a file', { within: '[role="tabpanel"]' });

  await files().getByRole('button', { name: 'sales.csv', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'sales.csv' });
  await expect(editor(page, 'sales.csv')).toContainText('3,4');
  await write(page, 'sales.csv', 'a,b\n5,6\n');
  await expectAccessible(page, 'the contents of a file', { within: DIALOG });
  await page.keyboard.press('ControlOrMeta+s');
  await expect(dialog.getByRole('status')).toHaveText(/Saved/);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await upload('notes.txt', 'Not first.');
  await files().getByRole('button', { name: 'Settings of notes.txt' }).click();
  await expect(files().getByText('sales.csv is displayed first. Only one file of a lesson can be displayed first.')).toBeVisible();
  await files().getByRole('button', { name: 'Delete notes.txt' }).click();
  await expect(files().getByRole('button', { name: 'Settings of notes.txt' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(files().getByRole('button', { name: 'Settings of notes.txt' })).toBeVisible();

  await openTab(page, 'Settings');
  await page.getByLabel('New objective').fill('Typed, and not added');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Typed but not added yet: Objectives.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByLabel('New objective')).toHaveValue('');
}

/** The solution notebook is offered among the data files. */
async function solutionNotebook(): Promise<void> {
  await upload('Solution.ipynb', '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}');
  await expect(files().getByRole('button', { name: 'Solution.ipynb', exact: true })).toBeVisible();
  await openTab(page, 'Settings');
  await choice('Type', 'Guided project').fill(page);
  await page.getByRole('combobox', { name: 'Solution notebook' }).click();
  await expect(page.getByRole('option', { name: 'files/Solution.ipynb' })).toBeVisible();
  await page.keyboard.press('Escape');
}

/** An assessment requires the number of its lesson. */
async function relatedLessonIsAsked(): Promise<void> {
  await choice('Type', 'Assessment').fill(page);
  // A save from another tab leads to the field.
  await openTab(page, 'Screens');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Enter the number of the lesson this assessment covers.')).toBeVisible();
  await expect(page.getByLabel('Related lesson number')).toBeFocused();
}

/** custom_setup.sh is created by its first edit, and can't be deleted. Changing the language shows a warning. */
async function setupFile(): Promise<void> {
  await choice('Language', 'Command line').fill(page);
  await expect(page.getByText('Updating the language will cause some answer checking/output fields to be lost!')).toBeVisible();
  await saveLesson();
  await openTab(page, 'Packages and files');
  const section = page.getByRole('region', { name: 'Setup Files' });
  await section.getByRole('button', { name: 'Edit custom_setup.sh' }).click();
  await write(page, 'custom_setup.sh', 'mkdir -p work\n');
  const dialog = page.getByRole('dialog', { name: 'custom_setup.sh' });
  await dialog.getByRole('button', { name: 'Save file' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/Saved/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(section.getByRole('link', { name: 'Download custom_setup.sh' })).toBeVisible();
  // From then on it saves itself.
  await section.getByRole('button', { name: 'Edit custom_setup.sh' }).click();
  await typeAtEnd(page, 'custom_setup.sh', 'cd work');
  const id = Number(/\/lesson\/(\d+)/.exec(page.url())?.[1]);
  const saved = () => owner.getDataFileContents({ params: { id, fileName: 'custom_setup.sh' } });
  await expect.poll(async () => (await saved()).contents).toBe('mkdir -p work\ncd work');
  await expect(dialog.getByRole('status')).toHaveText(/Saved/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(section.getByRole('button', { name: 'Delete custom_setup.sh' })).toBeDisabled();
  await expect(files().getByText('custom_setup.sh')).toHaveCount(0);
}
