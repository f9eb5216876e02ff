import { expectAccessible } from './accessible.ts';
import { editor, expectSaveState, holdSaves, saveScreen, typeAtEnd } from './author.ts';
import { expect, test, type Product } from './product.ts';

const makeLesson = (product: Product) => product.lesson({ title: 'Loops', screens: [{ body_markdown: 'A loop repeats.' }] });

test('an author types and saves while another user moves the lesson', async ({ product, open }) => {
  const lesson = await makeLesson(product);
  const owner = product.client;
  const screenId = lesson.screenIds[0] ?? 0;
  await owner.createComment({ params: { id: screenId }, body: { comment: 'Say why.', mandatory: true } });
  const autumn = await product.release('Autumn');
  const sam = await open(await product.author('Sam'));
  await sam.goto(lesson.screenUrl);
  await expect(editor(sam, 'Learn')).toContainText('A loop repeats.');
  await typeAtEnd(sam, 'Learn', ' Typed before.');

  const ada = await open();
  await ada.goto(`${product.url}/?q=${lesson.sequence}`);
  await ada.getByRole('button', { name: new RegExp(`^Options of lesson ${lesson.sequence}`) }).click();
  await ada.getByRole('menuitem', { name: 'Move to release…' }).click();
  const dialog = ada.getByRole('dialog', { name: `Move lesson ${lesson.sequence} to a release` });
  await dialog.getByRole('combobox', { name: 'Release' }).click();
  await ada.getByRole('option', { name: new RegExp(`^${autumn.name} \\(`) }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(ada.getByRole('button', { name: `Options of lesson ${lesson.sequence} (${autumn.name})` })).toBeVisible();
  // It stays for as long as the pointer is on it.
  const undo = ada.getByRole('button', { name: 'Undo' });
  await undo.hover();

  await typeAtEnd(sam, 'Learn', ' Typed after.');
  await saveScreen(sam);
  const saved = await owner.getScreen({ params: { lessonId: lesson.id, screenId: screenId } });
  expect(saved.body_markdown).toBe('A loop repeats. Typed before. Typed after.');
  await expect(sam.getByText('This lesson has mandatory comments that are not approved yet.')).toBeVisible();
  // The old address leads to the same screen.
  await sam.reload();
  await expect(editor(sam, 'Learn')).toContainText('Typed after.');

  await undo.click();
  await expect(ada.getByRole('button', { name: new RegExp(`^Options of lesson ${lesson.sequence} \\(Drafts`) })).toBeVisible();
});

test('text for a screen whose lesson was deleted can be copied', { tag: '@full' }, async ({ product, open }) => {
  const lesson = await makeLesson(product);
  const owner = product.client;
  const screenId = lesson.screenIds[0] ?? 0;
  const sam = await open(await product.author('Sam'));
  await sam.goto(lesson.screenUrl);
  const release = await holdSaves(sam);
  await typeAtEnd(sam, 'Learn', ' Never saved.');
  await owner.deleteLesson({ params: { id: lesson.id } });
  await release();
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
  expect(download.suggestedFilename()).toBe(`screen-${screenId}.md`);
  await expectAccessible(sam, 'a screen that is gone');
  await sam.getByRole('link', { name: 'Home' }).click();
  await expect(sam.getByRole('heading', { name: 'Lessons', level: 1 })).toBeVisible();
});
