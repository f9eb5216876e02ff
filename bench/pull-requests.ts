import { join } from 'node:path';
import { GitRepository } from '#features/git/server/git.ts';
import { getPullRequest } from '#features/review/server/get-pull.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { countGit, type GitWork } from '#testing/count-git.ts';
import { countQueries } from '#testing/count-queries.ts';
import { startTestServer } from '#testing/test-server.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import { measure, measureInTurn, timed } from './measure.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const LESSONS = 200;
const SCREENS = 5;
const BRANCH = 'bench/pull-request';
const ROUNDS = 9;

/** An open pull request that changes many lessons: its page asks again and again whether it can be merged. */
export async function measurePullRequest(sizes: Sizes): Promise<Line[]> {
  const [lessons, screens] = [sizes.of(LESSONS, 3), sizes.of(SCREENS, 2)];
  const server = await startTestServer({ hasWorkers: 'without git', env: { LESSONWRIGHT_CHECK_REPLIES: '0' } });
  try {
    const { platform } = server;
    const content = new GitRepository(join(platform.config.dataFolder, 'content.git'));
    const main = await content.text(['rev-parse', 'main']);
    await writeManyLessons(content, { branch: 'main', lessons, screens, head: main });
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
    const what = `pull request of ${lessons} lessons × ${screens} screens`;
    return [
      { what: `${what}, asked again`, samples: again, note: `${described(asked)}, ${queries} queries` },
      { what: `${what}, after a commit on main`, samples: afterCommit },
    ];
  } finally {
    await server.close();
  }
}

function described({ commands, objects, refs }: GitWork): string {
  return `${commands} git commands, ${objects} objects, ${refs} refs`;
}
