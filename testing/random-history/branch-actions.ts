import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { commitChanges } from '#features/changes/server/commit-changes.job.ts';
import { pushBranch } from '#features/changes/server/push-branch.job.ts';
import { SyncConflictDetails } from '#features/sync/contract/sync.ts';
import { mergeRemoteBranch } from '#features/sync/server/branches/merge-remote-branch.ts';
import { importMain } from '#features/sync/server/import-main.ts';
import { ApiError } from '#platform/contract/client.ts';
import { lessonFiles } from '../content-branch.ts';
import { sendFile } from '../send-file.ts';
import { LESSON_ACTIONS } from './lesson-actions.ts';
import { requireDone, type Action, type World } from './world.ts';

// What changes through git: pushes of a clone, merges, imports, and lessons that move between releases. Jobs run where the product would
// run them after the call, so that a seed always gives the same history.

const run = promisify(execFile);
/** Hundreds of commits, on a machine that is busy with other tests. */
const LIMIT_MS = 1_800_000;
const signal = () => AbortSignal.timeout(LIMIT_MS);

/** Git as on a user's machine. @throws Error with what it printed. */
async function git(world: World, args: readonly string[], cwd = join(world.folder, 'clone')): Promise<string> {
  const person = { NAME: 'Grace', EMAIL: 'grace@example.org' };
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: world.folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...Object.fromEntries(
      Object.entries(person).flatMap(([name, value]) => [`AUTHOR_${name}`, `COMMITTER_${name}`].map((key) => [`GIT_${key}`, value])),
    ),
  };
  return (await run('git', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

export async function cloneContent(world: World): Promise<void> {
  const token = (world.server.headers('staff')['authorization'] ?? '').replace('Bearer ', '');
  await git(world, ['clone', '-q', `${world.address.replace('http://', `http://any:${token}@`)}/git/content.git`, 'clone'], world.folder);
}

/** Commits and pushes everything that is saved in a release. */
async function settle({ server: { platform } }: World, releaseId: number): Promise<void> {
  await commitChanges(platform, releaseId, signal());
  await pushBranch(platform, releaseId, signal());
}

/** Edits of files in a clone, each with what it needs. */
async function editFiles(world: World, folder: string): Promise<void> {
  const all = (await readdir(folder, { recursive: true })).filter((path) => !path.startsWith('.git')).toSorted();
  const find = (pattern: RegExp) => world.pick(all.filter((path) => pattern.test(path)));
  const edit = async (path: string | null, change: (text: string) => string) => {
    if (path !== null) await writeFile(join(folder, path), change(await readFile(join(folder, path), 'utf8')));
  };
  const put = async (path: string, bytes: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  const move = async (path: string | null, to: string) => {
    if (path !== null && !all.includes(to)) await rename(join(folder, path), join(folder, to));
  };
  const lesson = find(/^lessons\/[^/]+$/);
  switch (world.random(10)) {
    case 0:
    case 1:
    case 2:
      return edit(find(/\/(learn|instructions|hint)\.md$/), () => `${world.text()}\n`);
    case 3:
      return edit(find(/lesson\.yaml$/), (text) => text.replace(/^title:.*$/m, `title: ${world.title()}`));
    case 4:
      return edit(find(/(course|path)\.yaml$/), (text) => text.replace(/^name:.*$/m, `name: ${world.title()}`));
    case 5: {
      const sequence = world.nextSequence;
      for (const [path, bytes] of lessonFiles(sequence, world.title(), world.text(), world.text()))
        await put(`lessons/${sequence}-pushed/${path}`, bytes);
      return undefined;
    }
    case 6:
      return lesson === null ? undefined : put(`${lesson}/files/pushed-${world.random(3)}.txt`, world.text());
    case 7:
      return move(lesson, `${lesson}-moved`);
    case 8: {
      const file = find(/\/files\/[^/]+\.(csv|txt)$/);
      return world.random(2) === 0 ? move(file, `${file}-renamed.csv`) : file === null ? undefined : rm(join(folder, file));
    }
    default: {
      const screen = find(/\/screens\/[^/]+$/);
      if (screen === null) return undefined;
      const [name, list] = [screen.split('/').at(-1) ?? '', join(folder, screen, '../../lesson.yaml')];
      const text = await readFile(list, 'utf8');
      const isDeletion = world.random(3) === 0;
      if (isDeletion) await rm(join(folder, screen), { recursive: true });
      else await rename(join(folder, screen), join(folder, `${screen}-moved`));
      return writeFile(list, text.replace(`  - ${name}\n`, isDeletion ? '' : `  - ${name}-moved\n`));
    }
  }
}

/** Several commits of a clone are pushed; half of the time, people save at the same time. */
const push: Action = async (world) => {
  const { id, branch_name: branch } = await world.release();
  await settle(world, id);
  await git(world, ['fetch', '-q', 'origin']);
  await git(world, ['checkout', '-q', '-f', '-B', 'work', `origin/${branch}`]);
  await git(world, ['clean', '-fdxq']);
  for (let commits = 1 + world.random(4); commits > 0; commits--) {
    for (let edits = 1 + world.random(4); edits > 0; edits--) {
      await editFiles(world, join(world.folder, 'clone'));
      world.edits++;
    }
    await git(world, ['add', '-A']);
    await git(world, ['commit', '-q', '--allow-empty', '-m', 'From an editor']);
  }
  await git(world, ['push', '-q', 'origin', `work:${branch}`]);
  if (world.random(2) === 0)
    for (let saves = 3; saves > 0; saves--) await world.act('save a text', LESSON_ACTIONS['save a text']?.[1] ?? saveNothing);
  await mergeRemoteBranch(world.server.platform, id, signal());
  await resolveConflicts(world, id);
};

const saveNothing: Action = async () => undefined;

/** Chooses a side for everything that could not be merged. */
async function resolveConflicts(world: World, releaseId: number): Promise<void> {
  const isOpen = async () => {
    const { push_error, commit_error } = await world.db
      .selectFrom('releases')
      .selectAll()
      .where('id', '=', releaseId)
      .executeTakeFirstOrThrow();
    return (push_error ?? commit_error) !== null;
  };
  const { lessons, courses, paths } = {
    lessons: await world.live('lessons'),
    courses: await world.live('courses'),
    paths: await world.live('paths'),
  };
  const calls = [
    ...lessons.map(({ id, release_id }) => ({ release_id, sync: (body: object) => world.staff.syncLesson({ params: { id }, body }) })),
    ...courses.map(({ id, release_id }) => ({ release_id, sync: (body: object) => world.staff.syncCourse({ params: { id }, body }) })),
    ...paths.map(({ id, release_id }) => ({ release_id, sync: (body: object) => world.staff.syncPath({ params: { id }, body }) })),
  ].filter(({ release_id }) => release_id === releaseId);
  for (const { sync } of calls) {
    if (!(await isOpen())) return;
    await resolve(world, sync);
  }
}

/** Calls `sync`, with a side for each conflict that it reports. */
async function resolve(world: World, sync: (body: object) => Promise<unknown>): Promise<void> {
  let body = {};
  for (let round = 0; round < 20; round++) {
    try {
      await sync(body);
      return;
    } catch (error) {
      // Taking the side that deleted the lesson has no lesson to return.
      if (round > 0 && error instanceof ApiError && error.code === 'refused') return;
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
      const { mine, theirs, commit, lesson_id, course_id, path_id } = SyncConflictDetails.parse(error.details);
      body = { resolution: { commit, values: world.random(2) === 0 ? mine : theirs, lesson_id, course_id, path_id } };
    }
  }
}

const mergeRelease: Action = async (world) => {
  const { id } = await world.release();
  await settle(world, id);
  const params = { id };
  await world.staff.openPullRequest({ params, body: {} });
  // Everyone else may have changed something in it.
  const { client: reviewer } = await world.server.newPerson();
  await reviewer.reviewPullRequest({ params, body: { verdict: 'approve' } });
  await world.staff.mergePullRequest({ params, body: { anyway: 'Made at random.' } });
  await importMain(world.server.platform, signal());
  await world.staff.reopenRelease({ params });
};

const updateFromMain: Action = async (world) => {
  const { id } = await world.release();
  await settle(world, id);
  const bodies = (body: object) => world.staff.updateFromMain({ params: { id }, body });
  await resolve(world, bodies);
};

const transfer =
  (move: boolean): Action =>
  async (world) => {
    const lesson = world.pick(await world.live('lessons'));
    const target = await world.release();
    if (!lesson || target.id === lesson.release_id) return false;
    const body = { lessons_list: String(lesson.sequence), from_release: lesson.release_id, move };
    await world.staff.updateRelease({ params: { id: target.id }, body });
    return true;
  };

const RELEASES_MAX = 6;

/** A release of lessons of main, or of a zip of another release. */
const addRelease: Action = async (world) => {
  if ((await world.releases()).length >= RELEASES_MAX) return;
  const name = `more-${world.nextSequence}`;
  if (world.random(2) === 0) {
    const main = await world.db
      .selectFrom('lessons')
      .innerJoin('releases', 'releases.id', 'lessons.release_id')
      .select('lessons.sequence')
      .where('releases.is_main', '=', true)
      .where('lessons.deleted_at', 'is', null)
      .execute();
    const lessons = main.slice(0, 3).map(({ sequence }) => sequence);
    const body = { name, version_major: name, create_new: true, ...(lessons.length > 0 && { lessons: lessons.join(', ') }) };
    await world.staff.createRelease({ body });
    return;
  }
  const { id } = await world.release();
  await settle(world, id);
  const zip = await world.server.inject({ url: `/api/release/${id}/export`, headers: world.server.headers('staff') });
  requireDone(zip);
  const fields = { releaseName: name, branchName: name };
  requireDone(await sendFile(world.server, { url: '/api/releases/zip', name: 'release.zip', bytes: zip.rawPayload, fields }));
};

const deleteRelease: Action = async (world) => {
  const releases = (await world.releases()).filter(({ branch_name }) => branch_name.startsWith('more-'));
  const release = world.pick(releases);
  if (release) await world.staff.deleteRelease({ params: { id: release.id } });
};

const importText: Action = async (world) => {
  const fields = { sequence: String(world.nextSequence), release_id: String((await world.release()).id) };
  const bytes = `# ${world.title()}\n\n## One\n\n${world.text()}\n\n\`\`\`python\nprint(${world.random(9)})\n\`\`\`\n\n## Two\n\n${world.text()}\n`;
  requireDone(await sendFile(world.server, { url: '/api/lessons/import-file', name: 'lesson.md', bytes, fields }));
};

export const BRANCH_ACTIONS: Readonly<Record<string, readonly [weight: number, action: Action]>> = {
  'push with git': [1.2, push],
  'merge a release': [0.6, mergeRelease],
  'update from main': [0.6, updateFromMain],
  'move a lesson': [3, transfer(true)],
  'copy a lesson': [1.5, transfer(false)],
  'add a release': [1, addRelease],
  'delete a release': [0.3, deleteRelease],
  'import a text': [0.5, importText],
  'commit and push': [
    1,
    async (world) => {
      await settle(world, (await world.release()).id);
    },
  ],
};
