import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { PageTemplate } from '#platform/web/ui/page-template.ts';

/**
 * Every page of the product, with something on it: the browser tests walk through them for accessibility, and `npm run screenshots -- pages`
 * takes their pictures. A test compares the list with the routes of the browser (every-page.test.ts).
 */
interface EveryPage {
  readonly name: string;
  /** As the router writes it; null: a page with its own document. */
  readonly route: string | null;
  /** What the page is one of; null: a page with its own document, without the design of the others. */
  readonly template: PageTemplate | null;
  /** From the root of the server; a whole address for the learner's page. */
  readonly path: (scene: Scene) => string;
  /** What shows that the page has its content. */
  readonly shows: (page: Page) => Locator;
  /** It is for people without an account. */
  readonly isForVisitors?: true;
}

/** What the pages show, made from the sample content. */
export interface Scene {
  readonly published: number;
  readonly draft: SceneLesson;
  readonly releaseId: number;
  readonly laterReleaseId: number;
  readonly deletedId: number;
  readonly courseId: number;
  readonly pathId: number;
  readonly datasetId: number;
  readonly deployNumber: number;
  readonly learnerUrl: string;
  readonly invitation: string;
}

interface SceneLesson {
  readonly id: number;
  /** The ids of its screens, by their titles. */
  readonly screens: Readonly<Record<string, number>>;
}

export interface SceneStaff {
  readonly url: string;
  readonly owner: Client<Api>;
  readonly colleague: Client<Api>;
  /** A number that no lesson has. */
  readonly number: number;
}

const PATIENT_MS = 60_000;
const DRAFT_LESSON = 101;
const RELEASE_LESSON = 105;

export const TEXT_SCREEN = 'Everyone Has a Theory';
export const CODE_SCREEN = 'How Late Is Late?';

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const rowOf = (grid: string) => (page: Page) => page.getByRole('grid', { name: grid }).getByRole('row').nth(1);
const region = (name: string) => (page: Page) => page.getByRole('region', { name, exact: true });
const screen =
  (title: string, search = '') =>
  ({ draft }: Scene) =>
    `/lesson/${draft.id}/screen/${draft.screens[title]}${search}`;
const editor = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true });

const LESSON = '/lesson/$lessonId';
const SCREEN = '/lesson/$lessonId/screen/$screenId';

export const EVERY_PAGE: readonly EveryPage[] = [
  { name: 'login', template: 'form', route: '/login', path: () => '/login', shows: button('Log in'), isForVisitors: true },
  { name: 'login-popup', template: null, route: null, path: () => '/api/login', shows: button('Log in'), isForVisitors: true },
  {
    name: 'invitation',
    template: 'form',
    route: '/invitation/$token',
    path: ({ invitation }) => invitation,
    shows: (page) => page.getByLabel('Name'),
    isForVisitors: true,
  },
  { name: 'lessons', template: 'list', route: '/', path: () => '/', shows: rowOf('Lessons') },
  {
    name: 'work',
    template: 'list',
    route: '/work',
    path: () => '/work',
    shows: (page) => page.getByRole('link', { name: /^Open: / }).first(),
  },
  { name: 'library', template: 'report', route: '/library', path: () => '/library', shows: rowOf('Library report') },
  {
    name: 'library-skills',
    template: 'report',
    route: '/library/skills',
    path: () => '/library/skills',
    shows: (page) => page.getByRole('region', { name: 'Skills and courses' }).getByRole('row').nth(1),
  },
  {
    name: 'lessons-board',
    template: 'list',
    route: '/',
    path: () => '/?view=board',
    shows: (page) => page.getByRole('combobox', { name: /^Stage of lesson/ }).first(),
  },
  { name: 'lessons-none', template: 'list', route: '/', path: () => '/?q=zebra', shows: (page) => page.getByText('No lessons match.') },
  { name: 'lesson', template: 'detail', route: LESSON, path: ({ draft }) => `/lesson/${draft.id}`, shows: region('Screens') },
  {
    name: 'lesson-settings',
    template: 'detail',
    route: LESSON,
    path: ({ draft }) => `/lesson/${draft.id}?tab=settings`,
    shows: region('Settings'),
  },
  {
    name: 'lesson-packages',
    template: 'detail',
    route: LESSON,
    path: ({ draft }) => `/lesson/${draft.id}?tab=packages`,
    shows: region('Datasets'),
  },
  {
    name: 'lesson-review',
    template: 'detail',
    route: LESSON,
    path: ({ draft }) => `/lesson/${draft.id}?tab=review`,
    shows: region('Deploy'),
  },
  {
    name: 'lesson-published',
    template: 'detail',
    route: LESSON,
    path: ({ published }) => `/lesson/${published}?tab=settings`,
    shows: region('Settings'),
  },
  {
    name: 'lesson-tests',
    template: 'report',
    route: '/lesson/$lessonId/tests',
    path: ({ draft }) => `/lesson/${draft.id}/tests`,
    shows: (page) => page.getByRole('grid').getByRole('row').nth(1),
  },
  {
    name: 'lesson-checks',
    template: 'report',
    route: '/lesson/$lessonId/checks',
    path: ({ draft }) => `/lesson/${draft.id}/checks?screen=${draft.screens[CODE_SCREEN]}`,
    shows: region('Findings'),
  },
  {
    name: 'lesson-proposals',
    template: 'list',
    route: '/lesson/$lessonId/proposals',
    path: ({ draft }) => `/lesson/${draft.id}/proposals`,
    shows: region('Proof'),
  },
  {
    name: 'lesson-comments',
    template: 'report',
    route: '/lesson/$lessonId/comments',
    path: ({ draft }) => `/lesson/${draft.id}/comments`,
    shows: (page) => page.getByRole('article').first(),
  },
  {
    name: 'lesson-preflight',
    template: 'report',
    route: '/lesson/$lessonId/preflight',
    path: ({ draft }) => `/lesson/${draft.id}/preflight`,
    shows: (page) => page.getByRole('link', { name: /^A mandatory comment by/ }),
  },
  {
    name: 'lesson-history',
    template: 'report',
    route: '/lesson/$lessonId/history',
    path: ({ draft }) => `/lesson/${draft.id}/history`,
    shows: (page) => page.getByRole('navigation', { name: 'Versions' }),
  },
  {
    name: 'deploy',
    template: 'report',
    route: '/lesson/$lessonId/deploy/$buildNumber',
    path: ({ draft, deployNumber }) => `/lesson/${draft.id}/deploy/${deployNumber}`,
    shows: (page) => page.getByRole('log').getByText('Deployed.'),
  },
  { name: 'screen-text', template: 'editor', route: SCREEN, path: screen(TEXT_SCREEN), shows: editor('Learn') },
  {
    name: 'screen-questions',
    template: 'editor',
    route: SCREEN,
    path: screen('Questions', '?section=questions'),
    shows: region('Question 1'),
  },
  {
    name: 'screen-comments',
    template: 'editor',
    route: SCREEN,
    path: screen(TEXT_SCREEN, '?section=comments'),
    shows: editor('New comment'),
  },
  { name: 'screen-code', template: 'editor', route: SCREEN, path: screen(CODE_SCREEN, '?code=answer'), shows: editor('Answer code') },
  { name: 'screen-checks', template: 'editor', route: SCREEN, path: screen(CODE_SCREEN, '?code=custom'), shows: editor('Custom check') },
  {
    name: 'screen-gone',
    template: 'report',
    route: SCREEN,
    path: ({ deletedId }) => `/lesson/${deletedId}/screen/1`,
    shows: (page) => page.getByRole('link', { name: 'Go to lessons' }),
  },
  {
    name: 'search',
    template: 'list',
    route: '/search',
    path: () => '/search?q=data',
    shows: (page) => page.locator('mark').first(),
  },
  { name: 'courses', template: 'list', route: '/courses', path: () => '/courses', shows: rowOf('Courses') },
  {
    name: 'course',
    template: 'detail',
    route: '/course/$courseId',
    path: ({ courseId }) => `/course/${courseId}`,
    shows: button('Save Changes'),
  },
  { name: 'paths', template: 'list', route: '/tracks', path: () => '/tracks', shows: rowOf('Paths') },
  {
    name: 'course-history',
    template: 'report',
    route: '/course/$courseId/history',
    path: ({ courseId }) => `/course/${courseId}/history`,
    shows: (page) => page.getByRole('navigation', { name: 'Versions' }),
  },
  {
    name: 'path-history',
    template: 'report',
    route: '/track/$trackId/history',
    path: ({ pathId }) => `/track/${pathId}/history`,
    shows: (page) => page.getByRole('navigation', { name: 'Versions' }),
  },
  {
    name: 'path',
    template: 'detail',
    route: '/track/$trackId',
    path: ({ pathId }) => `/track/${pathId}`,
    shows: heading(/Working with Data/),
  },
  { name: 'releases', template: 'list', route: '/releases', path: () => '/releases', shows: rowOf('Releases') },
  {
    name: 'pull-request',
    template: 'detail',
    route: '/releases/$releaseId/pull',
    path: ({ releaseId }) => `/releases/${releaseId}/pull`,
    shows: (page) => page.getByRole('group', { name: 'Added' }).first(),
  },
  {
    name: 'preflight',
    template: 'report',
    route: '/releases/$releaseId/preflight',
    path: ({ laterReleaseId }) => `/releases/${laterReleaseId}/preflight`,
    shows: (page) => page.getByRole('link', { name: 'This lesson has no screens.' }),
  },
  {
    name: 'rehearsal',
    template: 'report',
    route: '/releases/$releaseId/rehearsal',
    path: ({ laterReleaseId }) => `/releases/${laterReleaseId}/rehearsal`,
    shows: (page) => page.getByRole('heading', { name: /^Upgrade rehearsal of/ }),
  },
  {
    name: 'send-for-review',
    template: 'form',
    route: '/releases/$releaseId/pull',
    path: ({ laterReleaseId }) => `/releases/${laterReleaseId}/pull`,
    shows: (page) => page.getByRole('form', { name: 'Send for review' }),
  },
  { name: 'datasets', template: 'list', route: '/datasets', path: () => '/datasets', shows: rowOf('Datasets') },
  {
    name: 'dataset',
    template: 'detail',
    route: '/datasets/$datasetId',
    path: ({ datasetId }) => `/datasets/${datasetId}`,
    shows: (page) => page.getByRole('grid').getByRole('row').nth(1),
  },
  {
    name: 'people',
    template: 'list',
    route: '/people',
    path: () => '/people',
    shows: (page) => page.getByRole('grid').getByText('guest@lessons.example'),
  },
  { name: 'rules', template: 'form', route: '/rules', path: () => '/rules', shows: button('Save rules') },
  {
    name: 'model-requests',
    template: 'list',
    route: '/model-requests',
    path: () => '/model-requests',
    shows: (page) => page.getByText('Nobody has asked the language model yet.'),
  },
  { name: 'second-factor', template: 'form', route: '/second-factor', path: () => '/second-factor', shows: button('Continue') },
  {
    name: 'external-authors',
    template: 'list',
    route: '/manage-external',
    path: () => '/manage-external',
    shows: (page) => page.getByText('guest@lessons.example').first(),
  },
  {
    name: 'audit',
    template: 'report',
    route: '/audit',
    path: () => '/audit',
    shows: (page) => page.getByRole('list', { name: 'Audit trail' }).getByRole('listitem').first(),
  },
  { name: 'bulk-edits', template: 'list', route: '/bulk-edits', path: () => '/bulk-edits', shows: button(/^Undo/) },
  { name: 'console', template: 'report', route: '/console', path: () => '/console', shows: button('Send') },
  { name: 'debug', template: 'report', route: '/debug', path: () => '/debug', shows: (page) => page.getByText('All systems operational.') },
  { name: 'components', template: 'report', route: '/debug/components', path: () => '/debug/components', shows: region('States') },
  { name: 'trash', template: 'list', route: '/trash', path: () => '/trash', shows: button(/^Restore/) },
  { name: 'account', template: 'form', route: '/account', path: () => '/account', shows: button('Change password') },
  { name: 'help', template: 'report', route: '/help', path: () => '/help', shows: heading('Guide') },
  { name: 'help-page', template: 'report', route: '/help/$page', path: () => '/help/keyboard', shows: heading('Keyboard shortcuts') },
  {
    name: 'not-found',
    template: 'report',
    route: '$',
    path: () => '/nowhere',
    shows: (page) => page.getByRole('link', { name: 'Go to lessons' }),
  },
  {
    name: 'learner-text',
    template: 'learner',
    route: null,
    path: ({ learnerUrl }) => learnerUrl,
    shows: heading(TEXT_SCREEN),
    isForVisitors: true,
  },
  {
    name: 'learner-question',
    template: 'learner',
    route: null,
    path: ({ learnerUrl }) => `${learnerUrl}#2`,
    shows: button('Submit answer'),
    isForVisitors: true,
  },
  {
    name: 'learner-code',
    template: 'learner',
    route: null,
    path: ({ learnerUrl }) => `${learnerUrl}#4`,
    shows: editor('Your code'),
    isForVisitors: true,
  },
];

/** Makes what the pages show, through the API. */
export async function setScene({ url, owner, colleague, number }: SceneStaff): Promise<Scene> {
  // Other authors may have newer copies of it.
  const main = (await owner.listReleases()).find(({ is_main }) => is_main);
  const published = (await owner.listLessons()).find((row) => row.sequence === DRAFT_LESSON && row.release_id === main?.id);
  if (!published) throw new Error('The sample lesson is not published.');
  const draft = await makeDraft(owner, published.id);
  const first = draft.screens[TEXT_SCREEN] ?? 0;
  const { email } = await owner.getUser();
  await owner.saveLesson({ params: { id: draft.id }, body: { owner: email, stage: 'writing' } });
  await colleague.createComment({
    params: { id: first },
    body: { comment: `@${email.split('@')[0]}, say **which** ferry it is.`, tags: ['Learn'], mandatory: true },
  });
  await propose(colleague, draft.id, first);
  const release = await owner.createRelease({ body: { name: `Summer ${number}`, version_major: `summer-${number}`, create_new: true } });
  const later = await owner.createRelease({ body: { name: `Later ${number}`, version_major: `later-${number}`, create_new: true } });
  const [course] = await owner.listCourses();
  const [path] = await owner.listPaths();
  if (!course || !path) throw new Error('There is no sample course or path.');
  const copied = await owner.copyCourse({ params: { id: course.id, releaseId: release.id }, body: {} });
  const { id: pathId } = await owner.copyPath({ params: { id: path.id, releaseId: release.id }, body: {} });
  await openReview(owner, release.id, published.release_id);
  const { build_number } = await owner.startDeploy({ params: { id: draft.id }, body: {} });
  await until('deployed', async () => {
    const { deploy } = await owner.getDeploy({ params: { id: draft.id, buildNumber: build_number }, query: {} });
    if (deploy.status === 'failed') throw new Error('The deploy failed.');
    return deploy.status === 'succeeded';
  });
  const share = await owner.createShareLink({ params: { id: draft.id }, body: { build_number } });
  const { invitation_url: invitation } = await owner.addExternalAuthor({ body: { email: 'guest@lessons.example' } });
  const deleted = await owner.createLesson({ body: { sequence: number, title: 'An old draft' } });
  await owner.editSettings({ body: { lesson_ids: [deleted.id], edit: { set: 'timeout', seconds: 30 } } });
  await owner.deleteLesson({ params: { id: deleted.id } });
  await owner.createLesson({ body: { sequence: number, title: 'What comes next', release_id: later.id } });
  return {
    published: published.id,
    draft,
    releaseId: release.id,
    laterReleaseId: later.id,
    deletedId: deleted.id,
    courseId: copied.id,
    pathId,
    datasetId: await makeDataset(url, owner, number),
    deployNumber: build_number,
    learnerUrl: share.url,
    invitation: new URL(invitation ?? '').pathname,
  };
}

/** A change of a text that waits for its author. */
async function propose(colleague: Client<Api>, lessonId: number, screenId: number): Promise<void> {
  const { revision, body_markdown } = await colleague.getScreen({ params: { lessonId, screenId } });
  const reason = 'Say at the beginning what the screen is about.';
  const fields = { body_markdown: `This screen is about theories.\n\n${body_markdown}` };
  const { proof } = await colleague.proposeChange({
    body: { lesson_id: lessonId, screen_id: screenId, base_revision: revision, fields, reason },
  });
  if (!proof.passes) throw new Error(`The proposal doesn’t pass: ${proof.findings.map(({ text }) => text).join(' ')}`);
}

/** A draft of a published lesson, with a screen of questions after its first one. */
async function makeDraft(owner: Client<Api>, publishedId: number): Promise<SceneLesson> {
  const { id } = await owner.cloneLesson({ params: { id: publishedId } });
  // What the base environment has is built at once, without a package index.
  await owner.buildPackages({ params: { id }, body: { packages: [], custom_check_enabled: true, legacy_check_enabled: false } });
  const { newScreenId } = await owner.createScreen({ params: { id }, body: { sequence: 2 } });
  await owner.saveScreen({
    params: { lessonId: id, screenId: newScreenId },
    body: {
      title: 'Questions',
      body_markdown:
        'The price is in **euros**.\n\n| day | loaves | price |\n|---|---:|---:|\n| Monday | 31 | 2.40 |\n\n```python\nprice * loaves\n```\n',
      multipleChoiceQuestions: [
        {
          question: 'What does `price * loaves` give?',
          select_type: 'single',
          answer_options: [
            { label: 'The revenue', feedback_message: 'Money per day.', valid: true },
            { label: 'The profit', feedback_message: 'Costs are missing.', valid: false },
          ],
        },
      ],
    },
  });
  const screens = await owner.listScreens({ params: { id } });
  return { id, screens: Object.fromEntries(screens.map((each) => [each.title, each.id])) };
}

/** A release with a copy of a published lesson, a change in it, and a pull request. */
async function openReview(owner: Client<Api>, releaseId: number, from: number): Promise<void> {
  const body = { lessons_list: [RELEASE_LESSON], from_release: from };
  const { invalidLessons } = await owner.updateRelease({ params: { id: releaseId }, body });
  const lesson = (await owner.listLessons()).find((row) => row.sequence === RELEASE_LESSON && row.release_id === releaseId);
  if (!lesson) throw new Error(`The lesson was not copied into the release: ${JSON.stringify(invalidLessons)}`);
  const [screenOfIt] = await owner.listScreens({ params: { id: lesson.id } });
  if (!screenOfIt) throw new Error('The sample lesson has no screens.');
  const body_markdown = `${screenOfIt.body_markdown.trimEnd()}\n\nThe ferry sold **20 tickets** in three days.\n`;
  await owner.saveScreen({ params: { lessonId: lesson.id, screenId: screenOfIt.id }, body: { body_markdown } });
  await until('pushed', async () => (await owner.getLesson({ params: { id: lesson.id } })).commit_status?.state === 'pushed');
  await owner.openPullRequest({ params: { id: releaseId }, body: { title: 'Summer update', body: 'Says how many tickets there are.' } });
}

async function makeDataset(url: string, owner: Client<Api>, number: number): Promise<number> {
  const { token } = await owner.createToken({ body: { name: `datasets ${number}` } });
  const form = new FormData();
  const bytes = 'day,degrees\n1,21\n2,24\n';
  const info = [{ name: 'temperatures.csv', is_directory: false, chunkCount: 1, bytes: bytes.length }];
  const fields = { name: `weather-${number}`, description: 'Daily temperatures', fileCount: '1', filesInfo: JSON.stringify(info) };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file0', new File([bytes], 'temperatures.csv'));
  const reply = await fetch(`${url}/api/dataset`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  if (!reply.ok) throw new Error(`The dataset was not made: ${await reply.text()}`);
  const made = (await owner.listDatasets()).find(({ name }) => name === fields.name);
  if (!made) throw new Error('The dataset is not listed.');
  return made.id;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENT_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`It was not ${what}.`);
    await sleep(100);
  }
}
