import { expect, test } from '@playwright/test';
import type { Api } from '#contract/api.ts';
import type { Client } from '#contract/client.ts';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { expectAccessible } from './accessible.ts';
import { editor, expectSaveState, openBrowser, saveScreen, typeAtEnd } from './author.ts';

const SAM = { email: 'sam@elsewhere.example', name: 'Sam', password: 'a long password of Sam' };

let server: RealServer;
let owner: Client<Api>;

test.beforeAll(async () => {
  server = await RealServer.createPrepared({ LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_LOCAL_RUNNER: '0' });
  owner = await server.setUpOwner();
  const { invitation_url: link } = await owner.addExternalAuthor({ body: { email: SAM.email } });
  await server
    .client()
    .acceptInvitation({ params: { token: link?.split('/').at(-1) ?? '' }, body: { name: SAM.name, password: SAM.password } });
});
test.afterAll(() => server.remove());
test.afterEach(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

async function makeLesson(sequence: number) {
  const lesson = await owner.createLesson({ body: { sequence, title: 'Loops' } });
  const { newScreenId } = await owner.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  await owner.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { body_markdown: 'A loop repeats.' } });
  return { ...lesson, screenId: newScreenId, address: `${server.url}/lesson/${lesson.id}/screen/${newScreenId}` };
}

test('an author types and saves while somebody else moves the lesson', async ({ browser }) => {
  const lesson = await makeLesson(901);
  await owner.createComment({ params: { id: lesson.screenId }, body: { comment: 'Say why.', mandatory: true } });
  await owner.createRelease({ body: { name: 'Autumn', version_major: 'autumn', create_new: true } });
  const sam = await openBrowser(browser, server, SAM);
  await sam.goto(lesson.address);
  await expect(editor(sam, 'Learn')).toContainText('A loop repeats.');
  await typeAtEnd(sam, 'Learn', ' Typed before.');

  const ada = await openBrowser(browser, server, OWNER);
  await ada.goto(`${server.url}/?q=901`);
  await ada.getByRole('button', { name: /^Options of lesson 901/ }).click();
  await ada.getByRole('menuitem', { name: 'Move to release…' }).click();
  const dialog = ada.getByRole('dialog', { name: 'Move lesson 901 to a release' });
  await dialog.getByRole('combobox', { name: 'Release' }).click();
  await dialog.getByRole('option', { name: /^Autumn/ }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(ada.getByRole('button', { name: 'Options of lesson 901 (Autumn)' })).toBeVisible();

  await typeAtEnd(sam, 'Learn', ' Typed after.');
  await saveScreen(sam);
  const saved = await owner.getScreen({ params: { lessonId: lesson.id, screenId: lesson.screenId } });
  expect(saved.body_markdown).toBe('A loop repeats. Typed before. Typed after.');
  await expect(sam.getByText('This lesson has mandatory comments that are not approved yet.')).toBeVisible();
  // The old address leads to the same screen.
  await sam.reload();
  await expect(editor(sam, 'Learn')).toContainText('Typed after.');

  await ada.getByRole('button', { name: 'Undo' }).click();
  await expect(ada.getByRole('button', { name: /^Options of lesson 901 \(Drafts/ })).toBeVisible();
});

test('text for a screen whose lesson was deleted can be taken along', { tag: '@full' }, async ({ browser }) => {
  const lesson = await makeLesson(902);
  const sam = await openBrowser(browser, server, SAM);
  await sam.goto(lesson.address);
  await typeAtEnd(sam, 'Learn', ' Never saved.');
  await owner.deleteLesson({ params: { id: lesson.id } });
  await sam.keyboard.press('ControlOrMeta+s');
  await expectSaveState(sam, /Failed/);
  await expect(sam.getByText('Not saved: This screen no longer exists.')).toBeVisible();
  await expect(sam.getByRole('button', { name: 'Copy text' })).toBeVisible();
  await expect(editor(sam, 'Learn')).toContainText('Never saved.');

  sam.on('dialog', (dialog) => void dialog.accept());
  await sam.reload();
  await expect(sam.getByRole('heading', { name: 'This lesson no longer exists' })).toBeVisible();
  await expect(sam.getByLabel('Your unsaved changes')).toContainText('A loop repeats. Never saved.');
  const [download] = await Promise.all([sam.waitForEvent('download'), sam.getByRole('button', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe(`screen-${lesson.screenId}.md`);
  await expectAccessible(sam, 'a screen that is gone');
  await sam.getByRole('link', { name: 'Home' }).click();
  await expect(sam.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
});
