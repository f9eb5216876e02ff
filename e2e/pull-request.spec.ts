import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { DIALOG, expectAccessible } from './accessible.ts';
import { typeAtEnd } from './author.ts';
import { countClicks } from './clicks.ts';
import { expectKept } from './kept-drafts.ts';
import { expect, test, type Product } from './product.ts';

const run = promisify(execFile);
const PATIENT = { timeout: 240_000 };

/** Waits until the saves of a lesson are pushed: only those are reviewed. */
async function pushed(calls: Client<Api>, lessonId: number): Promise<void> {
  await expect.poll(async () => (await calls.getLesson({ params: { id: lessonId } })).commit_status?.state, PATIENT).toBe('pushed');
}

/** Merging needs an approval by someone with no part in it if the owner isn't the only staff member. */
async function approve(reviewer: Client<Api>, releaseId: number): Promise<void> {
  await reviewer.reviewPullRequest({ params: { id: releaseId }, body: { verdict: 'approve', text: '' } });
}

/** A clone of the content repository in the output folder of the test, with a way to call git in it. */
async function cloneContent({ client, url }: Product) {
  const folder = test.info().outputPath('clone');
  await mkdir(folder);
  const { token } = await client.createToken({ body: { name: 'git' } });
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.org', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    });
  await git('clone', '--quiet', `${url.replace('http://', `http://x:${token}@`)}/git/content.git`, '.');
  return { folder, git };
}

const BEFORE = '# Counting\n\nWe count from **one**.\n\nThis stays.\n\nAnd this.\n\nSo does this.\n';
const AFTER = BEFORE.replace('We count from **one**.', 'We count from **zero**.');

test('a lesson goes from Ready for Review through changes requested to Published, and is fixed', async ({ product, page, open }) => {
  const calls = product.client;
  const clicks = await countClicks(page);
  const reader = await product.author('Rita Reader');
  const { client: reviewer } = reader;
  const release = await product.release('Counting');
  const lesson = await product.lesson({ title: 'Counting', release, screens: [{ body_markdown: BEFORE }] });
  const screenId = lesson.screenIds[0] ?? 0;
  const releaseParams = { id: lesson.release_id };
  await calls.saveLesson({ params: { id: lesson.id }, body: { reviewer: reader.email } });
  await pushed(calls, lesson.id);
  await calls.startReview({ params: { id: lesson.id }, body: {} });
  await approve(reviewer, lesson.release_id);
  await calls.mergePullRequest({ params: releaseParams, body: {} });
  await page.goto(`${product.url}/lesson/${lesson.id}`);
  await expect(page.getByText('The release of this lesson was merged and is closed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'a lesson of a closed release', { within: 'main' });
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await calls.saveScreen({ params: { lessonId: lesson.id, screenId }, body: { body_markdown: AFTER } });
  await pushed(calls, lesson.id);

  await page.goto(`${product.url}/lesson/${lesson.id}?tab=review`);
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review.getByRole('button', { name: 'Ready for Review' })).toBeVisible();
  await expect(review.getByText('Review status')).toHaveCount(0);
  // A colleague is asked in at most three clicks: the lesson's reviewer is chosen already.
  const unasked = clicks.count;
  await review.getByRole('button', { name: 'Ready for Review' }).click();
  const sending = page.getByRole('dialog', { name: `Send ${release.name} for review` });
  await expect(sending.getByRole('checkbox', { name: `${lesson.sequence} Counting` })).toBeChecked();
  await expect(sending.getByText('Rita Reader', { exact: true })).toBeVisible();
  await expectAccessible(page, 'sending a lesson to its reviewer', { within: DIALOG });
  await sending.getByRole('button', { name: 'Send for review' }).click();
  expect(clicks.count - unasked).toBeLessThanOrEqual(3);
  await expect(review.getByText('Review status: In review')).toBeVisible(PATIENT);
  await expectAccessible(page, 'the lesson under review', { within: '[role="tabpanel"]' });
  await review.getByRole('link', { name: 'Pull request' }).click();

  await expect(page).toHaveURL(new RegExp(`/releases/${lesson.release_id}/pull`));
  const file = page.getByRole('region', { name: /learn\.md$/ });
  const changed = file.getByRole('group', { name: 'Changed' });
  await expect(changed.locator('ins')).toHaveText('zero', PATIENT);
  await expect(changed.locator('del')).toHaveText('one');
  await file.getByRole('button', { name: /unchanged paragraphs/ }).click();
  await expect(file.getByText('So does this.')).toBeVisible();
  await expectAccessible(page, 'the preview of a pull request', { within: 'main' });

  await page.getByText('Source', { exact: true }).click();
  await expect(page).toHaveURL(/view=lines/);
  const lines = page.getByRole('region', { name: /^Lines of .*learn\.md$/ });
  await expect(lines.getByRole('row', { name: /Added: We count from \*\*zero\*\*/ })).toBeVisible();
  await expectAccessible(page, 'the pull request line by line', { within: 'main' });
  await page.reload();
  await expect(lines.getByRole('row', { name: /Removed: We count from \*\*one\*\*/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator('[data-file]').first()).toBeFocused();
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByRole('row', { name: 'Next file j' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shortcuts).toBeHidden();

  const own = page.getByRole('form', { name: 'Your review' });
  await expect(own.getByRole('button', { name: 'Request changes' })).toBeDisabled();
  await own.getByRole('textbox').fill('Say *why* zero.');
  await own.getByRole('button', { name: 'Request changes' }).click();
  const thread = page.getByRole('list', { name: 'Reviews' });
  await expect(thread.getByText('requested changes')).toBeVisible();
  await expect(thread.locator('em')).toHaveText('why');
  await expect(page.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await expectAccessible(page, 'the pull request with changes requested', { within: '[aria-label="Reviews"]' });
  expect((await calls.getLesson({ params: { id: lesson.id } })).review_status).toBe('Changes requested');

  await own.getByRole('button', { name: 'Approve' }).click();
  await expect(thread.getByText('Doesn’t count: opened this pull request')).toBeVisible();
  await expect(page.getByText('Merging needs 1 approval by someone who neither opened this nor changed anything in it.')).toBeVisible();
  await approve(reviewer, lesson.release_id);

  // An open mandatory comment blocks the merge until it is settled, and the page updates without a reload.
  const comment = { comment: 'Mention *none*.', tags: [], mandatory: true };
  const { id: commentId } = await calls.createComment({ params: { id: screenId }, body: comment });
  await page.reload();
  const heldUp = page.getByRole('listitem').filter({ hasText: `Lesson ${lesson.sequence}, screen 1: a mandatory comment by` });
  await expect(heldUp.getByRole('link', { name: 'Open the comment' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await expectAccessible(page, 'the pull request with an open mandatory comment', { within: 'main' });
  await calls.archiveComment({ params: { id: commentId } });
  await expect(heldUp).toHaveCount(0);

  await page.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge into main' });
  await expectAccessible(page, 'the question before merging', { within: DIALOG });
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('The lessons of this release are published.')).toBeVisible(PATIENT);
  await expectAccessible(page, 'the merged pull request', { within: 'main' });

  const main = await expect
    .poll(async () => (await calls.listLessons()).find((row) => row.sequence === lesson.sequence && row.is_main)?.release_status, PATIENT)
    .toBe('Published')
    .then(async () => (await calls.listLessons()).find((row) => row.sequence === lesson.sequence && row.is_main));
  await expect
    .poll(async () => (await calls.listScreens({ params: { id: main?.id ?? 0 } }))[0]?.body_markdown, PATIENT)
    .toContain('**zero**');
  await page.goto(`${product.url}/lesson/${main?.id}`);
  await expect(page.getByText('Published').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Fix' })).toBeVisible();

  // A word in the published lesson: at most four clicks, and three of the reviewer.
  await page.goto(`${product.url}/lesson/${main?.id}/screen/1`);
  const before = clicks.count;
  await page.getByRole('button', { name: 'Fix' }).click();
  await expect(page.getByRole('button', { name: 'Send fix' })).toBeDisabled(PATIENT);
  await typeAtEnd(page, 'Learn', ' Fixed.');
  await page.getByRole('button', { name: 'Send fix' }).click();
  const fixing = page.getByRole('dialog', { name: /^Send Drafts .* for review$/ });
  await expect(fixing.getByRole('checkbox', { name: `${lesson.sequence} Counting` })).toBeChecked(PATIENT);
  await fixing.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText(`${lesson.sequence} Counting was sent for review.`)).toBeVisible(PATIENT);
  expect(clicks.count - before).toBeLessThanOrEqual(4);
  const rita = await open(reader);
  const hers = await countClicks(rita);
  // Where she comes after signing in, without a click.
  await rita.goto(`${product.url}/home`);
  const waiting = rita.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem');
  await expect(waiting.filter({ hasText: `${lesson.sequence} Counting` })).toContainText('asks you to review it');
  await expectAccessible(rita, 'what waits for a reviewer');
  await rita.getByRole('button', { name: /^Notifications/ }).click();
  await rita
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: new RegExp(`review ${lesson.sequence} Counting`) })
    .click();
  await rita.getByRole('button', { name: 'Approve' }).click();
  await expect(rita.getByText('1 of 1 approval')).toBeVisible(PATIENT);
  await expect.poll(() => hers.count).toBe(3);
});

test('conflicts between main and a release are shown before merging', async ({ product, page }) => {
  const byHand = `by-hand-${product.number()}`;
  const calls = product.client;
  const ours = await product.release('Ours');
  const lesson = await product.lesson({ title: 'Both sides', release: ours });
  const number = lesson.sequence;
  const params = { id: lesson.release_id };
  await pushed(calls, lesson.id);
  await calls.openPullRequest({ params, body: { title: 'Both', body: 'Two *sides*.' } });

  // Another user creates the same lesson with plain git, on a branch that is merged first.
  const { folder, git } = await cloneContent(product);
  await git('switch', '--quiet', '-c', byHand);
  await mkdir(join(folder, `lessons/${number}-both-sides`), { recursive: true });
  await writeFile(join(folder, `lessons/${number}-both-sides/lesson.yaml`), `sequence: ${number}\ntitle: Another one\n`);
  await git('add', '-A');
  await git('commit', '--quiet', '-m', 'Another one');
  await git('push', '--quiet', 'origin', byHand);
  const release = await calls.createRelease({ body: { name: byHand, version_major: byHand, create_new: false } });
  await calls.openPullRequest({ params: { id: release.id }, body: {} });
  const { client: reviewer } = await product.author('Rolf Reader');
  await approve(reviewer, release.id);
  await calls.mergePullRequest({ params: { id: release.id }, body: {} });

  await page.goto(`${product.url}/releases/${lesson.release_id}/pull`);
  await expect(page.getByText('This release conflicts with main')).toBeVisible(PATIENT);
  await expect(page.getByText(`lessons/${number}-both-sides/lesson.yaml`).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Update from main' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole('heading', { level: 1, name: 'Both' })).toBeVisible();
  await expectAccessible(page, 'a pull request on a narrow screen', { within: 'main' });
});

test('a release is sent for review, commented on, and a suggestion is applied', async ({ product, page, open }) => {
  const calls = product.client;
  const reader = await product.author('Rita Reader');
  const team = `Data team ${product.number()}`;
  await calls.createGroup({ body: { name: team, members: [(await reader.client.getUser()).id] } });
  const release = await product.release('Sent');
  const lesson = await product.lesson({ title: 'Suggesting', release, screens: [{ title: 'Count', body_markdown: BEFORE }] });
  const screenId = lesson.screenIds[0] ?? 0;
  await pushed(calls, lesson.id);

  await page.goto(`${product.url}/releases?q=${encodeURIComponent(release.name)}`);
  await page.getByRole('link', { name: `Send ${release.name} for review` }).click();
  const included = page.getByRole('region', { name: 'Included', exact: true });
  await expect(included.getByText(`${lesson.sequence} Suggesting`)).toBeVisible(PATIENT);
  await expect(included.getByText('New, 1 screen')).toBeVisible();
  await page.getByRole('combobox', { name: 'Reviewers' }).click();
  await page.getByRole('option', { name: `${team} (1)` }).click();
  // The list stays open for more of them, over the button.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByText('0 of 1 approval')).toBeVisible(PATIENT);
  await expect(page.getByRole('list', { name: 'Reviewers' }).getByRole('listitem')).toHaveText(
    new RegExp(`^ *${team} asked.*Rita Reader$`),
  );
  expect((await calls.getLesson({ params: { id: lesson.id } })).review_status).toBe('In review');

  const rita = await open(reader);
  await rita.goto(`${product.url}/releases/${release.id}/pull`);
  const file = rita.getByRole('region', { name: /learn\.md$/ });
  await expect(rita.getByRole('heading', { name: 'Screen 1: Count' })).toBeVisible(PATIENT);
  const passage = file.getByRole('group', { name: 'Added' }).filter({ hasText: 'We count from one.' });
  await passage.getByText('one', { exact: true }).dblclick();
  await passage.getByRole('button', { name: 'Comment on this paragraph' }).click();
  const form = file.getByRole('form', { name: 'Comment on the selected passage' });
  await form.getByRole('textbox', { name: 'New comment' }).fill('Why not *zero*?');
  await expectKept(rita, 'Why not *zero*?');
  await rita.reload();
  await expect(form.getByRole('textbox', { name: 'New comment' })).toHaveValue('Why not *zero*?', PATIENT);
  await form.getByRole('button', { name: 'Suggest a change' }).click();
  await form.getByRole('textbox', { name: 'Suggested text' }).fill('We count from **zero**.');
  await expectAccessible(rita, 'a suggested change', { within: '[aria-label="Comment on the selected passage"]' });
  await form.getByRole('button', { name: 'Add comment' }).click();
  const thread = file.getByRole('article', { name: 'Comment by Rita Reader' });
  await expect(thread.getByRole('group', { name: 'Suggested change' }).locator('ins')).toHaveText('zero');
  await expectAccessible(rita, 'a pull request with a comment', { within: 'main' });

  // The author sees it without a reload, answers and applies it.
  const own = page.getByRole('article', { name: 'Comment by Rita Reader' });
  await expect(own.locator('em')).toHaveText('zero', PATIENT);
  await own.getByRole('button', { name: 'Reply' }).click();
  await own.getByRole('textbox', { name: 'Reply to the comment by Rita Reader' }).fill('Right.');
  await own.getByRole('button', { name: 'Send reply' }).click();
  await expect(own.getByText('Right.')).toBeVisible();
  await own.getByRole('button', { name: 'Apply suggestion' }).click();
  await expect(page.getByRole('button', { name: /^Applied by .* Show the comment by Rita Reader/ })).toBeVisible(PATIENT);
  expect((await calls.getScreen({ params: { lessonId: lesson.id, screenId } })).body_markdown).toContain('We count from **zero**.');
  await expect(
    page
      .getByRole('region', { name: /learn\.md$/ })
      .getByText('zero', { exact: true })
      .first(),
  ).toBeVisible(PATIENT);

  // Line by line.
  await page.getByText('Source', { exact: true }).click();
  await page.getByRole('button', { name: 'Comment on line 1', exact: true }).first().click();
  const lineForm = page.getByRole('form', { name: 'Comment on line 1' });
  await lineForm.getByRole('textbox', { name: 'New comment' }).fill('Fine.');
  await lineForm.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByText('1 open comment on the changes')).toBeVisible();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('1 open comment on the changes')).toHaveCount(0);
  await expectAccessible(page, 'resolved comments line by line', { within: '[aria-label^="Lines of"]' });
});

test('with 200 lessons in a review, every button is in the first window, on a phone, too', async ({ product, page }) => {
  const calls = product.client;
  const branch = `many-${product.number()}`;
  const numbers = Array.from({ length: 200 }, () => product.number());
  const { folder, git } = await cloneContent(product);
  await git('switch', '--quiet', '-c', branch);
  for (const number of numbers) {
    await mkdir(join(folder, `lessons/${number}-one-of-many`), { recursive: true });
    await writeFile(join(folder, `lessons/${number}-one-of-many/lesson.yaml`), `sequence: ${number}\ntitle: One of many\n`);
  }
  await git('add', '-A');
  await git('commit', '--quiet', '-m', 'Many');
  await git('push', '--quiet', 'origin', branch);
  const release = await calls.createRelease({ body: { name: branch, version_major: branch, create_new: false } });
  // Much holds up the merge, and many are asked.
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    const { id, screenIds } = await product.lesson({ title, release, screens: [{ title, type: 'text' }] });
    await calls.createComment({
      params: { id: screenIds[0] ?? 0 },
      body: { comment: 'Say why, and for whom this is written.', mandatory: true },
    });
    await pushed(calls, id);
  }
  const readers = await Promise.all(['Rae', 'Ren', 'Rio', 'Roy', 'Rue'].map((name) => product.author(name)));
  const reviewers = await Promise.all(readers.map(async ({ client }) => (await client.getUser()).id));
  await calls.openPullRequest({ params: { id: release.id }, body: { reviewers } });

  const rae = readers[0];
  if (!rae) throw new Error('Nobody is asked.');
  await rae.client.reviewPullRequest({
    params: { id: release.id },
    body: { verdict: 'comment', text: 'I begin with the first.\n\n'.repeat(6) },
  });
  await page.goto(`${product.url}/releases/${release.id}/pull`);
  await expect(page.getByRole('navigation', { name: 'Changes' }).or(page.getByRole('region', { name: 'Changes' }))).toContainText(
    'One of many',
    PATIENT,
  );
  const names = ['Close pull request', 'Merge', 'Run tests', 'Preflight', 'Ask for a review', 'Approve', 'Request changes', 'Comment'];
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    const places = await Promise.all(
      names.map(async (name) => {
        const one = page
          .getByRole('button', { name, exact: true })
          .or(page.getByRole('link', { name, exact: true }))
          .first();
        const box = await one.boundingBox();
        return [name, box !== null && box.y >= 0 && box.y + box.height <= viewport.height];
      }),
    );
    expect(Object.fromEntries(places), `${viewport.width} × ${viewport.height}`).toEqual(
      Object.fromEntries(names.map((name) => [name, true])),
    );
  }
  // What was read leaves the list of what is left, and comes back with another browser only.
  await page.getByRole('checkbox', { name: 'Viewed' }).check();
  const which = page.getByRole('combobox', { name: 'Which lessons' });
  await which.selectOption('unviewed');
  await expect(which).toContainText('Not viewed (204)');
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Viewed' })).toBeChecked(PATIENT);
  await page
    .getByRole('status')
    .getByRole('button', { name: /^Show all/ })
    .click();
  await expect(page.getByRole('status').getByRole('link', { name: 'Open the comment' })).toHaveCount(5);
  await expectAccessible(page, 'what holds up a merge, unfolded', { within: 'main' });
});

test('comments are collected into a review, edited and deleted before it is submitted', async ({ product, page, open }) => {
  const calls = product.client;
  const release = await product.release('Collected');
  const lesson = await product.lesson({ title: 'Collecting', release, screens: [{ title: 'Count', body_markdown: BEFORE }] });
  await pushed(calls, lesson.id);
  await calls.openPullRequest({ params: { id: release.id }, body: {} });
  const rita = await open(await product.author('Rita Reader'));
  await rita.goto(`${product.url}/releases/${release.id}/pull?view=lines`);
  await page.goto(`${product.url}/releases/${release.id}/pull?view=lines`);

  const file = rita.getByRole('region', { name: /learn\.md$/ }).first();
  const comment = async (line: number, text: string, button: string) => {
    await file.getByRole('button', { name: `Comment on line ${line}`, exact: true }).click();
    const form = file.getByRole('form', { name: `Comment on line ${line}` });
    await form.getByRole('textbox', { name: 'New comment' }).fill(text);
    await form.getByRole('button', { name: button }).click();
    await expect(form).toHaveCount(0);
  };
  await expect(file.getByRole('button', { name: 'Comment on line 1', exact: true })).toBeVisible(PATIENT);
  await comment(1, 'First', 'Start a review');
  await comment(3, 'Second', 'Add to review');
  const threads = rita.getByRole('article', { name: 'Comment by Rita Reader' });
  await expect(threads).toHaveCount(2);
  await expect(threads.first()).toContainText('Pending');
  await expect(rita.getByText('2 comments are part of this review.')).toBeVisible();
  await expectAccessible(rita, 'a review with comments that wait', { within: 'main' });

  // They are kept on the server, where only their author sees them.
  await rita.reload();
  await expect(threads).toHaveCount(2, PATIENT);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Comment on line 1', exact: true }).first()).toBeVisible(PATIENT);
  await expect(page.getByRole('article', { name: 'Comment by Rita Reader' })).toHaveCount(0);

  const second = threads.filter({ hasText: 'Second' });
  await second.getByRole('button', { name: 'Edit' }).click();
  await rita.getByRole('textbox', { name: 'Edit comment' }).fill('Second, *shorter*');
  await rita.getByRole('button', { name: 'Save', exact: true }).click();
  await threads.filter({ hasText: 'First' }).getByRole('button', { name: 'Delete' }).click();
  await rita.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete comment' }).click();
  await expect(threads).toHaveCount(1);
  await rita.getByRole('form', { name: 'Your review' }).getByRole('button', { name: 'Request changes' }).click();
  await expect(rita.getByText('1 comment is part of this review.')).toHaveCount(0, PATIENT);

  const received = page.getByRole('article', { name: 'Comment by Rita Reader' });
  await expect(received.locator('em')).toHaveText('shorter', PATIENT);
  await expect(page.getByText('Changes were requested.')).toBeVisible(PATIENT);
  // A thread with replies stays when its first comment is deleted.
  await received.getByRole('button', { name: 'Reply' }).click();
  const reply = received.getByRole('textbox', { name: 'Reply to the comment by Rita Reader' });
  await reply.fill('Done.');
  await expectKept(page, 'Done.');
  await page.reload();
  await expect(reply).toHaveValue('Done.', PATIENT);
  await reply.press('ControlOrMeta+Enter');
  await expect(threads.getByText('Done.')).toBeVisible(PATIENT);
  await threads.getByRole('button', { name: 'Delete' }).click();
  await rita.getByRole('dialog', { name: 'Delete comment' }).getByRole('button', { name: 'Delete comment' }).click();
  await expect(threads.getByText('This comment was deleted.')).toBeVisible();
  await expect(received.getByText('This comment was deleted.')).toBeVisible(PATIENT);
  await expect(received.getByText('Done.')).toBeVisible();
});
