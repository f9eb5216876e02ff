import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GitRepository } from '#features/git/server/git.ts';
import { getPullRequest } from '#features/review/server/get-pull.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { countGit, type GitWork } from '#testing/count-git.ts';
import { countQueries } from '#testing/count-queries.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { VIEWPORT, withBrowser } from './browser.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import { measure, measureInTurn, timed } from './measure.ts';
import { timeOpening, watchElement } from './page-watch.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const LESSONS = 200;
const SCREENS = 5;
const BRANCH = 'bench/pull-request';
const ROUNDS = 9;
/** Lessons that the page lists at first. */
const LISTED = 20;
/** Milliseconds. */
const PAGE_MOST = 1_000;

/** An open pull request that changes half of many lessons: its page asks again and again whether it can be merged. */
export async function measurePullRequest(sizes: Sizes): Promise<Line[]> {
  const [lessons, screens] = [sizes.of(LESSONS, 3), sizes.of(SCREENS, 2)];
  const server = await startTestServer({
    hasWorkers: 'without git',
    env: { LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_WEB: 'dist/web' },
  });
  try {
    const { platform } = server;
    const content = new GitRepository(join(platform.config.dataFolder, 'content.git'));
    const main = await content.text(['rev-parse', 'main']);
    await writeManyLessons(content, { branch: 'main', lessons: 2 * lessons, screens, head: main });
    await importMain(platform, AbortSignal.timeout(600_000));
    const head = await content.text(['rev-parse', 'main']);
    await content.run(['update-ref', `refs/heads/${BRANCH}`, head]);
    await writeManyLessons(content, { branch: BRANCH, lessons, screens, head, edition: ', edited' });
    await content.run(['repack', '-adq']);

    const client = server.client('staff');
    const numbers = Array.from({ length: lessons }, (_, index) => index + 1);
    const { id } = await client.createRelease({ body: { name: 'Many', version_major: BRANCH, create_new: false, lessons: numbers } });
    const params = { id };
    await client.runReleasePreflight({ params, body: {} });
    await client.openPullRequest({ params, body: {} });

    const { actor } = await server.newPerson('owner');
    const ask = () => getPullRequest(platform, actor, id);
    if ((await ask())?.lessons.length !== lessons) throw new Error('The pull request doesn’t change every lesson.');
    const asked = await countGit(ask);
    const queries = await countQueries(ask);
    const again = await measure(ask, { count: sizes.times(ROUNDS) });
    const commitAndAsk = async () => {
      const at = await content.text(['rev-parse', 'main']);
      await writeManyLessons(content, { branch: 'main', lessons: 1, screens: 1, head: at, edition: ` at ${at}` });
      await platform.git.fetchMain();
      return timed(ask)();
    };
    const { afterCommit } = await measureInTurn({ afterCommit: commitAndAsk }, { rounds: sizes.times(ROUNDS) });
    const pages = await measurePage(server, id, { listed: Math.min(LISTED, lessons), sizes });
    const what = `pull request of ${lessons} lessons × ${screens} screens, of ${2 * lessons}`;
    return [
      { what: `${what}, asked again`, samples: again, note: `${described(asked)}, ${queries} queries` },
      { what: `${what}, after a commit on main`, samples: afterCommit },
      { what: `${what}: page to ${LISTED} lessons and its buttons`, samples: pages.warm, goal: { of: 'median', most: PAGE_MOST } },
      { what: `${what}: the same without a cache`, samples: pages.cold },
    ];
  } finally {
    await server.close();
  }
}

/** From the address of the page to the frame that shows its first lessons and its buttons, with and without the caches of a browser. */
async function measurePage(server: TestServer, releaseId: number, { listed, sizes }: { listed: number; sizes: Sizes }) {
  const address = `${await server.listen()}/releases/${releaseId}/pull`;
  const shows = `main:has([aria-label="Changes"] li:nth-child(${listed})):has([aria-label="Checks"] button):has([aria-label="Your review"] button)`;
  return withBrowser(async (browser) => {
    const open = async (): Promise<Page> => {
      const context = await browser.newContext({ viewport: VIEWPORT, extraHTTPHeaders: server.headers('owner') });
      const page = await context.newPage();
      await watchElement(page, shows);
      return page;
    };
    const page = await open();
    const openCold = async () => {
      const fresh = await open();
      try {
        return await timeOpening(fresh, address);
      } finally {
        await fresh.context().close();
      }
    };
    return measureInTurn({ warm: () => timeOpening(page, address), cold: openCold }, { rounds: sizes.times(ROUNDS) });
  });
}

function described({ commands, objects, refs }: GitWork): string {
  return `${commands} git commands, ${objects} objects, ${refs} refs`;
}
