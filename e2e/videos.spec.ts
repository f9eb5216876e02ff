import type { Locator, Page } from '@playwright/test';
import { DIALOG, expectAccessible } from './accessible.ts';
import { deployAndShare, editor, saveScreen } from './author.ts';
import { contentGit } from './content-git.ts';
import { expect, test } from './product.ts';

// An author adds videos of several hosts. They play where learners see them, under the policies that the server sends.

/** A third of a second in 16 × 16 pixels. */
const WEBM = Buffer.from(
  [
    'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAAImEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuLU6uEH0O2',
    'dVOsgdNNu4xTq4QcU7trU6yCAhTsrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYRDmH+eTYCG',
    'Q2hyb21lV0GGQ2hyb21lFlSua7uuudeBAXPFhg93WzXCY4OBAVXugQGGhVZfVlA44J2wgRC6gRBTwIEBVbCQVbGBAVW5gQJVuoENVbuBAR9DtnUBAAAAAAAB',
    'NeeBAKDOoaOBAAAAEAIAnQEqEAAQAAAHCIWFiJmEiAEkEABgawD+/7qDAHWhpqak7oEBpZ8QAgCdASoQABAAAAcIhYWImYSIASQQAGBrAP7/uoMAoNOhsoEA',
    'aACRAgAAEAkgAMBOtUB/AH9AQan/lmoIeP75k2//x2SWa18f+Oy//mudyERv/NBgdaGZppfugQGlktEBAAAQCSAAwADCwX+gAEAAAPuBAKC7oZqBAMwA0QEA',
    'ABAJIADAbGKN/9yjgAD+/7qDAHWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABAAAD7gWigzqGtgQEwAPEBAAAQCSAAwE6ejf/co4LEAP75k2//x2SWa18f+Oy/',
    '/mudyERv/NBgdaGZppfugQGlktEBAAAQCSAAwADCwX+gAEAAAPuBzBxTu2uNu4uzgQC3hveBAfGB0w==',
  ].join(''),
  'base64',
);
const FILE = 'https://videos.example.org/lessons/tune.webm';
const VIMEO = 'https://player.vimeo.com/video/76979871#t=30s';

/** Answers in place of the hosts. */
async function answerForHosts(page: Page): Promise<void> {
  await page.context().route('https://videos.example.org/**', (route) => route.fulfill({ contentType: 'video/webm', body: WEBM }));
  await page
    .context()
    .route('https://player.vimeo.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>A player of Vimeo</p>' }));
}

/** The browser has read the file: nothing forbids it to. */
async function expectLoaded(video: Locator): Promise<void> {
  await expect.poll(() => video.evaluate((element) => element instanceof HTMLVideoElement && element.videoWidth)).toBe(16);
}

/** The host's player is shown. Frames load when they come near the window, and Playwright waits for one that doesn't without end. */
async function expectPlayer(place: Page | Locator): Promise<void> {
  await place.locator('iframe[title="A talk"]').scrollIntoViewIfNeeded();
  await expect(place.frameLocator('iframe[title="A talk"]').getByText('A player of Vimeo')).toBeVisible();
}

test('videos of other hosts play in the preview, for the learner and in a pull request', async ({ product, page, open }) => {
  await answerForHosts(page);
  const release = await product.release('Videos');
  const lesson = await product.lesson({ title: 'Watched', release, screens: [{ title: 'Watch' }] });
  await page.goto(lesson.screenUrl);
  const toolbar = page.getByRole('toolbar', { name: 'Formatting of Learn' });
  const dialog = page.getByRole('dialog', { name: 'Add Video' });
  const url = dialog.getByRole('textbox', { name: 'URL' });
  const end = dialog.getByRole('textbox', { name: 'End time' });
  const start = dialog.getByRole('textbox', { name: 'Start time' });
  const title = dialog.getByRole('textbox', { name: 'Title' });
  const add = dialog.getByRole('button', { name: 'Add video' });
  await editor(page, 'Learn').click();

  await test.step('what is not allowed becomes a link, and the dialog says so', async () => {
    await toolbar.getByRole('button', { name: 'Add Video' }).click();
    await url.fill('https://user:password@videos.example.org/a.mp4');
    await add.click();
    await expect(dialog).toContainText('Remove the user name and password from the address. Learners would see them.');
    await url.fill('https://vimeo.com.evil.org/76979871');
    await expect(dialog).toContainText(
      'This address is inserted as a link. Videos of YouTube, vimeo.com, wistia.com, and loom.com play inside a lesson, and files that ' +
        'end with .mp4, .m4v, .webm, .ogv, or .mov.',
    );
    await expect(start).toBeDisabled();
    await expectAccessible(page, 'an address that becomes a link', { within: DIALOG });
  });

  await test.step('a file plays', async () => {
    await url.fill(FILE);
    await expect(dialog).toContainText(`Shown from ${FILE}`);
    await title.fill('A tune');
    await add.click();
    await expect(editor(page, 'Learn')).toContainText(`<video src="${FILE}" title="A tune" width="560" controls></video>`);
    await expectLoaded(page.getByRole('region', { name: 'Preview of Learn' }).getByLabel('A tune'));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a video of a listed host plays, from its start time', async () => {
    await editor(page, 'Learn').press('End');
    await page.keyboard.type('\n\n');
    await toolbar.getByRole('button', { name: 'Add Video' }).click();
    await url.fill('https://vimeo.com/76979871');
    await start.fill('30');
    await expect(end).toBeDisabled();
    await expect(end).toHaveAccessibleDescription('Not available for this host');
    await title.fill('A talk');
    await add.click();
    await expectPlayer(page.getByRole('region', { name: 'Preview of Learn' }));
  });

  const params = { lessonId: lesson.id, screenId: lesson.screenIds[0] ?? 0 };
  await saveScreen(page);
  await page.reload();
  await expect(page.locator(`iframe[src="${VIMEO}"]`)).toBeVisible();
  const written = (await product.client.getScreen({ params })).body_markdown;
  expect(written).toContain(`<iframe src="${VIMEO}" title="A talk"`);

  await test.step('git has what the author wrote, and the pull request shows it', async () => {
    const path = `${release.version_major}:lessons/${lesson.sequence}-watched/screens/watch/learn.md`;
    await expect.poll(() => contentGit(product.server, 'show', path)).toContain(written.trim());
    await product.client.openPullRequest({ params: { id: release.id }, body: {} });
    const reviewed = await open();
    await answerForHosts(reviewed);
    await reviewed.goto(`${product.url}/releases/${release.id}/pull`);
    await expectLoaded(reviewed.getByLabel('A tune'));
    await expectPlayer(reviewed);
  });

  await test.step('the preview as learner plays them', async () => {
    await page.keyboard.press('Alt+p');
    const preview = page.getByRole('region', { name: 'Preview as learner' });
    await expectLoaded(preview.getByLabel('A tune'));
    await expectPlayer(preview);
  });

  await test.step('the page of learners plays them', async () => {
    const link = await deployAndShare(page, lesson);
    const learner = await open(null);
    await answerForHosts(learner);
    await learner.goto(link);
    await expectLoaded(learner.getByLabel('A tune'));
    await expectPlayer(learner);
    await expectAccessible(learner, 'videos of a lesson');
  });
});
