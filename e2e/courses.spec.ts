import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import type { Client } from '#platform/contract/client.ts';
import { commitElsewhere, contentOf } from '#testing/foreign-commit.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { duringSave, expectSaveState } from './author.ts';
import { contentGit } from './content-git.ts';
import { keptDrafts } from './kept-drafts.ts';
import { expect, test, type Product } from './product.ts';

const PATIENT = { timeout: 240_000 };

let product: Product;
let client: Client<Api>;
let page: Page;
let autumn: Release;
let winter: Release;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, product: shared }) => {
  product = shared;
  ({ client } = product);
  autumn = await product.release('Autumn');
  winter = await product.release('Winter');
  page = await product.open(browser);
  // The browser's own question before leaving a page with unsaved edits.
  page.on('dialog', (dialog) => void dialog.accept());
});
test.afterAll(() => page?.context().close());

const toast = (text: string) => page.getByRole('status').filter({ hasText: text });
const courseAt = async (sequence: number, release: Pick<Release, 'id'>) =>
  (await client.listCourses()).find((course) => course.sequence === sequence && course.release_id === release.id);
const pathAt = async (sequence: number, release: Pick<Release, 'id'> | 'main') =>
  (await client.listPaths()).find(
    (path) => path.sequence === sequence && (release === 'main' ? path.is_main : path.release_id === release.id),
  );

/** The values of a column of an ordered table, from top to bottom. */
async function column(table: Locator, name: string): Promise<string[]> {
  return (await table.locator(`tbody [data-column="${name}"]`).allInnerTexts()).map((text) => text.trim());
}

async function chooseRelease(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Release' }).click();
  await page.getByRole('option', { name: new RegExp(`^${name} `) }).click();
}

/** Drags a row by its handle onto the middle of another. */
async function drag(table: Locator, name: string, onto: string): Promise<void> {
  const handle = (of: string) => table.getByRole('button', { name: `Move “${of}”`, exact: true });
  await handle(onto).scrollIntoViewIfNeeded();
  await handle(name).hover();
  await page.mouse.down();
  const box = await handle(onto).boundingBox();
  if (!box) throw new Error(`${onto} is not in sight.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
}

async function pick(dialog: Locator, names: readonly string[]): Promise<void> {
  for (const name of names) await dialog.getByRole('button', { name: `Select ${name}`, exact: true }).click();
}

test('a course is created from sample lessons, reordered, and saved', async () => {
  await page.goto(`${product.url}/courses`);
  await expect(page.getByRole('row', { name: /First Steps with Data in Python/ })).toContainText('Main');
  await page.getByRole('button', { name: 'New Course' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Course' });
  await expect(dialog.getByLabel('Number')).toHaveValue(/^\d+$/);
  await dialog.getByLabel('Number').fill('');
  await dialog.getByRole('button', { name: 'Create Course' }).click();
  await expect(dialog).toContainText('Enter a number.');
  await expect(dialog).toContainText('The name cannot be empty.');
  await expect(dialog.getByLabel('Number')).toBeFocused();
  await dialog.getByLabel('Number').fill('30 b');
  await expect(dialog.getByLabel('Number')).toHaveValue('30');
  await dialog.getByLabel('Course Name').fill('Tables and Questions');
  await chooseRelease(dialog, autumn.name);
  await expectAccessible(page, 'New Course', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Create Course' }).click();

  await expect(page.getByRole('heading', { name: '30 - Tables and Questions', level: 1 })).toBeVisible();
  await expect(page.getByText('This course does not belong to any paths')).toBeVisible();
  await expect(page.getByText('This course has no lessons yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Lessons' }).click();
  const picker = page.getByRole('dialog', { name: 'Add Lessons' });
  await expect(picker.getByText('No Lessons Selected')).toBeVisible();
  await pick(picker, ['101 - Why Is the Ferry Late?', '105 - Whose Violin Is It?']);
  await picker.getByRole('textbox', { name: 'Search lessons' }).fill('puffin');
  await pick(picker, ['104 - Project: The Puffin Festival']);
  await expect(picker.getByText('No Lessons', { exact: true })).toHaveCount(0);
  await expect(picker.getByText('No results')).toBeVisible();
  await expectAccessible(page, 'Add Lessons', { within: DIALOG });
  await picker.getByRole('button', { name: 'Add 3 Lessons' }).click();
  const lessons = page.getByRole('table', { name: 'Lessons of this course' });
  await expect.poll(() => column(lessons, 'number')).toEqual(['101', '105', '104']);

  await page.getByRole('button', { name: 'New Lesson' }).click();
  const newLesson = page.getByRole('dialog', { name: 'New Lesson' });
  await newLesson.getByLabel('Number').fill('730');
  await newLesson.getByLabel('Title').fill('Reading Charts');
  await newLesson.getByRole('button', { name: 'Create Lesson' }).click();
  await expect.poll(() => column(lessons, 'number')).toEqual(['101', '105', '104', '730']);

  // By arrow buttons, by keys on the handle, and by the pointer.
  await lessons.getByRole('button', { name: 'Move “Why Is the Ferry Late?” down' }).click();
  await expect.poll(() => column(lessons, 'number')).toEqual(['105', '101', '104', '730']);
  await expect(lessons.getByRole('button', { name: 'Move “Why Is the Ferry Late?” down' })).toBeFocused();
  await lessons.getByRole('button', { name: 'Move “Reading Charts”', exact: true }).press('ArrowUp');
  await expect.poll(() => column(lessons, 'number')).toEqual(['105', '101', '730', '104']);
  await drag(lessons, 'Project: The Puffin Festival', 'Whose Violin Is It?');
  await expect.poll(() => column(lessons, 'number')).toEqual(['104', '105', '101', '730']);
  await lessons.getByRole('button', { name: 'Delete “Whose Violin Is It?”' }).click();
  await expect.poll(() => column(lessons, 'number')).toEqual(['104', '101', '730']);
  await toast('“Whose Violin Is It?” was removed from the course.').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => column(lessons, 'number')).toEqual(['104', '105', '101', '730']);

  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Short Description').fill('From a table to an answer.');
  await expectSaveState(page, 'Unsaved');
  await page.getByLabel('Short Description').fill('');
  await expect(save).toBeDisabled();
  await page.getByLabel('Short Description').fill('From a table to an answer.');
  await page.getByLabel('Time Estimate to Completion').fill('6');
  await page.getByLabel('New objective').fill('Ask a table');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Typed but not added yet: Learning Objectives.')).toBeVisible();
  await page.getByLabel('New objective').press('Enter');
  await page.getByRole('link', { name: 'All courses' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Your changes to course 30 are not saved.');
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expectAccessible(page, 'a course that is edited');
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, 'Pushed');
  const course = await courseAt(30, autumn);
  expect(await client.getCourse({ params: { id: course?.id ?? 0 } })).toMatchObject({
    short_description: 'From a table to an answer.',
    duration: 6,
    objectives: ['Ask a table'],
    num_lessons: 4,
    num_projects: 1,
  });
});

test('unsaved edits of a course are offered after a crash of the page', async () => {
  await page.getByLabel('Motivation').fill('Because tables are everywhere.');
  await expectSaveState(page, 'Unsaved');
  const course = page.url();
  await expect.poll(() => keptDrafts(page)).toContain('Because tables are everywhere.');
  await page.goto('about:blank');
  await page.goto(course);
  await expect(page.getByText('You have unsaved changes to this course, kept in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByLabel('Motivation')).toHaveValue('Because tables are everywhere.');
  await page.keyboard.press('ControlOrMeta+s');
  await expectSaveState(page, /Saved|Committed|Pushed/);
});

test('a path with two steps is created, saves automatically, and is reordered', async () => {
  await page.goto(`${product.url}/tracks`);
  await expect(page.getByRole('row', { name: /Working with Data/ })).toContainText('Career Path');
  await page.getByRole('button', { name: 'New Path' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Path' });
  await dialog.getByLabel('Number').fill('7');
  await dialog.getByLabel('Path Name').fill('From Tables to Answers');
  await dialog.getByRole('button', { name: 'Create Path' }).click();
  await expect(page.getByRole('heading', { name: '7 - From Tables to Answers', level: 1 })).toBeVisible();

  // It is created in the user's drafts, and continues in a release.
  await page.getByRole('link', { name: 'All paths' }).click();
  await page.getByRole('button', { name: /^Copy path 7 of Drafts/ }).click();
  const copy = page.getByRole('dialog', { name: 'Copy path 7 to another release' });
  await copy.getByRole('button', { name: 'Copy' }).click();
  await expect(copy).toContainText('Choose a release.');
  await chooseRelease(copy, autumn.name);
  await expectAccessible(page, 'Copy path', { within: DIALOG });
  await copy.getByRole('button', { name: 'Copy' }).click();
  await toast(`Path 7 was copied to ${autumn.name}.`).getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: '7 - From Tables to Answers', level: 1 })).toBeVisible();
  await expect(page.getByText('This path has no steps yet.').first()).toBeVisible();

  for (const name of ['Begin', 'Go on']) {
    await page.getByRole('button', { name: 'New Step' }).click();
    const prompt = page.getByRole('dialog', { name: 'New Step' });
    await prompt.getByLabel('Step Name').fill(name);
    await prompt.getByRole('button', { name: 'Add Step' }).click();
    await expect(prompt).toHaveCount(0);
  }
  const first = page.getByRole('listitem', { name: 'Step 1' });
  const second = page.getByRole('listitem', { name: 'Step 2' });
  await expect(first.getByLabel('Step Name')).toHaveValue('Begin');
  await expect(second.getByLabel('Step Name')).toHaveValue('Go on');
  await expect(first.getByText('No Courses', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Add Courses to step 1' }).click();
  const picker = page.getByRole('dialog', { name: 'Add Courses' });
  await expect(picker.getByText('No Courses Selected')).toBeVisible();
  await pick(picker, ['30 - Tables and Questions', '10 - First Steps with Data in Python', '20 - Beyond Python']);
  await expect(picker.getByText('No Courses', { exact: true })).toBeVisible();
  await picker.getByRole('button', { name: 'Add 3 Courses' }).click();
  const courses = page.getByRole('table', { name: 'Courses of step 1' });
  const [tables, steps, beyond] = ['Tables and Questions', 'First Steps with Data in Python', 'Beyond Python'];
  await expect.poll(() => column(courses, 'title')).toEqual([tables, steps, beyond]);
  await expect(courses.getByRole('row', { name: new RegExp(`^.*${tables}`) })).toContainText('6 h');
  await courses.getByRole('button', { name: `Move “${steps}” up` }).click();
  await expect.poll(() => column(courses, 'title')).toEqual([steps, tables, beyond]);
  await drag(courses, beyond, steps);
  await expect.poll(() => column(courses, 'title')).toEqual([beyond, steps, tables]);
  await courses.getByRole('button', { name: `Delete “${beyond}”` }).click();
  await expect.poll(() => column(courses, 'title')).toEqual([steps, tables]);
  await toast(`“${beyond}” was removed from the step.`).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => column(courses, 'title')).toEqual([beyond, steps, tables]);

  await page.getByRole('button', { name: 'New Course in step 2' }).click();
  const newCourse = page.getByRole('dialog', { name: 'New Course' });
  await newCourse.getByLabel('Number').fill('31');
  await newCourse.getByLabel('Course Name').fill('Answers');
  await newCourse.getByRole('button', { name: 'Create Course' }).click();
  await expect.poll(() => column(page.getByRole('table', { name: 'Courses of step 2' }), 'title')).toEqual(['Answers']);

  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(`${autumn.name} (2)`);
  await drag(summary.getByRole('table'), 'Go on', 'Begin');
  await expect(first.getByLabel('Step Name')).toHaveValue('Go on');
  await expect(first.getByRole('button', { name: 'Move Step 1 up' })).toBeDisabled();
  await expect(second.getByRole('button', { name: 'Move Step 2 down' })).toBeDisabled();
  await second.getByRole('button', { name: 'Move Step 2 up' }).click();
  await expect(first.getByLabel('Step Name')).toHaveValue('Begin');
  await second.getByRole('button', { name: 'Delete Step 2' }).click();
  await expect(second).toHaveCount(0);
  await toast('“Go on” was removed from the path.').getByRole('button', { name: 'Undo' }).click();
  await expect(second.getByLabel('Step Name')).toHaveValue('Go on');

  await second.getByLabel('Meta Title').fill('Answers from tables');
  await second.getByRole('button', { name: 'Save Changes of step 2' }).click();
  await expect(second.getByRole('button', { name: 'Save Changes of step 2' })).toBeDisabled();

  // The path itself is sent after a pause, but not if it is invalid.
  await page.getByLabel('Path Version').fill('0.05');
  await expect(page.getByText('The version must be blank or at least 0.1.')).toBeVisible();
  await page.getByLabel('Path Version').fill('1.5');
  await page.getByRole('switch', { name: 'Default Version' }).press('Space');
  await expect(page.getByRole('switch', { name: 'Default Version' })).not.toBeChecked();
  const stored = async () => {
    const path = await pathAt(7, autumn);
    return path && client.getPath({ params: { trackId: path.id } });
  };
  await expect.poll(stored, PATIENT).toMatchObject({ version: 1.5, hidden: true });
  await expectSaveState(page, 'Pushed');
  // A pending save is sent when the page is left.
  await page.getByLabel('Page Slug').fill('from-tables');
  await page.getByRole('link', { name: 'All paths' }).click();
  await expect(page.getByRole('heading', { name: 'Paths', level: 1 })).toBeVisible();
  await expect.poll(stored, PATIENT).toMatchObject({ slug: 'from-tables' });
  await page.goBack();
  await expect.poll(() => column(courses, 'title')).toEqual([beyond, steps, tables]);
  await expect(second.getByLabel('Meta Title')).toHaveValue('Answers from tables');
});

test('the lists find, copy and import; rejected numbers are reported with reasons', async () => {
  await page.goto(`${product.url}/courses`);
  await page.getByRole('textbox', { name: 'Search courses' }).fill('questions');
  await expect(page).toHaveURL(/q=questions/);
  await expect(page.getByText(/^1 of \d+ courses$/)).toBeVisible();
  await page.getByRole('button', { name: `Copy course 30 of ${autumn.name} to another release` }).click();
  const copy = page.getByRole('dialog', { name: 'Copy course 30 to another release' });
  await chooseRelease(copy, winter.name);
  await copy.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(`Course 30 was copied to ${winter.name}`)).toBeVisible();
  expect(await courseAt(30, winter)).toBeDefined();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Courses' });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toContainText('Choose a release.');
  await expect(dialog).toContainText('Enter at least one number.');
  await chooseRelease(dialog, winter.name);
  await dialog.getByLabel('Course numbers').fill('10; 999x');
  await expect(dialog.getByLabel('Course numbers')).toHaveValue('10 999');
  await expectAccessible(page, 'Import Courses', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByRole('list', { name: 'Numbers that could not be imported' })).toContainText('999', PATIENT);
  await expect(dialog.getByText('1 course imported.')).toBeVisible();
  await expectAccessible(page, 'what was refused', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder(/^Search lessons, courses/).fill(`from tables to ${autumn.name}`);
  await page.getByText('7 · From Tables to Answers').click();
  await expect(page.getByRole('heading', { name: '7 - From Tables to Answers', level: 1 })).toBeVisible();
});

test('after merging, the course and the path are in main and read-only', async () => {
  await page.goto(`${product.url}/releases/${autumn.id}/pull`);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByRole('button', { name: 'Merge' })).toBeVisible(PATIENT);
  // Once there is other staff, one of them has to approve.
  const colleague = await product.author('Rae Moss');
  await colleague.client.reviewPullRequest({ params: { id: autumn.id }, body: { verdict: 'approve' } });
  await page.getByRole('button', { name: 'Merge' }).click(PATIENT);
  const question = page.getByRole('dialog', { name: 'Merge into main' });
  await question.getByLabel('Why merge anyway?').fill('The lessons get their screens next week.');
  await question.getByRole('button', { name: 'Merge anyway' }).click();
  await expect.poll(async () => (await pathAt(7, 'main'))?.num_courses, PATIENT).toBe(4);

  const path = await pathAt(7, 'main');
  await page.goto(`${product.url}/track/${path?.id}`);
  await expect(page.getByText('This path is read only.')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'Step 2' }).getByLabel('Step Name')).toHaveValue('Go on');
  await expect.poll(() => column(page.getByRole('table', { name: 'Courses of step 1' }), 'title')).toHaveLength(3);
  for (const name of ['Save Changes', 'New Step', 'Delete path']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Move|Delete)/ })).toHaveCount(0);
  await expect(page.getByLabel('Path Name')).not.toBeEditable();
  await expectAccessible(page, 'a path that is read only');

  await page.getByRole('table', { name: 'Courses of step 1' }).getByRole('link', { name: 'Tables and Questions', exact: true }).click();
  await expect(page.getByText('This course is read only.')).toBeVisible();
  await expect(page.getByRole('link', { name: '7 - From Tables to Answers' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Save Changes|Move|Delete|Add Lessons|New Lesson)/ })).toHaveCount(0);
  await expectAccessible(page, 'a course that is read only');
  await page
    .getByRole('table', { name: /^Lessons/ })
    .getByRole('link')
    .first()
    .click();
  const uses = page.getByRole('region', { name: 'Used in' });
  await expect(uses.getByRole('link', { name: /^Course \d+ · Tables and Questions$/ })).toBeVisible();
  await expectAccessible(page, 'what uses a lesson', { within: 'section[aria-label="Used in"]' });
  await uses.getByRole('link', { name: 'Path 7 · From Tables to Answers' }).click();
  await expect(page).toHaveURL(`${product.url}/track/${path?.id}`);
});

test('a course that was changed here and in git is resolved on its page, without losing anything', async () => {
  const course = await courseAt(30, winter);
  const file = 'courses/30-tables-and-questions/course.yaml';
  const inGit = () => contentGit(product.server, 'show', `${winter.version_major}:${file}`);
  await page.goto(`${product.url}/course/${course?.id}`);
  await expectSaveState(page, 'Pushed');
  const yaml = await inGit();
  const theirs = yaml.replace('duration: 6', 'duration: 12').replace('  - 105\n  - 101', '  - 101\n  - 105');
  const pushTheirs = async () => {
    await commitElsewhere(contentOf(product.server.dataFolder).directory, winter.version_major, { [file]: `${theirs}\n` });
  };
  // With the move, which saves itself: once it is pushed, their order would only be newer.
  await duringSave(page, pushTheirs, /^(POST|PUT|PATCH)$/);
  const lessons = page.getByRole('table', { name: 'Lessons of this course' });
  await lessons.getByRole('button', { name: 'Move “Reading Charts”', exact: true }).press('ArrowUp');
  await page.getByLabel('Time Estimate to Completion').fill('9');
  await page.getByLabel('Page Slug').fill('tables-and-questions');
  await page.keyboard.press('ControlOrMeta+s');
  const banner = page.getByRole('alert').filter({ hasText: 'Course 30 was changed here and on the code host in the same places' });
  await expect(banner).toContainText('Open the course and choose which version to keep', PATIENT);
  await expectSaveState(page, /Committed/);
  await expectAccessible(page, 'a course whose commits are held up');

  await banner.getByRole('button', { name: 'Choose' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conflict with changes in Git' });
  await expect(dialog).toContainText('Grace made conflicting changes in Git.', PATIENT);
  const save = dialog.getByRole('button', { name: 'Save the result' });
  await expect(save).toBeDisabled();
  await dialog.getByRole('group', { name: 'Time estimate' }).getByRole('button', { name: 'Use Grace’s' }).click();
  await expectAccessible(page, 'the resolver of a course', { within: DIALOG });
  await dialog.getByRole('group', { name: 'Lessons and their order' }).getByRole('button', { name: 'Use mine' }).click();
  await save.click();
  await expect(toast('Conflicts resolved. Both sides are merged.')).toBeVisible(PATIENT);
  await expect(banner).toHaveCount(0, PATIENT);
  await expect(page.getByLabel('Time Estimate to Completion')).toHaveValue('12');
  await expect.poll(() => column(lessons, 'number'), PATIENT).toEqual(['104', '105', '730', '101']);
  await expectSaveState(page, 'Pushed');
  const decided = await inGit();
  for (const text of ['duration: 12', 'slug: tables-and-questions', '  - 104\n  - 105\n  - 730\n  - 101']) expect(decided).toContain(text);
});

test('a deleted course and path are restored from the trash', async () => {
  // An earlier test merged it.
  await client.reopenRelease({ params: { id: autumn.id } });
  const course = await client.createCourse({ body: { sequence: 41, name: 'Birds', release_id: winter.id } });
  const path = await client.createPath({ body: { sequence: 8, name: 'Nature', release_id: autumn.id } });
  await client.deleteCourse({ params: { id: course.id } });
  await client.deletePath({ params: { id: path.id } });
  await page.goto(`${product.url}/trash`);
  const restore = page.getByRole('button', { name: /^Restore / });
  await expect(page.getByRole('row', { name: /Birds/ })).toContainText('Course 41');
  await expect(page.getByRole('row', { name: /Nature/ })).toContainText(autumn.name);
  await page.getByRole('textbox', { name: 'Search the trash' }).fill(`${winter.name} 41`);
  await expect(restore).toHaveCount(1);
  await page.getByRole('button', { name: 'Restore course Birds' }).click();
  await toast(`Course 41 restored to ${winter.name}.`).getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/course/${course.id}`);
  await expect(page.getByRole('heading', { name: '41 - Birds', level: 1 })).toBeVisible();
  await page.goto(`${product.url}/trash`);
  await page.getByRole('button', { name: 'Restore path Nature' }).click();
  await toast(`Path 8 restored to ${autumn.name}.`).getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(`**/track/${path.id}`);
  await expect(page.getByRole('heading', { name: '8 - Nature', level: 1 })).toBeVisible();
});
